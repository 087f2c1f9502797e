export { DELIVERY_OPEN_MS, type DeliverDeps, deliverAd } from "./deliver.ts";
export { createFactsStore, type FactsStore } from "./facts.ts";
export type { CampaignFacts } from "./queries.ts";
export { createDeliveryRecorder, type DeliveryRecorder } from "./recorder.ts";
export {
  type ClickToken,
  hintHashOf,
  isCitationOf,
  readToken,
  sessionHash,
  signDelivery,
  verifyDelivery,
  writeProductToken,
  writeToken,
} from "./token.ts";
