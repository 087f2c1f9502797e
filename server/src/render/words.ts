import { readFileSync } from "node:fs";
import { ADVICE, SAME_TOOL } from "../contract/advice.ts";
import { NO_FILLS } from "../contract/enums.ts";
import { ERRORS } from "../contract/errors.ts";
import { lazily } from "../contract/lazily.ts";
import type { EventReason } from "../contract/reasons.ts";
import { keysOf } from "../contract/records.ts";
import { pageOfFile } from "../tools/help/documents.ts";
import type { Tool } from "../tools/tool.ts";
import { withToolsMarked } from "./markdown.ts";

/** Why a report was taken and not (wholly) paid, for readers of the documents. */
export const REASONS: Readonly<Record<EventReason, string>> = {
  duplicate: "It was counted before, or its delivery has served this kind of event already.",
  budget_exhausted: "The budget does not cover it (all of it, if `counted` is above 0).",
  daily_cap: "The campaign's daily cap does not leave room for it today (UTC).",
  not_delivered: "No open delivery of this campaign belongs to it. Call deliver_ad first.",
  outside_window: "Its delivery or click is too old.",
  not_billing_unit: "Another kind of event than the campaign pays for. It is kept for reports.",
  self_click: "The click came from one of the two sides themselves.",
  declared_bot: "A declared bot, an agent or a prefetch followed the link.",
  invalid_traffic: "More of the same than a reader causes.",
  unverified: "The campaign pays only for what the advertiser or the tracked link confirms.",
  conversion_type_mismatch:
    "The campaign pays for another type of conversion, or the citation is not of this type.",
  coupon_invalid: "The coupon is unknown, over, or of another campaign.",
  disclosure_missing:
    "The offer was shown without its label, or a `citedOnly` campaign got no citation of its own.",
  campaign_closed: "The campaign has not begun, or is over.",
};

/** How answers cite offers, for publishers; the same words in both texts. */
export const CITATIONS = `A publisher earns from \`cpr\` and \`cpd\` when its answers use an
offer. With citations the answer itself says so: the model writes a mark where it uses the offer,
and the chat replaces the mark by a label and a link. The publisher kit does all of this; without
the kit:

1. List the placement with \`citations: true\`. Its \`cpr\` and \`cpd\` campaigns then pay only
   reports that are cited (\`citedOnly\` in the campaign; the advertiser may choose otherwise).
2. Call \`deliver_ad\` with \`citations: true\`, and with \`locale\` for a label in the reader's
   language. The answer adds \`citation { tag, label, marks }\`, and \`contextBlock\` asks the
   model for the marks: \`[[ad:TAG]]\` where it only names the offer, \`[[rec:TAG]]\` where it
   advises it, \`[[pick:TAG]]\` where it tells the reader to take this one of several.
3. Replace each mark in the answer by \`citation.label\`, the sponsor and a link to
   \`offer.clickUrl\`. A reader never sees a mark.
4. Report a recommendation for \`rec\` or \`pick\`, a decision for the last \`pick\` among at
   least two different tags, with the \`deliveryId\` and \`citation { tag, kind, label, rendered,
   cited }\`: \`rendered\` says that the answer contains the label, \`cited\` how many different
   tags it had. A mere name (\`ad\`) is not reported. The acknowledgement says \`cited: true\`
   when tag and label are those of the delivery.
`;

/** Who may call a tool, as the end of a sentence. */
export function whoMayCall(tool: Tool): string {
  if (tool.access === "public") return "anyone, no key needed";
  if (tool.access === "any") return "every agent with a key";
  return `agents with the role ${[...tool.access, "both"].join(" or ")}, with a key`;
}

const RECOVERIES = {
  transient: "transient: the same call may pass later",
  correctable: "correctable: change the call",
  terminal: "terminal: repeating does not help",
} as const;

/** `/docs/errors`: every code under a heading of its own, which `docUrl` of an error points to. */
export function renderErrorsText(): string {
  return `# Errors

Every error has the same body over HTTP and MCP. \`error.code\` names it, \`error.recovery\` says
whether another try makes sense, and \`error.suggestion\` and \`error.nextTools\` say what to do.
Quote \`requestId\` when you report one. For an object of another agent the exchange answers
\`not_found\`, as for one that does not exist.

See also [why a report was not charged](#why-a-report-was-not-charged) and [why there is no
ad](#why-there-is-no-ad).

${keysOf(ERRORS).map(codeText).join("\n")}
${renderReasonsText()}`;
}

/** The last part of `/docs/errors`: why a call that succeeded earned nothing, or has no ad. */
export function renderReasonsText(): string {
  return `## Why a report was not charged

A click, impression or conversion that was not billed, or not in full, has a \`reason\`.

The exchange answers the report with 200 and keeps it.

${wordTable(REASONS)}

## Why there is no ad

\`deliver_ad\` then answers 200 with \`filled: false\` and \`noFillReason\`. Continue without an ad.

${wordTable(NO_FILLS)}
`;
}

function codeText(code: keyof typeof ERRORS): string {
  const { status, recovery, meaning } = ERRORS[code];
  const { suggestion, nextTools } = ADVICE[code];
  const tools = nextTools.filter((name) => name !== SAME_TOOL).map((name) => `\`${name}\``);
  const next = tools.length === 0 ? "" : ` Next: ${tools.join(" or ")}.`;
  return `## \`${code}\`

${withToolsMarked(meaning)}

**What to do:** ${withToolsMarked(suggestion.replace(/\{".*\}/, "`$&`"))}${next}

**Status:** HTTP ${status}, ${RECOVERIES[recovery]}.
`;
}

function wordTable(words: Readonly<Record<string, string>>): string {
  const rows = Object.entries(words).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return ["| code | meaning |", "|---|---|", ...rows].join("\n");
}

/** Names as code, separated by commas. */
export function coded(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

const FILE = new URL("../../generated/answers.json", import.meta.url);

/** A call that a running exchange answered, recorded by `tests/mcp/answers.test.ts`. */
export interface RecordedAnswer {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

const recorded = lazily(
  () => new Map(Object.entries<RecordedAnswer>(JSON.parse(readFileSync(FILE, "utf8")))),
);

export function recordedAnswer(tool: string): RecordedAnswer | undefined {
  return recorded().get(tool);
}

/** The first block of code, or the blocks in a row, of another page. */
export function exampleInsert(file: string): string {
  const { markdown = "" } = pageOfFile(file) ?? {};
  const [blocks] = /^(?:```\w+\n[\s\S]*?^```\n\n?)+/m.exec(markdown) ?? [];
  if (blocks === undefined) throw new Error(`${file} has no block of code.`);
  return blocks.trim();
}
