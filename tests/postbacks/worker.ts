import { systemClock } from "../../server/src/core/clock.ts";
import { createLogger } from "../../server/src/core/log.ts";
import { createSecretBox, parseSigningKeys } from "../../server/src/core/signing.ts";
import { POSTBACK_TIMES, SECRETS_PURPOSE } from "../../server/src/domain/postbacks/index.ts";
import { startJobs } from "../../server/src/jobs/boss.ts";
import { createPostbackSender } from "../../server/src/providers/postback/sender.ts";
import { SIGNING_KEYS } from "../bench/support/exchange-process.ts";

/**
 * The job worker with days pressed into seconds, so that a proof sees every attempt, and with name
 * servers of its own: every name resolves to an address that no postback may reach.
 */
const [databaseUrl, forbiddenAddress] = process.argv.slice(2);
if (databaseUrl === undefined || forbiddenAddress === undefined) throw new Error("Two arguments.");
const TIMEOUT_MS = 600;
const LEASE_MS = 2_500;

const sender = createPostbackSender({
  clock: systemClock,
  allowedHosts: new Set(["127.0.0.1"]),
  timeoutMs: TIMEOUT_MS,
  resolve: () => Promise.resolve([forbiddenAddress]),
});
const jobs = await startJobs({
  databaseUrl,
  logger: createLogger({ level: "error", stream: process.stderr }),
  postbacks: {
    sender,
    secrets: createSecretBox(parseSigningKeys(SIGNING_KEYS), SECRETS_PURPOSE),
    unprovenPerHour: 60,
    times: {
      ...POSTBACK_TIMES,
      delaysMs: [0, 100, 200, 300, 400, 500, 600, 700, 800, 900],
      leaseMs: LEASE_MS,
      pauseMs: 300,
    },
  },
});
process.once("SIGTERM", () => void jobs.stop().then(() => process.exit(0)));
process.send?.("working");
