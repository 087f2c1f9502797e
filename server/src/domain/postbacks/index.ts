export type { AttemptDeps } from "./attempt.ts";
export { createDeliveryWorker } from "./delivery-worker.ts";
export { createDispatcher } from "./dispatcher.ts";
export {
  deletePostback,
  registerPostback,
  replayPostback,
  requirePostback,
  sendTest,
  writeTest,
} from "./endpoint.ts";
export { findEndpoint, findEndpoints, resealSecrets, SECRETS_PURPOSE } from "./endpoint-queries.ts";
export { reserveRequest } from "./health-queries.ts";
export {
  deleteOldPostbacks,
  findPostbackLog,
  measurePostbacks,
} from "./log-queries.ts";
export { redriveMessages, releaseExpired, releaseQueued } from "./message-queries.ts";
export {
  type AttemptJob,
  type AttemptQueue,
  POSTBACK_TIMES,
  type PostbackRequest,
  type PostbackSender,
  type PostbackTimes,
} from "./port.ts";
