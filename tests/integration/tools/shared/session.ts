import { expect } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { ticketSchema } from "../../../../server/src/contract/resources/message.ts";
import { createLogger } from "../../../../server/src/core/log.ts";
import { resultOf, type TestAgent } from "../../../setup/agents.ts";
import type { CallOptions } from "../../../setup/exchange.ts";
import { startMarket } from "../market.ts";

/** A market whose log is read as well, with a look at its tickets and for secrets anywhere. */
export async function startSession() {
  const lines: string[] = [];
  const logger = createLogger({ level: "trace", stream: { write: (line) => lines.push(line) } });
  const market = await startMarket({ logger });
  const { sql } = market;
  return {
    ...market,
    tickets: async () => (await sql("select id from ticket")).length,
    /** Opens a ticket by a tool and answers what the database holds of it. */
    async open(tool: string, args: object, { key }: TestAgent, options?: CallOptions) {
      const answer = await market.call(tool, args, key, options);
      const ticket = await resultOf(Promise.resolve(answer), ticketSchema.strict());
      const rows = await sql("select * from ticket where id = $1", [uuidFromId(ticket.ticketId)]);
      return { ticket, row: rows[0] ?? {}, text: answer.text };
    },
    /** Fails when a secret stands in any table or in any line of the log. */
    async expectNowhere(secret: string): Promise<void> {
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join("")).not.toContain(secret);
      const tables = await sql(
        `select relname as name from pg_class
        where relkind in ('r', 'p') and not relispartition
          and relnamespace = 'public'::regnamespace`,
      );
      expect(tables.map(({ name }) => name)).toContain("ticket");
      for (const { name } of tables) {
        const holding = `select 1 from ${name} t where strpos(to_jsonb(t)::text, $1) > 0`;
        expect(await sql(holding, [secret]), String(name)).toEqual([]);
      }
    },
  };
}
