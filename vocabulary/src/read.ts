import { plainWords } from "./words.ts";

/** A name of a type as its line writes it. */
export interface TypeName {
  readonly text: string;
  /** It has another meaning as well. */
  readonly isDoubtful: boolean;
  /** A product line, which implies the type. */
  readonly isLine: boolean;
}

export interface TypeLine {
  readonly id: string;
  /** `""` for a root. */
  readonly parent: string;
  readonly department: string;
  readonly names: readonly TypeName[];
  readonly parts: readonly string[];
  readonly attributes: readonly string[];
  /** What it is for, as somebody says who does not name it: "boil water". */
  readonly purposes: readonly string[];
}

/** A column that says itself what it holds: "to: boil water". */
const LABELLED = /^[a-z]{2}:/;
/** What the column begins with that says what a thing is for. */
const PURPOSES = "to:";
/** The words of the id, as a name. */
const ITSELF = "=";

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const WORDS = /^[\p{L}\p{N}][\p{L}\p{N} '&+./-]*$/u;

/**
 * Reads a file of types.
 *
 * **Shape** every readable line, and the faults of the others as `line: reason`.
 */
export function readTypes(text: string, department: string) {
  const lines: TypeLine[] = [];
  const faults: string[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    if (raw.trim() === "" || raw.startsWith("#")) continue;
    const columns = raw.split("|").map((column) => column.trim());
    const plain = columns.filter((column) => !LABELLED.test(column));
    const [id = "", parent = "", names = "", parts = "", attributes = ""] = plain;
    const purposes = columns.find((column) => column.startsWith(PURPOSES)) ?? PURPOSES;
    const line: TypeLine = {
      id,
      parent,
      department,
      names: listOf(names).map((name) => nameOf(name === ITSELF ? id.replaceAll("-", " ") : name)),
      parts: listOf(parts),
      attributes: listOf(attributes),
      purposes: listOf(purposes.slice(PURPOSES.length)),
    };
    const fault = faultOf(line);
    if (fault === null) lines.push(line);
    else faults.push(`${index + 1}: ${fault}`);
  }
  return { lines, faults };
}

function faultOf(line: TypeLine): string | null {
  const { id, parent, names, parts, attributes, purposes } = line;
  if (!ID.test(id)) return `the id "${id}" must be kebab-case`;
  if (parent !== "" && !ID.test(parent)) return `the parent "${parent}" must be kebab-case`;
  if (names.length === 0) return `${id} has no name`;
  const words = [...names.map(({ text }) => text), ...parts, ...attributes, ...purposes];
  const wrong = words.find((word) => !WORDS.test(word));
  return wrong === undefined ? null : `${id} has the unreadable word "${wrong}"`;
}

/** The faults between lines: unknown parents, ids and plain names used twice, circles. */
export function faultsOf(lines: readonly TypeLine[]): string[] {
  const byId = new Map<string, TypeLine>();
  const faults: string[] = [];
  for (const line of lines) {
    if (byId.has(line.id)) faults.push(`${line.department}: the id ${line.id} is used twice`);
    byId.set(line.id, line);
  }
  for (const line of lines) {
    if (line.parent !== "" && !byId.has(line.parent)) {
      faults.push(`${line.department}: ${line.id} has the unknown parent ${line.parent}`);
    }
    if (isCircle(line, byId)) faults.push(`${line.department}: ${line.id} is its own ancestor`);
  }
  return [...faults, ...sharedNames(lines)];
}

/** Plain names of two types, however written: a reader would not know which is meant. */
function sharedNames(lines: readonly TypeLine[]): string[] {
  const byName = new Map<string, string>();
  return lines.flatMap(({ id, department, names }) =>
    names.flatMap(({ text, isDoubtful }) => {
      const key = plainWords(text).join("");
      const other = byName.get(key);
      if (isDoubtful) return [];
      byName.set(key, id);
      if (other === undefined || other === id) return [];
      return `${department}: "${text}" names ${other} and ${id}; mark one with ?`;
    }),
  );
}

function isCircle(line: TypeLine, byId: ReadonlyMap<string, TypeLine>): boolean {
  let at: TypeLine | undefined = line;
  for (let depth = 0; depth < 12; depth += 1) {
    at = at.parent === "" ? undefined : byId.get(at.parent);
    if (at === undefined) return false;
  }
  return true;
}

function listOf(column: string): string[] {
  return column
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function nameOf(raw: string): TypeName {
  const text = raw.replace(/^[?~]+/, "").trim();
  const marks = raw.slice(0, raw.length - text.length);
  return { text, isDoubtful: marks.includes("?"), isLine: marks.includes("~") };
}
