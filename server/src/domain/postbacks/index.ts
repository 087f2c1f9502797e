export type { AttemptDeps } from "./attempt.ts";
export { createDeliveryWorker } from "./delivery-worker.ts";
export { createDispatcher } from "./dispatcher.ts";
export { findEndpoint, findEndpoints } from "./endpoint-queries.ts";
export { measurePostbacks, type PostbackGauges } from "./gauge-queries.ts";
export { findPostbackLog } from "./log-queries.ts";
export { redriveMessages, releaseExpired, releaseQueued } from "./message-queries.ts";
export type {
  AttemptJob,
  AttemptQueue,
  PostbackOutcome,
  PostbackRequest,
  PostbackSender,
} from "./port.ts";
export { reserveRequest } from "./quota.ts";
export { deletePostback, registerPostback, requirePostback } from "./register.ts";
export { replayPostback } from "./replay.ts";
export { deleteOldPostbacks } from "./retention.ts";
export { POSTBACK_TIMES, type PostbackTimes } from "./schedule.ts";
export { resealSecrets, SECRETS_PURPOSE } from "./secrets.ts";
export { sendTest, writeTest } from "./test-postback.ts";
