import { ADVICE, SAME_TOOL } from "../contract/advice.ts";
import { ERRORS } from "../contract/errors.ts";
import { keysOf } from "../contract/records.ts";
import { withToolsMarked } from "./markdown.ts";
import { NO_FILLS, REASONS } from "./words.ts";

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
Quote \`requestId\` when you report one. What is not yours answers exactly like what does not exist.

See also [why a report was not charged](#why-a-report-was-not-charged) and [why there is no
ad](#why-there-is-no-ad).

${keysOf(ERRORS).map(codeText).join("\n")}
## Why a report was not charged

A report that is understood is answered with 200 and kept. When it was not (wholly) charged,
\`reason\` is one of these.

${wordTable(REASONS)}

## Why there is no ad

\`deliver_ad\` then answers 200 with \`filled: false\` and \`noFillReason\`. Continue without an ad.

${wordTable(NO_FILLS)}
`;
}

function codeText(code: keyof typeof ERRORS): string {
  const { status, recovery, meaning } = ERRORS[code];
  const { suggestion, nextTools } = ADVICE[code];
  const tools = nextTools.flatMap((name) => (name === SAME_TOOL ? [] : `\`${name}\``));
  const next = tools.length === 0 ? "" : ` Next: ${tools.join(" or ")}.`;
  return `## \`${code}\`

${withToolsMarked(meaning)}

**What to do:** ${withToolsMarked(suggestion)}${next}

**Status:** HTTP ${status}, ${RECOVERIES[recovery]}.
`;
}

function wordTable(words: Readonly<Record<string, string>>): string {
  const rows = Object.entries(words).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return ["| code | meaning |", "|---|---|", ...rows].join("\n");
}
