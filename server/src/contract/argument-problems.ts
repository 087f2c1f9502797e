import type { z } from "zod";

type Issue = z.core.$ZodIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};
/** Longer values are not repeated. */
const SHOWN_CHARACTERS_MAX = 60;

/**
 * What is wrong with an argument and what to send, as the end of a sentence: `must be a number; got
 * "12"`. The issue must carry its input (`reportInput`).
 */
export function problemOf(issue: Issue): string {
  const inner = closestOf(issue);
  if (inner !== undefined) return problemOf(inner);
  const wanted = wantedOf(issue);
  if (wanted === undefined) return lowerFirst(issue.message);
  const given = givenOf(issue);
  if (given === undefined) return `is missing: send ${wanted}`;
  return `must be ${wanted}${insteadOf(issue, given)}`;
}

/** Of a union, the problem of the form that was meant: the one whose type fits. */
function closestOf(issue: Issue): Issue | undefined {
  if (issue.code !== "invalid_union") return undefined;
  return issue.errors
    .map(([first]) => first)
    .find((first) => first !== undefined && wantedOf(first) === undefined);
}

function wantedOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected];
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      if ("options" in issue) return oneOf(issue.options ?? []);
      return alternatives(issue.errors.flatMap(([first]) => (first ? [wantedOf(first)] : [])));
    case "invalid_format":
      if (issue.format === "datetime") return "a time in UTC such as 2026-03-01T00:00:00Z";
      return issue.format === "date" ? "a day such as 2026-03-01" : undefined;
    default:
      return undefined;
  }
}

function oneOf(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.length === 1 ? texts.join() : `one of ${texts.join(", ")}`;
}

function alternatives(wanted: readonly (string | undefined)[]): string | undefined {
  return wanted.includes(undefined) ? undefined : [...new Set(wanted)].join(" or ");
}

/** The value itself; of a variant, its tag. */
function givenOf(issue: Issue): unknown {
  const isVariant = issue.code === "invalid_union" && issue.discriminator !== undefined;
  return isVariant ? Object(issue.input)[issue.discriminator ?? ""] : issue.input;
}

function insteadOf(issue: Issue, given: unknown): string {
  const utc = issue.code === "invalid_format" ? inUtc(given) : undefined;
  if (utc !== undefined) return `: instead of ${JSON.stringify(given)} send "${utc}"`;
  const text = typeof given === "object" && given !== null ? undefined : JSON.stringify(given);
  if (text !== undefined && text.length <= SHOWN_CHARACTERS_MAX) return `; got ${text}`;
  return `; got ${Array.isArray(given) ? "a list" : (KINDS[typeof given] ?? "something else")}`;
}

/** A time that is right but for its offset, as it should be. */
function inUtc(given: unknown): string | undefined {
  if (typeof given !== "string" || !OFFSET.test(given)) return undefined;
  const time = Date.parse(given);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace(".000Z", "Z");
}

const OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?[+-]\d\d:\d\d$/;

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
