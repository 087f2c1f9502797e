import { type ErrorCode, ExchangeError } from "../../contract/errors.ts";
import { type Finding, type LintProfile, lintText, type Policy } from "./lint/lint.ts";

/** A text among the arguments of a call; one that was not sent is not judged. */
export interface CheckedText {
  readonly field: string;
  readonly text: string | undefined;
}

interface Fault {
  readonly field: string;
  readonly finding: Finding;
}

/**
 * Refuses arguments whose text breaks a policy of the profile, naming each policy and where it was
 * found. Texts that are clean one by one are also read one after the other, as a model will.
 *
 * **Errors** `creative_rejected`, or another `code` for texts that are no creative.
 */
export function checkText(
  texts: readonly CheckedText[],
  profile: LintProfile,
  code: ErrorCode = "creative_rejected",
): void {
  const given = texts.flatMap(({ field, text }) => (text === undefined ? [] : [{ field, text }]));
  const alone = given.flatMap(({ field, text }) =>
    lintText(text, profile)
      .filter(({ policy }) => profile !== "message" || policy === REFUSED_IN_MESSAGES)
      .map((finding): Fault => ({ field, finding })),
  );
  const faults = alone.length > 0 || given.length < 2 ? alone : faultsAcross(given, profile);
  const [first] = faults;
  if (first === undefined) return;
  throw new ExchangeError(code, {
    field: pointerOf(first),
    issues: faults.map((fault) => ({
      pointer: pointerOf(fault),
      keyword: fault.finding.policy,
      message: messageOf(fault.finding),
    })),
    details: {
      spans: faults.map((fault) => ({
        pointer: pointerOf(fault),
        policy: fault.finding.policy,
        ...fault.finding.span,
      })),
    },
    suggestion: `Rewrite ${first.field} as plain text without what the issues name.`,
  });
}

/** One agent's words are given to the other as data, whatever they say. */
const REFUSED_IN_MESSAGES: Policy = "control_characters";

/** The policies that a message breaks, as flags for its recipient. */
export function flagsOf(message: string): Policy[] {
  return [...new Set(lintText(message, "message").map(({ policy }) => policy))];
}

/** What only shows when one text follows the other; its place is in the field it begins in. */
function faultsAcross(
  given: readonly { field: string; text: string }[],
  profile: LintProfile,
): Fault[] {
  const findings = lintText(given.map(({ text }) => text).join(" "), profile);
  return findings
    .filter(({ policy }) => policy === "addressed_to_model")
    .map((finding) => {
      let start = finding.span.start;
      let place = 0;
      while (start > (given[place]?.text.length ?? start)) {
        start -= (given[place]?.text.length ?? 0) + 1;
        place += 1;
      }
      const { field = "", text = "" } = given[place] ?? {};
      const end = Math.min(text.length, start + finding.span.end - finding.span.start);
      return { field, finding: { ...finding, span: { start, end } } };
    });
}

function pointerOf({ field }: Fault): string {
  return `/arguments/${field}`;
}

function messageOf({ reason, span }: Finding): string {
  return `${reason} (characters ${span.start}-${span.end})`;
}
