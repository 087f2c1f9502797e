import { createCitationReader } from "./citations/index.ts";
import type { CitationKind, CitationOffer, CitationResult } from "./citations/types.ts";
import type { TurnRecord } from "./memory.ts";
import type { CitedOffer } from "./offers.ts";
import type { Settings } from "./settings.ts";
import type { ReportInput } from "./types.ts";

const STRENGTH: Readonly<Record<CitationKind, number>> = { ad: 1, rec: 2, pick: 3 };
/** Source: a report's `citation.cited` is at most 50. */
const CITED_MAX = 50;

/** How an answer cited one offer, whichever of its parts did. */
export type Cited = {
  offer: CitationOffer;
  kind: CitationKind;
  position: number;
  rendered: boolean;
  passage: string;
};

/** What an answer cites as a whole. */
export type CitedAnswer = {
  cited: readonly Cited[];
  /** How many different tags. */
  tags: number;
  lastPick: string;
  unmarked: readonly string[];
};

/** Reads one part of an answer, such as a text between two calls of tools. */
export type PartReader = {
  push(chunk: string): string;
  /** The rest of the part, and what this part cites. */
  end(): { text: string; cited: Cited[] };
  shift(offset: number): number;
};

/** Reads an answer that comes in one part or several. */
export type AnswerReader = { part(): PartReader; end(): CitedAnswer };

type Reading = Pick<Settings, "render" | "appendDisclosure">;

export function createAnswerReader(
  offers: readonly CitationOffer[],
  { render, appendDisclosure }: Reading,
): AnswerReader {
  const byId = new Map(offers.map((offer) => [offer.offerId, offer]));
  const cited = new Map<string, Cited>();
  const unmarked = new Set<string>();
  let lastPick = "";

  function take({ citations, passages, ...result }: CitationResult): Cited[] {
    for (const name of result.unmarked) unmarked.add(name);
    lastPick = result.lastPick[0] ?? lastPick;
    return citations.flatMap(({ offerId, ...citation }): Cited[] => {
      const offer = byId.get(offerId);
      if (offer === undefined) return [];
      const found = { ...citation, offer, passage: passages[offerId] ?? "" };
      const known = cited.get(offerId);
      const isStronger = known === undefined || STRENGTH[found.kind] > STRENGTH[known.kind];
      const rendered = found.rendered || known?.rendered === true;
      cited.set(offerId, { ...(isStronger ? found : known), rendered });
      return [found];
    });
  }

  return {
    part() {
      const reader = createCitationReader(offers, { render, appendDisclosure });
      let isOver = false;
      return {
        push: (chunk) => reader.push(chunk),
        end() {
          if (isOver) return { text: "", cited: [] };
          isOver = true;
          const result = reader.end();
          return { text: result.text, cited: take(result) };
        },
        shift: (offset) => reader.shift(offset),
      };
    },
    end() {
      const all = [...cited.values()];
      return {
        cited: all,
        tags: new Set(all.map(({ offer }) => offer.tag)).size,
        lastPick,
        unmarked: [...unmarked],
      };
    },
  };
}

/** The last pick is a decision where the answer cites something beside it. */
export function isDecision({ offer, kind }: Cited, { tags, lastPick }: CitedAnswer): boolean {
  return kind === "pick" && offer.offerId === lastPick && tags > 1;
}

/**
 * The reports an answer earns: a rendered `rec` or `pick` of a `cpr` booking, and the decision of a
 * `cpd` booking, once each in a turn. Nothing else is billed.
 */
export function reportsFor(
  record: TurnRecord,
  answer: CitedAnswer,
  shareText: boolean,
): ReportInput[] {
  return answer.cited.flatMap((cited) => {
    const offer = record.offers.find(({ cite }) => cite.offerId === cited.offer.offerId);
    if (offer === undefined || !cited.rendered || cited.kind === "ad") return [];
    return reportsOf(record, offer, { cited, answer, shareText });
  });
}

type Reported = { cited: Cited; answer: CitedAnswer; shareText: boolean };

function reportsOf(
  record: TurnRecord,
  offer: CitedOffer,
  { cited, answer, shareText }: Reported,
): ReportInput[] {
  const { turnId, sessionKey } = record;
  return offer.deliveries.flatMap((delivery): ReportInput[] => {
    const { adUnitType, campaignId, citation, deliveryId, mayReason } = delivery;
    const decided = adUnitType === "cpd" && isDecision(cited, answer);
    if (citation === undefined || !mayReason || !(decided || adUnitType === "cpr")) return [];
    if (record.reported.has(campaignId)) return [];
    record.reported.add(campaignId);
    const { tag, label } = citation;
    const { kind } = cited;
    return [
      {
        type: "conversion",
        campaignId,
        deliveryId,
        turnId,
        ...(sessionKey !== undefined && { sessionKey }),
        conversionType: decided ? "decision" : "recommendation",
        citation: { tag, kind, label, rendered: true, cited: Math.min(CITED_MAX, answer.tags) },
        ...(shareText && cited.passage !== "" && { evidence: cited.passage }),
      },
    ];
  });
}
