import type { Context } from "koa";
import type { Logger } from "../core/log.ts";
import { type NoticeOutcome, type PaymentWebhook, takeNotice } from "../domain/checkout/index.ts";
import type { Services } from "../tools/context.ts";
import { requireMethod } from "./errors.ts";
import { readBody } from "./request.ts";

/** Stripe's events are far smaller; this keeps a stranger from filling our memory. */
const BODY_MAX_BYTES = 256 * 1024;

/** What a person should look at: money that came in and was not credited. */
const ALARMING: readonly NoticeOutcome[] = ["amount_mismatch", "second_payment"];
const STRANGE: readonly NoticeOutcome[] = ["unknown_order", "unknown_payment"];

/**
 * `POST /webhooks/stripe`: the only way in which a card payment becomes credits, or stops being
 * them. The body is read raw, because the signature covers its bytes. Whatever a repeat cannot mend
 * answers 200, so that Stripe does not send it again.
 */
export function createStripeWebhook(deps: {
  services: Services;
  webhook: PaymentWebhook;
  logger: Logger;
}) {
  const { services, webhook, logger } = deps;
  return async (ctx: Context): Promise<void> => {
    requireMethod(ctx, ["POST"]);
    ctx.set("Cache-Control", "no-store");
    const now = services.clock.now();
    const body = await readBody(ctx.req, BODY_MAX_BYTES);
    const notice = webhook.read(body, ctx.get("Stripe-Signature"), now);
    const { seasoningDays } = services.settings;
    const outcome = await takeNotice(services.db, notice, {
      ids: services.ids,
      now,
      seasoningDays,
    });
    const told = { ...notice, outcome };
    if (ALARMING.includes(outcome)) logger.error(told, "a payment was not credited");
    else if (STRANGE.includes(outcome)) logger.warn(told, "a payment nobody ordered here");
    else logger.info(told, "payment message");
    ctx.body = { received: true, outcome };
  };
}
