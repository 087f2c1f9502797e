import type { EventReason, ReasonOf } from "../../contract/reasons.ts";
import { type Cache, createBoundedMap, type SlidingLimit } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import type { Signer } from "../../core/signing.ts";
import { holderOf, type Ip, isLoopbackIp, parseIp, type RangeFile } from "./ranges.ts";

/** Why an event is not billed, and the rule that says so, kept beside the event. */
export interface Finding {
  readonly reason: ReasonOf<"traffic">;
  readonly rule: string;
}

/** One click that could be billed as far as its request shows. */
export interface TrafficClick {
  readonly ip: string | undefined;
  /** Absent when a report did not say which. */
  readonly deliveryUuid: string | undefined;
  /** Who must not click: the two agents of the booking, as far as they are known. */
  readonly sides: readonly string[];
}

/** Impressions of one campaign that one reader is said to have seen. */
export interface TrafficView {
  readonly ip: string | undefined;
  readonly campaignId: string;
  readonly count: number;
}

export type TrafficGuard = ReturnType<typeof createTrafficGuard>;

const IN_RANGE: Finding = { reason: "invalid_traffic", rule: "address_range" };
const OWN_CLICK: Finding = { reason: "self_click", rule: "own_address" };
const TOO_MANY: Finding = { reason: "invalid_traffic", rule: "address_rate" };

