import type { KitEvent } from "@placard/publisher-kit/types";
import { type Json, recordOf, textOf } from "../../goods/market/json.ts";
import { type About, creditsText, type Field, fieldsOf, type NewStep } from "./step-words.ts";

type Of<Type extends KitEvent["type"]> = Extract<KitEvent, { type: Type }>;

/** An offer the answer cites: the mark the model wrote, and the label that replaced it. */
export function citationStep(event: Of<"citation">, about: About): NewStep {
  const { kind, tag, rendered } = event;
  const label = labelOf(event);
  const shown = rendered ? `the reader sees “${label}”` : "no label is visible";
  return {
    kind: "citation",
    text: `The answer ${verbOf(event)}: ${shown}.`,
    fields: fieldsOf({
      Mark: `[[${kind}:${tag}]]`,
      "Replaced by": rendered ? `(${label}), linked` : "nothing",
      ...unpaidOf(event, about),
    }),
  };
}

const labelOf = ({ label, sponsor }: Of<"citation">): string =>
  [label, sponsor].filter((part) => part !== "").join(" · ");

function verbOf({ kind, decision, sponsor, campaignIds }: Of<"citation">): string {
  const name = campaignIds.length === 0 ? "a product" : sponsor;
  if (kind === "ad") return `names ${name}`;
  if (kind === "rec") return `recommends ${name}`;
  return decision ? `chooses ${name} among several` : `chooses ${name}`;
}

/** Why a mark causes no report; nothing where a report is to follow. */
function unpaidOf(event: Of<"citation">, { unitOf }: About): Record<string, string> {
  const { kind, decision, rendered, campaignIds } = event;
  if (campaignIds.length === 0) return { Report: "none: products of the feed are free of charge" };
  if (kind === "ad") return { Report: "none: the offer is only named" };
  if (!rendered) return { Report: "none: the label is not visible" };
  const units = campaignIds.map(unitOf);
  if (units.includes("cpr") || (units.includes("cpd") && decision)) return {};
  if (units.includes("cpd")) return { Report: "none: the campaign pays for a decision" };
  return { Report: "none: the campaign does not pay for citations" };
}

/** Offers that the answer names without their marks. */
export function unmarkedStep({ names }: Of<"unmarked">): NewStep {
  const list = new Intl.ListFormat("en").format(names);
  return {
    kind: "unmarked",
    text: `The answer names ${list} without a mark: the kit added the label; no charge.`,
    fields: fieldsOf({ Names: names.join(", "), Report: "none" }),
  };
}

/** How a report cites the offer, for the fields of its step. */
export function citedFields(event: Json | undefined, acknowledgement: Json): Field[] {
  const citation = recordOf(event?.citation);
  if (citation === undefined) return [];
  return fieldsOf({
    Type: textOf(event?.conversionType),
    Mark: `[[${textOf(citation.kind)}:${textOf(citation.tag)}]]`,
    Label: textOf(citation.label),
    "Offers cited": citation.cited,
    "Citation proven": yesOrNo(acknowledgement.cited),
  });
}

/** A report in one line, for the step of the citation that caused it. */
export function reportLine(event: Json, outcome: string, acknowledgement: Json): string {
  const { chargedCredits, earnedCredits, cited, reason } = acknowledgement;
  return [
    `${textOf(event.conversionType)}, ${outcome}`,
    cited === undefined ? undefined : `cited: ${yesOrNo(cited)}`,
    textOf(reason)?.replaceAll("_", " "),
    withUnit(creditsText(chargedCredits), "charged"),
    withUnit(creditsText(earnedCredits), "earned"),
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

const withUnit = (credits: string | undefined, word: string): string | undefined =>
  credits === undefined ? undefined : `${credits} ${word}`;

function yesOrNo(value: unknown): string | undefined {
  return value === undefined ? undefined : value === true ? "yes" : "no";
}
