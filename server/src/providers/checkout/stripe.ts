import Stripe from "stripe";
import { ExchangeError } from "../../contract/errors.ts";
import { idSchema } from "../../contract/ids.ts";
import { creditsFromMicros } from "../../contract/money.ts";
import type {
  CheckoutProvider,
  OrderRecord,
  PaymentNotice,
  PaymentWebhook,
} from "../../domain/checkout/index.ts";

/** Where Stripe's API is; replaced only by tests. */
export interface StripeAddress {
  readonly host: string;
  readonly port: number;
  readonly protocol: "http" | "https";
}

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Our own address, to which the human returns. */
  readonly baseUrl: string;
  readonly address?: StripeAddress;
  readonly timeoutMs?: number;
}

/** A caller waits for this, so the sum over all attempts must stay below what clients allow. */
const TIMEOUT_MS = 6_000;
const RETRIES_MAX = 2;

/**
 * How long before the order its page closes.
 *
 * **Source** Stripe takes an `expires_at` of at most 24 hours by its own clock, which is how long
 * an order lives by ours; the two may differ by a little.
 */
const CLOSES_EARLIER_SECONDS = 120;

/** **Source** Stripe's own default, which its documentation recommends to keep. */
const TOLERANCE_SECONDS = 300;

/** Sells credit packs on Stripe's hosted Checkout page. */
export function createStripeCheckout(options: StripeOptions): CheckoutProvider & PaymentWebhook {
  const stripe = new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES_MAX,
    telemetry: false,
    ...options.address,
  });
  return {
    name: "stripe",
    async openSession(order) {
      try {
        const session = await stripe.checkout.sessions.create(
          sessionOf(order, options.baseUrl),
          // The same order asks for the same session, however often an answer is lost.
          { idempotencyKey: order.orderId },
        );
        if (session.url === null) throw unavailable(new Error("The session has no address."));
        return { checkoutUrl: session.url, sessionId: session.id };
      } catch (error) {
        throw isPassing(error) ? unavailable(error) : error;
      }
    },
    read(body, signature, receivedAt) {
      return noticeOf(verified(stripe, { body, signature, receivedAt }, options.webhookSecret));
    },
  };
}

/** All of it follows from the order alone: Stripe refuses a repeat that asks for other things. */
function sessionOf(order: OrderRecord, baseUrl: string): Stripe.Checkout.SessionCreateParams {
  const { orderId, agentId, packId } = order;
  const page = `${baseUrl}/checkout/${orderId}`;
  const credits = creditsFromMicros(order.credits).toLocaleString("en-US");
  const metadata = { orderId, agentId, packId };
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: order.priceUsdCents,
          product_data: { name: `${credits} advertising credits`, metadata: { packId } },
        },
      },
    ],
    client_reference_id: orderId,
    metadata,
    // The payment carries the order too, for the people who look at it in Stripe's dashboard.
    payment_intent_data: { metadata, description: `Order ${orderId}` },
    expires_at: Math.floor(order.expiresAt.getTime() / 1000) - CLOSES_EARLIER_SECONDS,
    success_url: page,
    cancel_url: `${page}?canceled=1`,
  };
}

interface Received {
  readonly body: Buffer;
  readonly signature: string | undefined;
  readonly receivedAt: Date;
}

/** **Errors** `invalid_request`. */
function verified(stripe: Stripe, received: Received, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(
      received.body,
      received.signature ?? "",
      secret,
      TOLERANCE_SECONDS,
      undefined,
      received.receivedAt.getTime(),
    );
  } catch (error) {
    throw new ExchangeError("invalid_request", {
      message: "The signature does not fit this body, or is too old.",
      suggestion:
        "Check the endpoint's signing secret and that nothing changes the body on its way.",
      cause: error,
    });
  }
}

const orderIdSchema = idSchema("ord");

/** What an event means to us. */
function noticeOf(event: Stripe.Event): PaymentNotice {
  const message = { eventId: event.id, type: event.type };
  const kind = "taken_back" as const;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded": {
      const session = event.data.object;
      const order = orderIdSchema.safeParse(session.client_reference_id);
      return {
        ...message,
        kind: "paid",
        orderId: order.success ? order.data : null,
        sessionId: session.id,
        paymentId: idOf(session.payment_intent),
        amountCents: session.amount_total,
        currency: session.currency,
        isPaid: session.payment_status === "paid",
      };
    }
    case "charge.refunded": {
      const { payment_intent: payment, amount_refunded: amountCents, currency } = event.data.object;
      const paymentId = idOf(payment);
      const source = "refund";
      return { ...message, kind, paymentId, source, amountCents, currency, isWon: false };
    }
    case "charge.dispute.created":
    case "charge.dispute.closed":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.funds_withdrawn": {
      const { id: source, payment_intent: payment, amount, currency, status } = event.data.object;
      // An inquiry takes no money; if it becomes a dispute, the withdrawal of the funds says so.
      const isInquiry = status.startsWith("warning_") && !event.type.includes("funds_");
      if (isInquiry) return { ...message, kind: "other" };
      const isWon = status === "won" || event.type === "charge.dispute.funds_reinstated";
      const paymentId = idOf(payment);
      return { ...message, kind, paymentId, source, amountCents: amount, currency, isWon };
    }
    default:
      return { ...message, kind: "other" };
  }
}

/** References come as an id, or as the whole object where the API version expands it. */
function idOf(reference: string | { readonly id: string } | null): string | null {
  if (reference === null) return null;
  return typeof reference === "string" ? reference : reference.id;
}

/** Whether the same call may pass later: a lost connection, their fault, or too many calls. */
function isPassing(error: unknown): boolean {
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;
  return (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  );
}

function unavailable(cause: unknown): ExchangeError {
  return new ExchangeError("unavailable", {
    message: "The payment provider does not answer.",
    suggestion: "Repeat the call with the same idempotencyKey: it continues the same order.",
    retryAfterSeconds: 2,
    cause,
  });
}
