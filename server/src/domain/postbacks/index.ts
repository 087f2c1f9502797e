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
export { findEndpoint, findEndpoints } from "./endpoint-queries.ts";
export {
  deleteOldPostbacks,
  findPostbackLog,
  measurePostbacks,
  type PostbackGauges,
} from "./log-queries.ts";
export { redriveMessages, releaseExpired, releaseQueued } from "./message-queries.ts";
export {
  type AttemptJob,
  type AttemptQueue,
  POSTBACK_TIMES,
  type PostbackOutcome,
  type PostbackRequest,
  type PostbackSender,
  type PostbackTimes,
} from "./port.ts";
export { reserveRequest } from "./quota-queries.ts";
export { resealSecrets, SECRETS_PURPOSE } from "./secret-queries.ts";
