import { AsyncLocalStorage } from "node:async_hooks";
import type { Middleware } from "koa";
import { recordOf, textOf } from "../../goods/market/json.ts";
import type { ActionOutcome, Advertising, ShopAction } from "../../shop/types.ts";
import { movesOf, type Parties } from "./moves.ts";
import { redact } from "./redact.ts";
import type { ReaderSession, Sessions } from "./sessions.ts";
import type { Timeline } from "./timeline.ts";

const DONE = { order: "Bought", sign_up: "Signed up", install: "Installed" } as const;

export type SalesWatch = {
  /** Remembers whose visit of the shop it is. */
  middleware: Middleware;
  advertising: Advertising;
};

/**
 * Adds the outcome of a visit to the shop to the timeline. It belongs to the turn whose ad was
 * clicked; one without a click, such as a code that was typed in, to the reader's latest turn.
 */
export function watchSales(
  advertising: Advertising,
  options: {
    sessions: Sessions;
    timeline: Timeline;
    partiesOf: (campaignId: string) => Parties | undefined;
  },
): SalesWatch {
  const { sessions, timeline, partiesOf } = options;
  const visits = new AsyncLocalStorage<ReaderSession | undefined>();
  const note = (action: ShopAction, { calls = [], message, reported }: ActionOutcome): void => {
    const byClick = action.clickId === undefined ? undefined : timeline.runOf(action.clickId);
    const run = byClick ?? visits.getStore()?.runs.at(-1);
    if (run === undefined) return;
    const moves = calls.flatMap(({ request, response }) => {
      const campaignId = textOf(recordOf(recordOf(request)?.arguments)?.campaignId) ?? "";
      const parties = partiesOf(campaignId);
      return parties === undefined ? [] : movesOf(recordOf(response) ?? {}, parties);
    });
    const ending = reported ? " and reported to the exchange" : "";
    timeline.add(run, {
      kind: "sale",
      text: `${DONE[action.kind]} in the shop${ending}. ${message ?? ""}`.trim(),
      calls: calls.map((call) => ({
        ...call,
        request: redact(call.request),
        response: redact(call.response),
      })),
      ...(moves.length > 0 && { moves }),
      isOutside: true,
    });
  };
  return {
    middleware: (ctx, next) => visits.run(sessions.find(ctx), next),
    advertising: {
      checkCoupon: (code, use) => advertising.checkCoupon(code, use),
      async report(action) {
        const outcome = await advertising.report(action);
        note(action, outcome);
        return outcome;
      },
    },
  };
}
