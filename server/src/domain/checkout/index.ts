export {
  type CheckoutProvider,
  hostOrder,
  openOrder,
  orderOnWire,
  payOrder,
  requireOrder,
  statusOf,
} from "./order.ts";
export {
  type NoticeOutcome,
  type PaymentNotice,
  type PaymentWebhook,
  takeNotice,
} from "./payments.ts";
export type { OrderRecord } from "./queries.ts";