export interface TrafficDeps {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly ranges: RangeFile;
  /** Under DEMO=1 everybody sits at one machine. */
  readonly exemptsLoopback: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Billed clicks of one IP, whatever the campaigns (server/docs/contract.md). */
const CLICK_LIMITS: readonly SlidingLimit[] = [
  { max: 1, windowMs: MINUTE_MS },
  { max: 3, windowMs: 10 * MINUTE_MS },
  { max: 10, windowMs: HOUR_MS },
  { max: 25, windowMs: DAY_MS },
];

/** Billed impressions of one campaign at one IP (server/docs/contract.md). */
const VIEW_LIMIT: SlidingLimit = { max: 3, windowMs: 5 * MINUTE_MS };

/** A delivery can be clicked as long as it is open. */
const CLICKED_FOR_MS = DAY_MS;
const HASH_BYTES = 16;
const NOTE_EVERY_MS = MINUTE_MS;
const NOTED_MAX = 10_000;

/** Judges clicks and impressions by IP, with counters that all processes share. */
export function createTrafficGuard(deps: TrafficDeps) {
  const known = (text: string | undefined): Ip | undefined => {
    const ip = parseIp(text ?? "");
    return ip !== undefined && deps.exemptsLoopback && isLoopbackIp(ip) ? undefined : ip;
  };
  const judge = (
    text: string | undefined,
    byHash: (hash: string) => Promise<Finding | undefined>,
  ) => {
    const ip = known(text);
    if (ip === undefined) return Promise.resolve(undefined);
    if (deps.ranges.has(ip)) return Promise.resolve(IN_RANGE);
    return byHash(hashed(ip, deps).toString("base64url"));
  };
  return {
    /** What is wrong with a click, by its IP. Never rejects; without the cache it finds less. */
    judgeClick: (click: TrafficClick) =>
      judge(click.ip, async (hash) =>
        (await isOwn(click, hash, deps.cache)) ? OWN_CLICK : tooMany(click, hash, deps.cache),
      ),
    /** The same for impressions whose reader's IP was reported. */
    judgeView: ({ ip, campaignId, count }: TrafficView) =>
      judge(ip, async (hash) => {
        for (let taken = 0; taken < count; taken += 1) {
          if (!(await deps.cache.take(`views:${campaignId}:${hash}`, [VIEW_LIMIT])))
            return TOO_MANY;
        }
        return undefined;
      }),
    isListed(text: string | undefined) {
      const ip = known(text);
      return ip !== undefined && deps.ranges.has(ip);
    },
    /** Records that an agent calls from this IP, so that clicks from it are its own. */
    noteOwn: createNotes(deps, known),
    /** A keyed hash of the IP, different every day. */
    hashOf(text: string | undefined) {
      const ip = parseIp(text ?? "");
      return ip === undefined ? null : hashed(ip, deps);
    },
  };
}

/** The salt is the UTC day: hashes of two days have nothing in common. */
function hashed(ip: Ip, { signer, clock }: TrafficDeps): Buffer {
  const day = clock.now().toISOString().slice(0, 10);
  return signer.mac("address", `${day}|${holderOf(ip)}`, HASH_BYTES);
}

function ownKey(agentId: string, hash: string): string {
  return `own:${agentId}:${hash}`;
}

async function isOwn(click: TrafficClick, hash: string, cache: Cache): Promise<boolean> {
  const found = await Promise.all(click.sides.map((agentId) => cache.get(ownKey(agentId, hash))));
  return found.some((value) => value !== null);
}

/**
 * Counts a click against its IP. A second click on a delivery is left to settlement, which answers
 * duplicate: a reader may click twice.
 */
async function tooMany(
  click: TrafficClick,
  hash: string,
  cache: Cache,
): Promise<Finding | undefined> {
  const { deliveryUuid } = click;
  const clicked = deliveryUuid === undefined ? undefined : `clicked:${deliveryUuid}`;
  const wasClicked = async () => clicked !== undefined && (await cache.get(clicked)) !== null;
  if (await wasClicked()) return undefined;
  if (await cache.take(`clicks:${hash}`, CLICK_LIMITS)) {
    if (clicked !== undefined) await cache.set(clicked, "1", CLICKED_FOR_MS);
    return undefined;
  }
  // The other half of a double click may have been counted just now.
  return (await wasClicked()) ? undefined : TOO_MANY;
}

/** One note for each agent and minute: a publisher's server calls hundreds of times a second. */
function createNotes(deps: TrafficDeps, known: (text: string | undefined) => Ip | undefined) {
  const notedAtMs = createBoundedMap<string, number>(NOTED_MAX);
  return (agentId: string, text: string | undefined): void => {
    const nowMs = deps.clock.monotonicMs();
    const last = notedAtMs.get(agentId);
    if (last !== undefined && nowMs - last < NOTE_EVERY_MS) return;
    const ip = known(text);
    if (ip === undefined) return;
    notedAtMs.set(agentId, nowMs);
    const hash = hashed(ip, deps).toString("base64url");
    void deps.cache.set(ownKey(agentId, hash), "1", DAY_MS);
  };
}

/**
 * Programs that say who they are beside a browser's own words, where the package `isbot` sees a
 * browser: assistants that fetch for a person, browsing agents, and crawlers without "bot" or
 * "crawl" in their names. Editors that show pages to a person are left out on purpose.
 *
 * **Source** ai.robots.txt, 2026-11: 166 names, of which `isbot` 5.2 misses these.
 */
const NAMES = [
  // Agents that fetch for a user: ChatGPT-User, Claude-User, Perplexity-User.
  "\\b[a-z]+-user\\b",
  "\\b(?:agenttimes|aiwebindex|anomura|awario|cotoyogi|devin|img2dataset|lightpanda|nova-?act)\\b",
  "\\b(?:notebooklm|omgili|opencode|operator/|panscient|scrapy|useai|yandexadditional)",
  "\\bamazon-?(?:kendra|qbusiness|buyforme|bedrock)",
  "\\banthropic-ai\\b|\\bclaude-(?:code|web)\\b",
  "\\bbigsur\\.ai\\b|\\bcohere-ai\\b|\\bopenai\\b|\\bterra ?cotta\\b|\\byak/",
  "\\bgemini-deep-research\\b|\\bgoogle-?agent|\\bmistralai|\\bpoggio-|\\bkagi-",
  "\\bgeisthaus-|\\blaion-|\\bmozilla-tabstack\\b|\\bwebzio-|\\btwinagent\\b",
  "\\bfacebookexternalhit\\b|\\bmeta-(?:externalagent|externalfetcher|webindexer)\\b",
  "\\bpuppeteer|\\bplaywright|\\bbrowser-use\\b|\\bstagehand\\b|\\bcrew-?ai\\b|\\blangchain\\b",
  "\\bauto-?gpt\\b|\\bcrawl4ai\\b|\\bfirecrawl",
];
const PATTERN = new RegExp(NAMES.join("|"), "i");

/** Whether a user agent names an AI agent or crawler that passes for a browser otherwise. */
export function isDeclaredAgent(userAgent: string): boolean {
  return PATTERN.test(userAgent);
}

/**
 * The two kinds of invalid traffic that auditors tell apart: `general` is found by lists and
 * fixed limits, `sophisticated` only by knowing who is who.
 */
export type TrafficBucket = "general" | "sophisticated";

/**
 * The bucket of invalid traffic in which an event with this reason is counted; undefined for
 * reasons that say nothing of who caused it, such as a repeated report or an empty budget.
 *
 * **Source** MRC Invalid Traffic Detection and Filtration Standards: bots, data centres, prefetch
 * and limits on activity are general; parties that act on their own campaigns are sophisticated.
 */
export function bucketOfReason(reason: EventReason | undefined): TrafficBucket | undefined {
  if (reason === "declared_bot" || reason === "invalid_traffic") return "general";
  return reason === "self_click" ? "sophisticated" : undefined;
}
