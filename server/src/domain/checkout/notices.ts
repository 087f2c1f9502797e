interface Message {
  readonly eventId: string;
  readonly type: string;
}

/** The provider says that a hosted page was completed. */
export interface PaidNotice extends Message {
  readonly kind: "paid";
  /** Null when the message names no order of ours. */
  readonly orderId: string | null;
  readonly sessionId: string;
  readonly paymentId: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  /** False while a slow payment method is still on its way. */
  readonly isPaid: boolean;
}

/** The provider says that a payment was refunded or disputed, or that we won the dispute. */
export interface TakenBackNotice extends Message {
  readonly kind: "taken_back";
  readonly paymentId: string | null;
  /** `refund`, whose amount is cumulative, or the id of a dispute. */
  readonly source: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly isWon: boolean;
}

export interface OtherNotice extends Message {
  readonly kind: "other";
}

export type PaymentNotice = PaidNotice | TakenBackNotice | OtherNotice;
