export {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '#electron/demo/model/model-server';
export {
  lastUserText,
  toolResults,
  type MessagesBody,
  type RecordedRequest,
  type RequestKind,
} from '#electron/demo/model/requests';
export {
  answer,
  directed,
  failure,
  story,
  text,
  thinking,
  tool,
  type Story,
  type Turn,
} from '#electron/demo/model/story';
