import { expect, test } from "vitest";
import { runStorm } from "../../../postbacks/storm.ts";
import { createTestDatabase } from "../../../setup/database.ts";

const LIMIT_MS = 60_000;

/** The short form of `npm run prove -- postbacks`. */
test(
  "whatever receivers and processes do, each event is sent with one id and the same bytes",
  async () => {
    const { databaseUrl, drop } = await createTestDatabase();
    const seed = Date.now() % 1_000_000;
    try {
      const verdict = await runStorm({
        databaseUrl,
        events: 240,
        workerKills: 2,
        serverKills: 1,
        seed,
        limitMs: LIMIT_MS,
        say: () => undefined,
      });
      const broken = verdict.findings.filter(({ problem }) => problem !== null);
      expect(broken, `seed ${seed}`).toEqual([]);
      expect(verdict.sent, `seed ${seed}`).toBe(240);
    } finally {
      await drop();
    }
  },
  LIMIT_MS,
);
