import Stripe from "stripe";
import { packIdSchema } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { idSchema } from "../../contract/fields.ts";
import { creditsFromMicros } from "../../contract/money.ts";
import type {
  CheckoutProvider,
  ListedPayment,
  OrderRecord,
  PaidNotice,
  PaymentNotice,
  PaymentWebhook,
  TakenBackNotice,
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
    async refund({ paymentId, usdCents, idempotencyKey }) {
      const part = { payment_intent: paymentId, amount: usdCents };
      try {
        await stripe.refunds.create(part, { idempotencyKey });
      } catch (error) {
        if (isPassing(error)) throw unavailable(error);
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        const message = `Stripe refunds nothing: ${error.message}`;
        throw new ExchangeError("invalid_state", { message, cause: error });
      }
    },
    list: (since) => listed(stripe, since),
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

function noticeOf(event: Stripe.Event): PaymentNotice {
  const message = { eventId: event.id, type: event.type };
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return paidNotice(message, event.data.object);
    case "charge.refunded":
      return refundNotice(message, event.data.object);
    case "charge.dispute.created":
    case "charge.dispute.closed":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.funds_withdrawn":
      return disputeNotice(message, event.data.object);
    default:
      return { ...message, kind: "other" };
  }
}

type Message = Pick<PaymentNotice, "eventId" | "type">;

function paidNotice(message: Message, session: Stripe.Checkout.Session): PaidNotice {
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

function refundNotice(message: Message, charge: Stripe.Charge): TakenBackNotice {
  const { payment_intent: payment, amount_refunded: amountCents, currency } = charge;
  const paymentId = idOf(payment);
  const kind = "taken_back";
  return { ...message, kind, paymentId, source: "refund", amountCents, currency, isWon: false };
}

/** An inquiry takes no money; if it becomes a dispute, the withdrawal of the funds says so. */
function disputeNotice(message: Message, dispute: Stripe.Dispute): PaymentNotice {
  const { id: source, payment_intent: payment, amount: amountCents, currency, status } = dispute;
  const isInquiry = status.startsWith("warning_") && !message.type.includes("funds_");
  if (isInquiry) return { ...message, kind: "other" };
  const isWon = status === "won" || message.type === "charge.dispute.funds_reinstated";
  const paymentId = idOf(payment);
  return { ...message, kind: "taken_back", paymentId, source, amountCents, currency, isWon };
}

const agentIdSchema = idSchema("agt");

/** The agent and pack that a page was opened for; absent on pages that are not ours. */
function lostOrderOf({ metadata, created }: Stripe.Checkout.Session): ListedPayment["order"] {
  const agentId = agentIdSchema.safeParse(metadata?.agentId);
  const packId = packIdSchema.safeParse(metadata?.packId);
  if (!agentId.success || !packId.success) return undefined;
  return { agentId: agentId.data, packId: packId.data, createdAt: new Date(created * 1_000) };
}

/**
 * What Stripe has of paid sessions, refunds and disputes. The id of a notice names its object and
 * amount, so that repeating the list books nothing twice.
 */
async function* listed(stripe: Stripe, since: Date): AsyncIterable<ListedPayment> {
  const page = { created: { gte: Math.floor(since.getTime() / 1_000) }, limit: 100 };
  for await (const session of stripe.checkout.sessions.list(page)) {
    if (session.payment_status !== "paid") continue;
    const message = { eventId: `listed:${session.id}`, type: "checkout.session.completed" };
    yield { notice: paidNotice(message, session), order: lostOrderOf(session) };
  }
  for await (const charge of stripe.charges.list(page)) {
    if (charge.amount_refunded === 0) continue;
    const eventId = `listed:${charge.id}:${charge.amount_refunded}`;
    yield { notice: refundNotice({ eventId, type: "charge.refunded" }, charge) };
  }
  for await (const dispute of stripe.disputes.list(page)) {
    const eventId = `listed:${dispute.id}:${dispute.status}`;
    const notice = disputeNotice({ eventId, type: "charge.dispute.created" }, dispute);
    if (notice.kind !== "other") yield { notice };
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
