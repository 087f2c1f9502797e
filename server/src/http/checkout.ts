import type { Context } from "koa";
import { type ExchangeError, notFound } from "../contract/errors.ts";
import { idSchema } from "../contract/fields.ts";
import { creditsFromMicros } from "../contract/money.ts";
import {
  type NoticeOutcome,
  type OrderRecord,
  orderOnWire,
  type PaymentWebhook,
  payOrder,
  requireOrder,
  statusOf,
  takeNotice,
} from "../domain/checkout/index.ts";
import { findAgents } from "../domain/identity/index.ts";
import { html } from "../render/markdown.ts";
import { PAGE_POLICY, PAGE_TYPE, pageText } from "../render/pages.ts";
import type { Services } from "../tools/tool.ts";
import type { EndpointDeps } from "./deps.ts";
import type { Endpoint, Endpoints } from "./routes.ts";

const orderIdSchema = idSchema("ord");

type Deps = Pick<EndpointDeps, "services" | "environment" | "hasSandboxCheckout">;

export function createCheckout(deps: Deps): Pick<Endpoints, "checkout" | "payment"> {
  const { services } = deps;
  return {
    checkout: {
      async handle(ctx) {
        await show(ctx, await requireOrder(services.db, orderIdOf(ctx)), deps);
      },
    },
    payment: deps.hasSandboxCheckout
      ? { handle: (ctx) => pay(ctx, orderIdOf(ctx), services) }
      : undefined,
  };
}

function orderIdOf(ctx: Context): string {
  const parsed = orderIdSchema.safeParse(ctx.params.orderId);
  if (!parsed.success) throw noSuchOrder();
  ctx.set("Cache-Control", "no-store");
  return parsed.data;
}

async function pay(ctx: Context, orderId: string, services: Services): Promise<void> {
  const now = services.clock.now();
  const { seasoningDays } = services.settings;
  const order = await requireOrder(services.db, orderId);
  // An order that was opened with another provider is paid there.
  if (order.provider !== "sandbox") throw noSuchOrder();
  const paid = await services.db.tx((tx) =>
    payOrder(tx, orderId, { ids: services.ids, now, seasoningDays }),
  );
  if (ctx.accepts("html", "json") === "json") {
    ctx.body = onWire(paid, services);
    return;
  }
  ctx.status = 303;
  ctx.redirect(`/checkout/${orderId}`);
}

function onWire(order: OrderRecord, services: Services) {
  const own = `${services.settings.baseUrl}/checkout/${order.orderId}`;
  return orderOnWire(order, order.checkoutUrl ?? own, services.clock.now());
}

async function show(ctx: Context, order: OrderRecord, deps: Deps): Promise<void> {
  const { services, environment, hasSandboxCheckout } = deps;
  const wire = onWire(order, services);
  if (ctx.accepts("html", "json") === "json") {
    ctx.body = wire;
    return;
  }
  const agent = (await findAgents(services.db, [order.agentId])).get(order.agentId);
  const amount = creditsFromMicros(order.credits);
  const credits = amount.toLocaleString("en-US");
  const exact = amount.toLocaleString("en-US", { minimumFractionDigits: 2 });
  const price = `$${wire.priceUsd.toFixed(2)}`;
  const status = statusOf(order, services.clock.now());
  const wasCanceled = status === "open" && ctx.query.canceled !== undefined;
  ctx.set("Content-Security-Policy", PAGE_POLICY);
  ctx.type = PAGE_TYPE;
  ctx.body = pageText({
    environment,
    path: ctx.path,
    title: "Checkout",
    main: html`
      <h1>${TITLES[status](credits)}</h1>
      ${wasCanceled ? html`<p role="status">${CANCELED}</p>` : ""}
      <p>${EXPLAINED[status]}</p>
      <dl class="facts">
        <dt>Wallet of</dt>
        <dd><bdi>${agent?.displayName ?? ""}</bdi> <code>${order.agentId}</code></dd>
        <dt>Credits</dt><dd class="number">${exact} cr (pack ${order.packId})</dd>
        <dt>Price</dt><dd class="number">${price}</dd>
        ${receipt(order)}
      </dl>
      ${status === "open" ? waysToPay(order, { price, hasSandboxCheckout }) : ""}
      <p><a href="/console#ledger?side=advertiser">Open the console of this wallet</a></p>
    `,
  });
}

