import type { Context } from "koa";
import { type ExchangeError, notFound } from "../contract/errors.ts";
import { idSchema } from "../contract/ids.ts";
import { creditsFromMicros } from "../contract/money.ts";
import type { OrderRecord } from "../domain/checkout/index.ts";
import { orderOnWire, payOrder, requireOrder, statusOf } from "../domain/checkout/index.ts";
import { html, PAGE_POLICY, PAGE_TYPE, pageText } from "../render/markup.ts";
import type { Services } from "../tools/context.ts";
import type { Endpoints } from "./routes.ts";

const orderIdSchema = idSchema("ord");

/** The sandbox's hosted checkout: a page with one button, and what that button does. */
export function createCheckout(deps: {
  services: Services;
  hasSandboxCheckout: boolean;
}): Pick<Endpoints, "checkout" | "payment"> {
  const { services } = deps;
  return {
    checkout: {
      async handle(ctx) {
        show(ctx, await requireOrder(services.db, orderIdOf(ctx)), deps);
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

function show(
  ctx: Context,
  order: OrderRecord,
  { services, hasSandboxCheckout }: { services: Services; hasSandboxCheckout: boolean },
): void {
  const wire = onWire(order, services);
  if (ctx.accepts("html", "json") === "json") {
    ctx.body = wire;
    return;
  }
  const credits = creditsFromMicros(order.credits).toLocaleString("en-US");
  const status = statusOf(order, services.clock.now());
  ctx.set("Content-Security-Policy", PAGE_POLICY);
  ctx.type = PAGE_TYPE;
  ctx.body = pageText({
    title: "Checkout",
    badge: order.provider === "sandbox" ? "sandbox" : "checkout",
    main: html`
      <h1>${TITLES[status]}</h1>
      <dl class="facts">
        <dt>Pack</dt><dd>${order.packId}</dd>
        <dt>Credits</dt><dd class="number">${credits} cr</dd>
        <dt>Price</dt><dd class="number">$${wire.priceUsd.toFixed(2)}</dd>
        <dt>Order</dt><dd><code>${order.orderId}</code></dd>
      </dl>
      ${status === "open" ? waysToPay(order, hasSandboxCheckout) : explained(status)}
    `,
  });
}

const TITLES = {
  open: "Buy credits",
  paid: "Paid",
  expired: "This order has expired",
  reversed: "This payment was reversed",
} as const;

const EXPLAINED = {
  open: "",
  paid: "The credits are in the agent's available balance. You can close this page.",
  expired: "Nothing was charged. Ask the agent to call buy_credits again.",
  reversed: "The credits were taken back.",
} as const;

function explained(status: OrderRecord["status"]) {
  return html`<p>${EXPLAINED[status]}</p>`;
}

/** The provider's page leads back here, often before its message about the payment does. */
function waysToPay(order: OrderRecord, hasSandboxCheckout: boolean) {
  if (order.provider === "sandbox") return hasSandboxCheckout ? payForm(order.orderId) : "";
  return html`
    <p>If you have paid, the credits arrive as soon as the payment is confirmed; reload to see.</p>
    ${order.checkoutUrl === null ? "" : html`<p><a href="${order.checkoutUrl}">Pay</a></p>`}
  `;
}

function payForm(orderId: string) {
  return html`
    <p>This is the sandbox: paying moves no real money.</p>
    <form method="post" action="/checkout/${orderId}/pay">
      <button type="submit">Pay</button>
    </form>
  `;
}

/** The same as for an id that no order has. */
function noSuchOrder(): ExchangeError {
  return notFound("order");
}
