import { type Answer, type Call, curlOf, send, textAt } from "./call.ts";
import { formOf } from "./catalogue.ts";
import { element } from "./elements.ts";
import { createField, type Field } from "./field.ts";

/** Adds to each tool of the page a form that calls it, and above them the field for the key. */
export function addForms(page: Document): void {
  const place = page.querySelector("#try-key");
  if (place === null) return;
  const keyField = createKeyField();
  place.replaceChildren(keyField.box);
  for (const section of page.querySelectorAll("section.tool")) {
    const tool = section.getAttribute("aria-labelledby") ?? "";
    section.append(createTry(tool, keyField.input));
  }
}

/** The key is in this field alone: nothing stores it, and a reload deletes it. */
function createKeyField() {
  const input = element("input", {
    id: "key",
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "key-help",
  });
  const box = element(
    "div",
    { class: "field" },
    element("label", { for: "key" }, "API key for the forms below"),
    input,
    element(
      "p",
      { class: "help", id: "key-help" },
      "Sent to this exchange alone, and forgotten when you leave. Trying register fills it in.",
    ),
  );
  return { box, input };
}

function createTry(tool: string, key: HTMLInputElement): HTMLElement {
  const inside = element("div");
  const details = element(
    "details",
    { class: "try" },
    element("summary", {}, `Try ${tool}`),
    inside,
  );
  details.addEventListener("toggle", () => {
    if (!details.open || inside.childElementCount > 0) return;
    inside.replaceChildren(element("p", { role: "status" }, "Loading the form."));
    formOf(tool).then(
      ({ schema, example }) => {
        const required = new Set(schema.required ?? []);
        const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
          createField({
            tool,
            name,
            schema: field,
            isRequired: required.has(name),
            example: example[name],
          }),
        );
        inside.replaceChildren(createForm(tool, fields, key));
      },
      () => {
        details.open = false;
        inside.replaceChildren();
      },
    );
  });
  return details;
}

function createForm(tool: string, fields: readonly Field[], key: HTMLInputElement): HTMLElement {
  const curl = element("pre", { tabindex: "0", "aria-label": `${tool} as curl` });
  const button = element("button", { type: "submit" }, "Send");
  const status = element("p", { role: "status" });
  const answer = element("pre", { tabindex: "0", "aria-label": `Answer of ${tool}`, hidden: "" });
  const form = element("form", { novalidate: "" }, ...fields.map(({ box }) => box), curl, button);
  const draw = () => {
    const { call, wrong } = read(tool, fields);
    if (wrong.size === 0) curl.textContent = curlOf(call, key.value !== "");
  };
  const show = (outcome: Answer) => {
    status.textContent = `${outcome.status} in ${outcome.tookMs} ms, request ${outcome.requestId}`;
    answer.hidden = false;
    answer.textContent =
      outcome.body === undefined ? outcome.text : JSON.stringify(outcome.body, null, 2);
    complainAbout(outcome, fields);
    const apiKey = textAt(outcome.body, "apiKey");
    if (apiKey !== "") key.value = apiKey;
  };
  form.addEventListener("input", draw);
  key.addEventListener("input", draw);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { call, wrong } = read(tool, fields);
    showWrong(fields, wrong);
    if (wrong.size > 0) return;
    button.disabled = true;
    status.textContent = "Sent, waiting for the answer.";
    try {
      show(await send(call, key.value.trim()));
    } catch {
      status.textContent = "The exchange cannot be reached. Look whether it runs, then try again.";
    } finally {
      button.disabled = false;
      draw();
    }
  });
  draw();
  return element("div", {}, form, status, answer);
}

/** The call that the fields make, and those of them that cannot be read. */
function read(tool: string, fields: readonly Field[]): { call: Call; wrong: Map<Field, string> } {
  const args: Record<string, unknown> = {};
  const wrong = new Map<Field, string>();
  for (const field of fields) {
    try {
      const value = field.read();
      if (value !== undefined) args[field.name] = value;
    } catch (error) {
      wrong.set(field, error instanceof Error ? error.message : "It cannot be read.");
    }
  }
  return { call: { tool, arguments: args }, wrong };
}

/** Says what is wrong beside each field, and goes to the first of them. */
function showWrong(fields: readonly Field[], wrong: ReadonlyMap<Field, string>): void {
  for (const field of fields) field.complain(wrong.get(field) ?? "");
  const [first] = wrong.keys();
  first?.control.focus();
}

/** Puts the exchange's own words beside the field they are about. */
function complainAbout({ body }: Answer, fields: readonly Field[]): void {
  const [, , name] = textAt(body, "error", "field").split("/");
  const field = fields.find((one) => one.name === name);
  if (field === undefined) return;
  const words = [textAt(body, "error", "message"), textAt(body, "error", "suggestion")];
  field.complain(words.join(" ").trim());
  field.control.focus();
}
