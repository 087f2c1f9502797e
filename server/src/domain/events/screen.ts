import { uuidFromBase32 } from "../../contract/ids.ts";
import type { Finding, TrafficGuard } from "../traffic/index.ts";
import type { Events, Report } from "./prepare.ts";

export interface ScreenDeps {
  readonly traffic: TrafficGuard;
  readonly namesProgram: (userAgent: string) => boolean;
}

/** What a publisher's server told of its reader. */
interface Reader {
  readonly userAgent: string | undefined;
  readonly ip: string | undefined;
}

const DELIVERY_BODY_START = 4;
const DELIVERY_BODY_END = 30;

/**
 * Reports come from the publisher's server, so of the reader we only know what it tells: `ua` and
 * `ip` in the evidence, as OpenRTB names them. Who tells them is held to the same rules as the
 * click redirect; the address goes no further than here.
 */
export function screenReports(events: Events, deps: ScreenDeps): Events {
  return {
    ...events,
    async report(reports, reporter, tx) {
      // Hardly any report has evidence, and those without cost nothing more.
      if (!reports.some((report) => readerOf(report) !== undefined)) {
        return events.report(reports, reporter, tx);
      }
      const screened: Report[] = [];
      // In their order: what came first is what a limit lets through.
      for (const report of reports) {
        screened.push(await screen(report, reporter.agentId, deps));
      }
      return events.report(screened, reporter, tx);
    },
  };
}

async function screen(report: Report, agentId: string, deps: ScreenDeps): Promise<Report> {
  const reader = readerOf(report);
  if (reader === undefined) return report;
  const finding = await findingOf(report, reader, agentId, deps);
  return { ...report, evidence: withoutIp(report.evidence), finding };
}

async function findingOf(
  report: Report,
  { userAgent, ip }: Reader,
  agentId: string,
  { traffic, namesProgram }: ScreenDeps,
): Promise<Finding | undefined> {
  if (userAgent !== undefined && namesProgram(userAgent)) {
    return { reason: "declared_bot", rule: "user_agent" };
  }
  if (report.type === "click") {
    const { deliveryId } = report;
    const body = deliveryId?.slice(DELIVERY_BODY_START, DELIVERY_BODY_END);
    const deliveryUuid = body === undefined ? undefined : uuidFromBase32(body);
    return traffic.judgeClick({ ip, deliveryUuid, sides: [agentId] });
  }
  const { campaignId, count = 1 } = report;
  return report.type === "impression" ? traffic.judgeView({ ip, campaignId, count }) : undefined;
}

function readerOf({ evidence }: Report): Reader | undefined {
  if (evidence === undefined || typeof evidence !== "object" || evidence === null) return undefined;
  const userAgent = "ua" in evidence ? textOf(evidence.ua) : undefined;
  const ip = "ip" in evidence ? textOf(evidence.ip) : undefined;
  return userAgent === undefined && ip === undefined ? undefined : { userAgent, ip };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function withoutIp(evidence: unknown): object {
  return Object.fromEntries(Object.entries(evidence ?? {}).filter(([name]) => name !== "ip"));
}
