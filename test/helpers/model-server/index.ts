export { startModelServer, type ModelServer, type ModelServerOptions } from './model-server';
export {
  lastUserText,
  toolResults,
  type MessagesBody,
  type RecordedRequest,
  type RequestKind,
} from './requests';
export { answer, directed, failure, story, text, thinking, tool, type Story, type Turn } from './story';
