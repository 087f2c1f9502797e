export type { PaidNotice, PaymentNotice, TakenBackNotice } from "./notices.ts";
export {
  type CheckoutProvider,
  hostOrder,
  type ListedPayment,
  openOrder,
  orderOnWire,
  payInSandbox,
  payOrder,
  requireOrder,
  statusOf,
} from "./order.ts";
export {
  type NoticeOutcome,
  type PaymentWebhook,
  reconcilePayments,
  refundOrder,
  takeNotice,
} from "./payments.ts";
export { listOrders, type OrderRecord } from "./queries.ts";
