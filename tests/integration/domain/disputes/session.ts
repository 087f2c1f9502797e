import { runAgentsCommand } from "../../../../server/src/cli/agents.ts";
import { runEarningsCommand } from "../../../../server/src/cli/earnings.ts";
import type { Market } from "../../tools/market.ts";

/** The operator's command line beside a running exchange. */
export function openSession(market: Pick<Market, "exchange" | "clock">) {
  const { db, services } = market.exchange;
  const run =
    (command: typeof runEarningsCommand) =>
    async (...words: string[]): Promise<string> => {
      const written: string[] = [];
      await command(words, {
        db,
        ids: services.ids,
        clock: market.clock,
        actor: "operator",
        stdout: { write: (text) => written.push(text) },
      });
      return written.join("");
    };
  const earnings = run(runEarningsCommand);
  const agents = run(runAgentsCommand);
  return {
    earnings,
    agents,
    /** `earnings ACTION --TARGET ID`, with what such a call needs. */
    decide: (action: string, target: string, id: string) =>
      earnings(action, `--${target}`, id, "--reason", "Looked at.", "--yes"),
  };
}
