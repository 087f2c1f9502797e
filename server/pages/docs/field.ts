import type { FieldSchema } from "./catalogue.ts";
import { element, prose } from "./elements.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** One argument of a form. */
export interface Field {
  readonly name: string;
  readonly box: HTMLElement;
  readonly control: Control;
  /** The value to send, nothing when left out. **Errors** an Error that says what is wrong. */
  read(): unknown;
  /** Says beside the field what is wrong with it; an empty text takes it back. */
  complain(message: string): void;
}

export interface FieldFacts {
  readonly tool: string;
  readonly name: string;
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
  readonly example: unknown;
}

const TEXTAREA_FROM_CHARACTERS = 200;

/** A control that fits the schema: a list of choices, a number, a text, or JSON for the rest. */
export function createField(facts: FieldFacts): Field {
  const { tool, name, schema, isRequired } = facts;
  const id = `try-${tool}-${name}`;
  const [control, read] = controlOf(facts);
  control.id = id;
  control.setAttribute("name", name);
  control.setAttribute("aria-describedby", `${id}-help ${id}-error`);
  const error = element("p", { class: "bad", id: `${id}-error` });
  const hint = schema.default === undefined ? "" : ` Default ${JSON.stringify(schema.default)}.`;
  const box = element(
    "div",
    { class: "field" },
    element("label", { for: id }, element("code", {}, name), isRequired ? " (required)" : ""),
    control,
    element(
      "p",
      { class: "help", id: `${id}-help` },
      ...prose(`${schema.description ?? ""}${hint}`.trim()),
    ),
    error,
  );
  return {
    name,
    box,
    control,
    read,
    complain(message) {
      error.textContent = message;
      control.setAttribute("aria-invalid", String(message !== ""));
    },
  };
}

function controlOf(facts: FieldFacts): [Control, () => unknown] {
  const { schema } = facts;
  if (schema.enum !== undefined) return choice(facts, schema.enum.map(String), (text) => text);
  if (schema.const !== undefined) return choice(facts, [String(schema.const)], (text) => text);
  switch (schema.type) {
    case "boolean":
      return choice(facts, ["true", "false"], (text) => text === "true");
    case "integer":
    case "number":
      return typed(facts, "decimal", numberOf);
    case "string":
      return typed(facts, "text", (text) => text);
    default:
      return json(facts);
  }
}

function choice(
  { example, isRequired }: FieldFacts,
  values: readonly string[],
  parse: (text: string) => unknown,
): [Control, () => unknown] {
  const select = element("select");
  if (!isRequired) select.append(element("option", { value: "" }, "not sent"));
  for (const value of values) select.append(element("option", { value }, value));
  if (example !== undefined) select.value = String(example);
  return [select, () => (select.value === "" ? undefined : parse(select.value))];
}

function typed(
  { example, schema }: FieldFacts,
  mode: "text" | "decimal",
  parse: (text: string) => unknown,
): [Control, () => unknown] {
  const isLong = mode === "text" && (schema.maxLength ?? 0) > TEXTAREA_FROM_CHARACTERS;
  const control = isLong
    ? element("textarea", { rows: "2" })
    : element("input", { inputmode: mode, autocomplete: "off", spellcheck: "false" });
  control.value = example === undefined ? "" : String(example);
  return [control, () => (control.value === "" ? undefined : parse(control.value))];
}

function numberOf(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error("Write a number, such as 500 or 0.25.");
  return value;
}

/** Lists and objects are written as JSON. */
function json({ example }: FieldFacts): [Control, () => unknown] {
  const control = element("textarea", { rows: "3", class: "json", spellcheck: "false" });
  control.value = example === undefined ? "" : JSON.stringify(example, null, 2);
  const read = (): unknown => {
    if (control.value.trim() === "") return undefined;
    try {
      return JSON.parse(control.value);
    } catch {
      throw new Error('Write JSON: a list such as ["a"], an object such as {"a": 1}, or "text".');
    }
  };
  return [control, read];
}
