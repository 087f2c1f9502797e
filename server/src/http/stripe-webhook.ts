import type { Context } from "koa";
import type { Logger } from "../core/log.ts";
import { type NoticeOutcome, type PaymentWebhook, takeNotice } from "../domain/checkout/index.ts";
import type { Services } from "../tools/context.ts";
import type { BodyReader } from "./body.ts";
import type { Endpoint } from "./routes.ts";

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
export function createStripeWebhook(deps: {
  services: Services;
  webhook: PaymentWebhook;
  bodies: BodyReader;
  logger: Logger;
}): Endpoint {
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
