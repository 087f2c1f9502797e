import { AD_UNIT_TYPES } from "../../server/src/contract/units.ts";
import type { Plan } from "./plans.ts";

export interface FuzzAgent {
  readonly agentId: string;
  readonly role: string;
  key: string;
  /** Earlier keys: of two that were made at once, either may be the one that stays. */
  readonly others: string[];
}

/** Of each kind the latest so many: enough that strangers meet, few enough that they meet again. */
const IDS_MAX = 40;
const AGENTS_MAX = 16;
const HOUR_MS = 3_600_000;

const ID = /\b([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}(?:_[A-Za-z0-9_-]{22})?/g;
const CURSOR = /"nextCursor":"([^"]+)"/g;
/** How a key is shown, and named to revoke it. */
const SHOWN_KEY = /"prefix":"([^"]{12})"/g;
/** What only its owner is ever shown. */
const OWN = new Set(["whk", "csh"]);
/** Well formed, and nobody's. */
const NOBODYS = "01k9zq3v5te7kbn8w2r4c6d8fg";

/** What is known of a campaign or a placement: who may do something with it, and its unit. */
interface Known {
  readonly owners: readonly unknown[];
  readonly unit: unknown;
}

/** What the exchange has answered so far: ids, cursors and agents, for everybody to use. */
export class Pools {
  readonly agents: FuzzAgent[] = [];
  readonly #ids = new Map<string, string[]>();
  readonly #known = new Map<unknown, Known>();
  readonly #events = new Map<unknown, string[]>();
  #turn = 0;

  /** Takes what it can use out of an answer that was a success. */
  learn(text: string, agentId?: string): void {
    for (const [id, prefix = ""] of text.matchAll(ID)) {
      this.#keep(prefix, id);
      const isTheirs = agentId !== undefined && OWN.has(prefix) && !this.#known.has(id);
      if (isTheirs) this.#known.set(id, { owners: [agentId], unit: undefined });
    }
    for (const [, shown = ""] of text.matchAll(SHOWN_KEY)) {
      this.#keep("key", shown);
      this.#known.set(shown, { owners: [agentId], unit: undefined });
    }
    for (const [, cursor = ""] of text.matchAll(CURSOR)) this.#keep("cur", cursor);
    const { items, ...one } = Object(JSON.parse(text));
    for (const about of Array.isArray(items) ? items : [one]) this.#note(Object(about));
  }

  addAgent(agent: FuzzAgent): void {
    if (this.agents.length < AGENTS_MAX) this.agents.push(agent);
  }

  /** The body with its marks filled in, as JSON text. */
  fill(body: string, now: Date): string {
    const named = body.replace(
      /@ref:((?!evt)[a-z]{3}):(\d+)/g,
      (_mark, prefix: string, number: string) => this.#idOf(prefix, Number(number)),
    );
    // Once for all marks: there may be thousands.
    const ids = new Set([...named.matchAll(ID)].map(([id]) => id));
    const events = [...ids].flatMap((id) => this.#events.get(id) ?? []);
    const unit = this.#about(named)[0]?.unit;
    return named
      .replace(/@ref:evt:(\d+)/g, (_mark, number: string) => this.#eventOf(events, Number(number)))
      .replace(/@unit:(\d+)/g, (_mark, number: string) =>
        String(unit ?? pick(AD_UNIT_TYPES, Number(number))),
      )
      .replace(/@hour:(-?\d+)/g, (_mark, hours: string) =>
        new Date(now.getTime() + Number(hours) * HOUR_MS).toISOString(),
      )
      .replace(/@day:(-?\d+)/g, (_mark, days: string) =>
        new Date(now.getTime() + Number(days) * 24 * HOUR_MS).toISOString().slice(0, 10),
      );
  }

  /** Who calls; mostly the owner of what the call is about, when its role fits. */
  callerOf({ who, tool }: Plan, body: string): FuzzAgent | undefined {
    if (who.kind !== "fitting") return pick(this.agents, who.number);
    const { access = "any" } = tool ?? {};
    const fitting = this.agents.filter(
      ({ role }) =>
        typeof access === "string" || role === "both" || access.some((one) => one === role),
    );
    const owners = this.#about(body).flatMap((known) => known.owners);
    const owning = fitting.filter(({ agentId }) => owners.includes(agentId));
    const isOwners = owning.length > 0 && who.number % 4 !== 0;
    return pick(isOwners ? owning : fitting, who.number);
  }

  #note(about: Readonly<Record<string, unknown>>): void {
    const { campaignId, placementId, advertiserId, publisherId, adUnitType: unit } = about;
    if (Number(about.chargedCredits) > 0) this.#noteEvent(campaignId, String(about.eventId));
    if (publisherId === undefined) return;
    const known = { owners: [publisherId, advertiserId], unit };
    this.#known.set(campaignId ?? placementId, known);
  }

  /** What cost something can be disputed. */
  #noteEvent(campaignId: unknown, eventId: string): void {
    const events = this.#events.get(campaignId) ?? [];
    this.#events.set(campaignId, [...events, eventId].slice(-IDS_MAX));
  }

  /** Mostly one of the campaign that the call is about. */
  #eventOf(own: readonly string[], number: number): string {
    return (number % 4 === 0 ? undefined : pick(own, number)) ?? this.#idOf("evt", number);
  }

  #about(body: string): Known[] {
    const keys = [...body.matchAll(SHOWN_KEY)].map(([, shown = ""]) => shown);
    const ids = new Set([...body.matchAll(ID)].map(([id]) => id).concat(keys));
    return [...ids].flatMap((id) => this.#known.get(id) ?? []);
  }

  #keep(prefix: string, id: string): void {
    const ids = this.#ids.get(prefix) ?? [];
    this.#ids.set(prefix, ids);
    if (ids.includes(id)) return;
    this.#turn += 1;
    if (ids.length < IDS_MAX) ids.push(id);
    else ids[this.#turn % IDS_MAX] = id;
  }

  #idOf(prefix: string, number: number): string {
    const ids = this.#ids.get(prefix) ?? [];
    const isKnown = ids.length > 0 && number % 20 !== 0;
    return isKnown ? (ids[number % ids.length] ?? "") : `${prefix}_${NOBODYS}`;
  }
}

function pick<T>(from: readonly T[], number: number): T | undefined {
  return from[number % Math.max(1, from.length)];
}
