import { type ErrorCode, ExchangeError } from "../../contract/errors.ts";
import { findAll } from "./lint/characters.ts";
import { LINE_BREAKS } from "./lint/clean.ts";
import { type LintProfile, lintText, type Policy } from "./lint/lint.ts";
import { imitatedBy } from "./lint/names.ts";
import type { Span } from "./lint/view.ts";

/** A text among the arguments of a call; one that was not sent is not judged. */
export interface CheckedText {
  readonly field: string;
  readonly text: string | undefined;
  /** True for titles, topics and the like; every text of the profile `name` is one line. */
  readonly isLine?: boolean;
}

interface Fault {
  readonly field: string;
  readonly policy: Policy | "line_break" | "lookalike_name";
  readonly reason: string;
  readonly span: Span;
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
  const given = texts.flatMap(({ text, ...rest }) => (text === undefined ? [] : { ...rest, text }));
  const alone = given.flatMap(({ field, text, isLine = profile === "name" }): Fault[] => [
    ...lintText(text, profile)
      .filter(({ policy }) => profile !== "message" || policy === REFUSED_IN_MESSAGES)
      .map((finding) => ({ field, ...finding })),
    ...(isLine ? findAll(text, LINE_BREAKS) : []).map((span) => ({
      field,
      policy: "line_break" as const,
      reason: "has more than one line",
      span,
    })),
  ]);
  refuse(alone.length > 0 || given.length < 2 ? alone : faultsAcross(given, profile), code);
}

/**
 * Refuses names that readers take for ours or that of a listed brand. A brand that is spelt as
 * listed passes: names need not be unique.
 *
 * **Errors** `creative_rejected`, or another `code`.
 */
export function checkLookalikes(
  names: readonly CheckedText[],
  brands: readonly string[],
  code: ErrorCode = "creative_rejected",
): void {
  const faults = names.flatMap(({ field, text = "" }): Fault[] => {
    const imitated = imitatedBy(text, brands);
    if (imitated === undefined) return [];
    const span = { start: 0, end: text.length };
    return [{ field, policy: "lookalike_name", reason: `looks like ${imitated}`, span }];
  });
  refuse(faults, code);
}

function refuse(faults: readonly Fault[], code: ErrorCode): void {
  const [first] = faults;
  if (first === undefined) return;
  const pointerOf = ({ field }: Fault) => `/arguments/${field}`;
  throw new ExchangeError(code, {
    field: pointerOf(first),
    issues: faults.map((fault) => ({
      pointer: pointerOf(fault),
      keyword: fault.policy,
      message: `${fault.reason} (characters ${fault.span.start}-${fault.span.end})`,
    })),
    details: {
      spans: faults.map((fault) => ({
        pointer: pointerOf(fault),
        policy: fault.policy,
        ...fault.span,
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
function faultsAcross(given: readonly { field: string; text: string }[], profile: LintProfile) {
  const findings = lintText(given.map(({ text }) => text).join(" "), profile);
  return findings
    .filter(({ policy }) => policy === "addressed_to_model")
    .map((finding) => {
      let { start } = finding.span;
      let place = 0;
      while (start > (given[place]?.text.length ?? start)) {
        start -= (given[place]?.text.length ?? 0) + 1;
        place += 1;
      }
      const { field = "", text = "" } = given[place] ?? {};
      const end = Math.min(text.length, start + finding.span.end - finding.span.start);
      return { ...finding, field, span: { start, end } };
    });
}
