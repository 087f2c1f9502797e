import { parseArgs } from "node:util";
import { migrate } from "../../server/src/core/migrate.ts";
import { runStorm } from "../postbacks/storm.ts";
import { startTestPostgres } from "../setup/postgres.ts";

/**
 * `npm run prove -- postbacks [--events 10000] [--seed N]`: ten thousand postbacks to a receiver
 * that fails, hangs, breaks off, redirects, is gone, busy and endless, while worker and server are
 * killed ten times and secrets are rotated: each event is sent with one id and the same bytes.
 */
const { values } = parseArgs({
  options: { events: { type: "string", default: "10000" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const say = (text: string) => void process.stdout.write(`${text}\n`);

const postgres = await startTestPostgres({ isDurable: true });
const { embedded } = postgres;
if (embedded === null) throw new Error("The proof runs on a PostgreSQL of its own alone.");
let failures = 0;
try {
  const databaseUrl = embedded.databaseUrl();
  await migrate({ databaseUrl });
  say(`seed ${seed}`);
  const verdict = await runStorm({
    databaseUrl,
    events: Number(values.events),
    workerKills: 7,
    serverKills: 3,
    seed,
    limitMs: 600_000,
    say,
  });
  for (const { name, problem } of verdict.findings) {
    say(`${problem === null ? "ok  " : "FAIL"} ${name}${problem === null ? "" : `: ${problem}`}`);
    if (problem !== null) failures += 1;
  }
  const { sent, requests, moods, storm } = verdict;
  say(JSON.stringify({ sent, requests, moods, ...storm }));
} finally {
  await postgres.stop();
}
say(failures === 0 ? "passed" : `${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
