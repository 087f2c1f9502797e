import { tableOf } from "./command.ts";
import type { Status } from "./status-facts.ts";

/** The status as a table, then a line for each problem. */
export function textOfStatus(status: Status): string {
  const rows = [
    ["migrated", status.migrated ? "yes" : "NO"],
    ["database", databaseText(status)],
    ["replica", replicaText(status)],
    ["redis", status.redis === null ? "none" : answers(status.redis.reachable)],
    ["settlement", settlementText(status)],
    ["disk", diskText(status)],
    ...tableRows(status),
  ];
  const problems = status.problems.map((problem) => `! ${problem}\n`);
  return `${tableOf(rows)}${problems.join("")}`;
}

function tableRows(status: Status): string[][] {
  const { agents, campaigns, money, outbox, postbacks, verification } = status;
  const { feeds = [], openTickets = {} } = status;
  if (!(agents && campaigns && money && outbox && postbacks && verification)) return [];
  return [
    ["agents", counts(agents)],
    ["campaigns", counts(campaigns)],
    ...Object.entries(money).map(([name, credits]) => [
      `money: ${name.replace(/Credits$/, "")}`,
      `${credits.toLocaleString("en-US", { maximumFractionDigits: 6 })} credits`,
    ]),
    ["outbox", `${outbox.waiting} waiting, oldest ${seconds(outbox.ageMs)}`],
    [
      "postbacks",
      `${postbacks.pending} pending, ${postbacks.dead} dead, ${seconds(postbacks.lagMs)} overdue`,
    ],
    ["verified", verification.lastRunAt?.toISOString() ?? "never"],
    ["verified clean", verification.lastCleanRunAt?.toISOString() ?? "never"],
    ["verified in full", verification.lastFullRunAt?.toISOString() ?? "never"],
    ["findings", `${verification.openFindings}, ${verification.frozenAgents} agents frozen`],
    ["open tickets", counts(openTickets)],
    ...feeds.map(({ name, generation, products, importedAt }) => [
      `feed ${name}`,
      `generation ${generation}, ${products} products, ${importedAt ?? "never imported"}`,
    ]),
  ];
}

function databaseText({ database }: Status): string {
  return database.sizeBytes === null ? "not readable" : gigabytes(database.sizeBytes);
}

function replicaText({ replica }: Status): string {
  if (replica === null) return "none";
  return replica.lagMs === null ? "DOES NOT ANSWER" : `answers, ${seconds(replica.lagMs)} behind`;
}

function settlementText({ exchange }: Status): string {
  if (exchange === null) return "no exchange answers at HOST and PORT";
  const { waitingEvents, averageLagMs, p99LagMs } = exchange;
  const lag =
    averageLagMs === null
      ? "nothing settled yet"
      : `${averageLagMs.toFixed(1)} ms on average, p99 ${p99LagMs ?? "above 10,000"} ms`;
  return `${waitingEvents} events waiting, ${lag}`;
}

function diskText({ disk }: Status): string {
  if (disk === null) return "no DATA_DIR";
  return `${gigabytes(disk.freeBytes)} of ${gigabytes(disk.sizeBytes)} free at ${disk.path}`;
}

function answers(reachable: boolean): string {
  return reachable ? "answers" : "DOES NOT ANSWER";
}

function counts(of: Readonly<Record<string, number>>): string {
  const texts = Object.entries(of).map(([name, count]) => `${count} ${name}`);
  return texts.length === 0 ? "none" : texts.join(", ");
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

function gigabytes(sizeBytes: number): string {
  return `${(sizeBytes / 2 ** 30).toFixed(2)} GiB`;
}
