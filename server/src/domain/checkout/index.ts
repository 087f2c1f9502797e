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
export {
  listOrders,
  type OrderRecord,
  type PaidNotice,
  type PaymentNotice,
  type TakenBackNotice,
} from "./queries.ts";
