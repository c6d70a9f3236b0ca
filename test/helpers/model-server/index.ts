export { startModelServer, type ModelServer, type ModelServerOptions } from './model-server';
export { lastUserText, type MessagesBody, type RecordedRequest, type RequestKind } from './requests';
export { answer, failure, story, text, thinking, tool, type Story, type Turn } from './story';
