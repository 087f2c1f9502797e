import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ExchangeError } from "../contract/errors.ts";
import { idSchema } from "../contract/fields.ts";
import type { IdPrefix } from "../contract/ids.ts";
import type { Queryable } from "../core/db.ts";
import type { Foundation } from "../core/foundation.ts";
import { insertAudit } from "../domain/audit/index.ts";

export interface CommandContext extends Pick<Foundation, "db" | "ids" | "clock"> {
  readonly actor: string;
  readonly stdout: { write(text: string): unknown };
}

/** The words of one call, checked against the usage of its action. */
export interface Given {
  /** The word that the usage names first; empty if it is optional and absent. */
  readonly subject: string;
  has(option: string): boolean;
  get(option: string): string | undefined;
}

/** A result: one form for programs, with `--json`, and one for people. */
export interface Answer {
  readonly json: object;
  readonly text: string;
  /** 0 if absent. */
  readonly exitCode?: number;
}

/**
 * One action of a command. Its usage is also its grammar: `NAME` is a word, `--option VALUE` and
 * `--flag` are options, `[...]` marks what is optional, `a|b` lists the accepted values. Every
 * action takes `--json`.
 */
export interface Action<Context> {
  readonly usage: string;
  run(given: Given, context: Context): Promise<Answer>;
}

export interface Command<Context> {
  /** Takes the words after the command's name and returns the exit code. */
  (words: readonly string[], context: Context): Promise<number>;
  readonly usage: string;
}

/**
 * Builds a command. The action with an empty name runs when no action is named.
 *
 * **Errors** of the command: `invalid_request` with the usage when the words do not fit.
 */
export function defineCommand<Context extends CommandContext>(
  name: string,
  actions: Readonly<Record<string, Action<Context>>>,
): Command<Context> {
  const usageOf = (action: string) => [name, action, actions[action]?.usage, "[--json]"];
  const lines = Object.keys(actions).map((action) =>
    usageOf(action)
      .filter((part) => part !== "")
      .join(" "),
  );
  const usage = lines.join("\n");
  const run = async (words: readonly string[], context: Context): Promise<number> => {
    const names = Object.keys(actions).filter((known) => known !== "");
    const [first = ""] = words;
    const isNamed = names.length > 0 && first !== "" && !first.startsWith("-");
    const action = actions[isNamed ? first : ""];
    if (action === undefined) {
      const problem = first === "" ? "No action given." : `Unknown action "${printable(first)}".`;
      throw usageError(`${problem} Actions of ${name}: ${names.join(", ")}.`, usage);
    }
    const { given, isJson } = readWords(isNamed ? words.slice(1) : words, action.usage, usage);
    const { json, text, exitCode = 0 } = await action.run(given, context);
    context.stdout.write(isJson ? `${JSON.stringify(json)}\n` : text);
    return exitCode;
  };
  return Object.assign(run, { usage });
}

const ID_PREFIXES: ReadonlyMap<string, IdPrefix> = new Map([
  ["AGENT_ID", "agt"],
  ["CAMPAIGN_ID", "cmp"],
  ["CASHOUT_ID", "csh"],
  ["DISPUTE_ID", "dsp"],
  ["ORDER_ID", "ord"],
  ["POSTBACK_ID", "whk"],
  ["TICKET_ID", "tkt"],
]);
/** **Units** characters. */
const TEXT_MAX = 500;

interface Part {
  readonly isRequired: boolean;
  /** Absent for the word without an option. */
  readonly option: string | undefined;
  /** What stands for the value; absent for a flag. */
  readonly value: string | undefined;
}

function partsOf(usage: string): Part[] {
  return [...usage.matchAll(/(\[)?(?:--([a-z-]+))?(?: ?([^\s[\]-][^\s[\]]*))?\]?/g)]
    .filter(([text]) => text !== "")
    .map(([, bracket, option, value]) => ({ isRequired: bracket === undefined, option, value }));
}

function readWords(words: readonly string[], usage: string, help: string) {
  const parts = partsOf(usage);
  const { values, positionals } = parsed(words, parts, help);
  const unexpected = positionals[parts.some(({ option }) => option === undefined) ? 1 : 0];
  if (unexpected !== undefined) {
    throw usageError(`Unexpected word "${printable(unexpected)}".`, help);
  }
  const texts = new Map<string, string>();
  for (const part of parts) {
    const word = part.option === undefined ? positionals[0] : values[part.option];
    if (word === undefined && part.isRequired) throw usageError(missing(part), help);
    if (typeof word === "string") texts.set(part.option ?? "", checked(part, word, help));
  }
  const given: Given = {
    subject: texts.get("") ?? "",
    has: (option) => values[option] === true || texts.has(option),
    get: (option) => texts.get(option),
  };
  return { given, isJson: values.json === true };
}

function parsed(words: readonly string[], parts: readonly Part[], help: string) {
  const options: ParseArgsOptionsConfig = { json: { type: "boolean" } };
  for (const { option, value } of parts) {
    if (option !== undefined)
      options[option] = { type: value === undefined ? "boolean" : "string" };
  }
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error), help);
  }
}

function labelOf({ option, value = "" }: Part): string {
  return option === undefined ? value : `--${option}`;
}

function missing(part: Part): string {
  if (part.option === "yes") return "This changes money or an agent's rights. Add --yes.";
  return `${labelOf(part)} is required.`;
}

/** Messages never repeat the text itself, which may be a key. */
function checked(part: Part, text: string, help: string): string {
  const { value = "" } = part;
  const accepted = value.split("|");
  if (accepted.length > 1 && !accepted.includes(text)) {
    throw usageError(`${labelOf(part)} must be one of ${accepted.join(", ")}.`, help);
  }
  const prefix = ID_PREFIXES.get(value);
  if (prefix !== undefined && !idSchema(prefix).safeParse(text).success) {
    throw usageError(`${labelOf(part)} must be an id that begins with ${prefix}_.`, help);
  }
  if (value !== "TEXT") return text;
  const trimmed = text.trim().slice(0, TEXT_MAX);
  if (trimmed === "") throw usageError(`${labelOf(part)} must not be empty.`, help);
  return trimmed;
}

export function usageError(message: string, usage: string): ExchangeError {
  return new ExchangeError("invalid_request", { message, suggestion: usage });
}

/** Writes the audit row of a change, in the transaction that makes it. */
export function audit(
  db: Queryable,
  { ids, actor }: Pick<CommandContext, "ids" | "actor">,
  entry: { readonly action: string; readonly subject: string; readonly detail: object },
): Promise<void> {
  return insertAudit(db, { uuid: ids.uuid(), actor, ...entry });
}

/**
 * A text of an agent's on one line of a terminal, which would obey its control characters and
 * reorder what follows an invisible one.
 */
export function printable(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, "\uFFFD");
}

/** Indented, so that no line of an agent's can pass for one of ours. */
export function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${printable(line)}`)
    .join("\n");
}

export function shortened(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}

export function tableOf(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(printable));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

export function listing(
  items: readonly object[],
  table: { readonly head: readonly string[]; readonly rows: readonly string[][]; empty: string },
): Answer {
  const text = items.length === 0 ? `${table.empty}\n` : tableOf([table.head, ...table.rows]);
  return { json: { items }, text };
}
