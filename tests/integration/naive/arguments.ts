import { z } from "zod";
import type { ListedTool } from "../../mcp/clients.ts";

type Arguments = Record<string, unknown>;

/** Ids that answers have shown, by the name of their field; of a list the first item counts. */
export class Memory {
  readonly #ids = new Map<string, unknown>();

  note(value: unknown): void {
    if (Array.isArray(value)) {
      for (const item of value.toReversed()) this.note(item);
      return;
    }
    for (const [name, member] of Object.entries(Object(value))) {
      if (isIdName(name) && typeof member === "string") this.#ids.set(name, member);
      if (typeof member === "object") this.note(member);
    }
  }

  idFor(name: string): unknown {
    return this.#ids.get(name);
  }
}

function isIdName(name: string): boolean {
  return name === "id" || name.endsWith("Id");
}

const argumentsSchema = z.record(z.string(), z.unknown());

/** The example that the tool's schema shows. */
export function exampleOf(tool: ListedTool | undefined): Arguments {
  const examples = z.array(argumentsSchema).catch([]).parse(tool?.inputSchema.examples);
  return { ...examples[0] };
}

/** The example with the ids that were really seen, at any depth. */
export function fillIn(example: Arguments, memory: Memory): Arguments {
  return argumentsSchema.parse(filled(example, memory));
}

function filled(value: unknown, memory: Memory): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, memory));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isIdName(name) ? (memory.idFor(name) ?? member) : filled(member, memory),
    ]),
  );
}

/** Arguments of a refused call with the ids that were seen since. */
export function renewed(args: Readonly<Arguments>, memory: Memory): Arguments {
  return fillIn({ ...args }, memory);
}

export interface Refusal {
  readonly args: Readonly<Arguments>;
  readonly example: Arguments;
  readonly error: {
    readonly field?: string | undefined;
    readonly issues?: readonly { readonly pointer: string; readonly keyword: string }[] | undefined;
    readonly details?: Readonly<Record<string, unknown>> | undefined;
  };
}

/**
 * The arguments as the error wants them: a field that is not known is left out, another one that an
 * issue names is taken from the example, and the field that the error is about gets the value that
 * its details give.
 */
export function correct({ args, example, error }: Refusal, memory: Memory): Arguments {
  const next: Arguments = { ...args };
  const right = fillIn(example, memory);
  for (const { pointer, keyword } of error.issues ?? []) {
    const name = fieldOf(pointer);
    if (keyword === "additionalProperties" || !(name in right)) delete next[name];
    else next[name] = right[name];
  }
  if (error.field === undefined) return next;
  const name = fieldOf(error.field);
  const given = Object.values(error.details ?? {}).filter(
    (value) => typeof value === typeof args[name],
  );
  if (given.length === 1) next[name] = given[0];
  return next;
}

function fieldOf(pointer: string): string {
  return pointer.split("/")[2] ?? "";
}

/** What the details of an error ask for, as arguments: `requiredRole` is a wish for `role`. */
export function obeyed(details: Readonly<Record<string, unknown>>): Arguments {
  const wishes = Object.entries(details).flatMap(([name, value]) => {
    const wanted = /^required([A-Z])(\w*)$/.exec(name);
    return wanted === null ? [] : [[`${wanted[1]?.toLowerCase()}${wanted[2]}`, value] as const];
  });
  return Object.fromEntries(wishes);
}
