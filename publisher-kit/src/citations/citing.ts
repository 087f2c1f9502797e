import type { CitedOffer } from "../cards/offers.ts";
import { guarded } from "../core/guards.ts";
import { unitOf } from "../generated/reported-units.ts";
import type { TurnRecord } from "../turn/memory.ts";
import type { Settings } from "../turn/settings.ts";
import type { ReportInput } from "../types.ts";
import { createCitationReader } from "./index.ts";
import { renderLabel } from "./render.ts";
import type { CitationKind, CitationOffer, CitationRender, CitationResult } from "./types.ts";

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
  /** How many different tags of the turn. */
  tags: number;
  lastPick: string;
  /** Names that stood in a paragraph without a mark. */
  unmarked: readonly string[];
  /** How many offers it names and never cites. */
  missed: number;
};

/** Reads one part of an answer, such as a text between two calls of tools. */
export type PartReader = {
  push(chunk: string): string;
  /** The rest of the part, and what this part cites. */
  end(): { text: string; cited: Cited[] };
  /** Ends a part that was cut short: text that was held back is not shown and counts nothing. */
  cut(): void;
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

  /** Counts what a part cites in the text that was shown, `shownLength` long. */
  function take(result: CitationResult, shownLength: number): Cited[] {
    const { passages } = result;
    for (const name of result.unmarked) unmarked.add(name);
    const shown = result.citations.filter(({ position }) => position < shownLength);
    const picked = shown.find(({ offerId }) => offerId === result.lastPick[0]);
    lastPick = picked?.offerId ?? lastPick;
    return shown.flatMap(({ offerId, ...citation }): Cited[] => {
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
      const options = { render: rendersAlways(render), appendDisclosure };
      const reader = createCitationReader(offers, options);
      let shownLength = 0;
      let isOver = false;
      return {
        push(chunk) {
          const text = reader.push(chunk);
          shownLength += text.length;
          return text;
        },
        end() {
          if (isOver) return { text: "", cited: [] };
          isOver = true;
          const result = reader.end();
          return { text: result.text, cited: take(result, Number.POSITIVE_INFINITY) };
        },
        cut() {
          if (isOver) return;
          isOver = true;
          take(reader.end(), shownLength);
        },
        shift: (offset) => reader.shift(offset),
      };
    },
    end() {
      const all = [...cited.values()];
      return {
        cited: all,
        // An offer of an earlier turn may be one of this turn's again, under another tag.
        tags: new Set(all.filter(isOfTurn).map(({ offer }) => offer.tag)).size,
        lastPick,
        unmarked: [...unmarked],
        missed: countMissed(offers, [...unmarked], new Set(cited.keys())),
      };
    },
  };
}

/** An offer named by sponsor and title, and offers that share a name, count once. */
function countMissed(
  offers: readonly CitationOffer[],
  names: readonly string[],
  citedIds: ReadonlySet<string>,
): number {
  const missed = new Set<string>();
  for (const name of names) {
    const owners = offers.filter(({ sponsor, title }) =>
      [sponsor.trim(), title?.trim()].includes(name),
    );
    const [first] = owners;
    if (first === undefined || owners.some(({ offerId }) => citedIds.has(offerId))) continue;
    missed.add(first.offerId);
  }
  return missed.size;
}

const isOfTurn = ({ offer }: Cited): boolean => offer.labelOnly !== true;

/** A host's own form that fails gives way to the kit's, so that no label is lost. */
function rendersAlways(render: CitationRender): CitationRender {
  if (typeof render !== "function") return render;
  return (offer, kind) =>
    guarded(() => render(offer, kind)) ?? renderLabel(offer, kind, "markdown");
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
    const event = unitOf(adUnitType)?.event;
    const decided = event === "decision" && isDecision(cited, answer);
    const isEarned = decided || event === "recommendation";
    if (citation === undefined || !mayReason || !isEarned) return [];
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
