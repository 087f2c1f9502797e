export { isCitationOf } from "./citation.ts";
export { DELIVERY_OPEN_MS, type DeliverDeps, deliverAd } from "./deliver.ts";
export { signDelivery, verifyDelivery } from "./delivery-id.ts";
export { createFactsStore, type FactsStore } from "./facts.ts";
export type { CampaignFacts } from "./queries.ts";
export { createDeliveryRecorder, type DeliveryRecorder } from "./recorder.ts";
export { sessionHash } from "./session.ts";
export {
  type ClickToken,
  hintHashOf,
  readToken,
  writeProductToken,
  writeToken,
} from "./token.ts";