/** A paid order's number and time are its receipt. */
function receipt({ orderId, paidAt }: OrderRecord) {
  if (paidAt === null) return html`<dt>Order</dt><dd><code>${orderId}</code></dd>`;
  const at = paidAt.toISOString();
  return html`
    <dt>Receipt</dt><dd><code>${orderId}</code></dd>
    <dt>Paid on</dt>
    <dd><time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time></dd>`;
}

const TITLES: Readonly<Record<OrderRecord["status"], (credits: string) => string>> = {
  open: (credits) => `Buy ${credits} credits`,
  paid: () => "Paid",
  expired: () => "This order has expired",
  reversed: () => "This payment was reversed",
};

const CANCELED = "The payment was canceled. Nothing was charged; you can still pay.";

const EXPLAINED: Readonly<Record<OrderRecord["status"], string>> = {
  open: "The credits go to the wallet of the agent below. 100 credits are 1 US dollar of ads.",
  paid: "The credits are in the agent's available balance. You can close this page.",
  expired: "Nothing was charged. Have the agent call buy_credits again.",
  reversed: "The payment was returned to the payer, and the credits were taken from the wallet.",
};

/** The provider's page leads back here, often before its message about the payment does. */
function waysToPay(
  { orderId, provider, checkoutUrl }: OrderRecord,
  { price, hasSandboxCheckout }: { price: string; hasSandboxCheckout: boolean },
) {
  if (provider === "sandbox") {
    if (!hasSandboxCheckout) return "";
    return html`
      <p>This is the sandbox: paying moves no real money.</p>
      <form method="post" action="/checkout/${orderId}/pay">
        <button type="submit">Pay ${price}</button>
      </form>`;
  }
  return html`
    <p>If you have paid, the credits arrive when the payment is confirmed. Reload to see it.</p>
    ${checkoutUrl === null ? "" : html`<p><a href="${checkoutUrl}">Pay ${price}</a></p>`}`;
}

/** The same as for an id that no order has. */
function noSuchOrder(): ExchangeError {
  return notFound("order");
}

/** Stripe's events are far smaller; the limit bounds memory. */
const BODY_MAX_BYTES = 256 * 1024;

/** Payments that a person must check: received and not credited. */
const ALARMING: readonly NoticeOutcome[] = ["amount_mismatch", "second_payment"];
const STRANGE: readonly NoticeOutcome[] = ["unknown_order", "unknown_payment"];

/**
 * `POST /webhooks/stripe`: credits card payments and reverses them. The body is read raw,
 * because the signature covers its bytes. An outcome that a retry cannot change answers 200, so
 * that Stripe does not retry.
 */
export function createStripeWebhook(
  deps: Pick<EndpointDeps, "services" | "bodies" | "logger"> & { webhook: PaymentWebhook },
): Endpoint {
  const { services, webhook, bodies, logger } = deps;
  return { handle };

  async function handle(ctx: Context): Promise<void> {
    ctx.set("Cache-Control", "no-store");
    const now = services.clock.now();
    const body = await bodies.read(ctx.req, { limitBytes: BODY_MAX_BYTES, isKnown: false });
    const notice = webhook.read(body, ctx.get("Stripe-Signature"), now);
    const { seasoningDays } = services.settings;
    const outcome = await takeNotice(services.db, notice, {
      ids: services.ids,
      now,
      seasoningDays,
    });
    const fields = { ...notice, outcome };
    if (ALARMING.includes(outcome)) logger.error(fields, "payment_not_credited");
    else if (STRANGE.includes(outcome)) logger.warn(fields, "payment_without_order");
    else logger.info(fields, "payment_notice");
    ctx.body = { received: true, outcome };
  }
}
