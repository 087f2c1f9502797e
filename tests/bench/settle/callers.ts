import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import { type CallerResult, runBatcher, runNaive } from "./batcher.ts";

export interface CallersOrder {
  readonly kind: "batcher" | "naive";
  readonly databaseUrl: string;
  readonly facts: CampaignFacts;
  readonly durationMs: number;
}

export type CallersReply = { readonly result: CallerResult } | { readonly error: string };

/** The 64 callers run in a process of their own, as a server would. */
process.on("message", (order: CallersOrder) => {
  const run = order.kind === "batcher" ? runBatcher : runNaive;
  void run(order).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: String(error) }),
  );
});

function reply(message: CallersReply): void {
  process.send?.(message);
}
