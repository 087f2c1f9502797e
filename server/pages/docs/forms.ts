import { type Answer, type Call, curlOf, send, textAt } from "./call.ts";
import type { ToolForm } from "./catalogue.ts";
import { addCopyButton } from "./copy.ts";
import { element } from "./elements.ts";
import { createField, type Field } from "./field.ts";

/** The key, if the reader asked to keep it: only in this tab, and until it is closed. */
const KEPT = "placard-docs-key";

/** Fills the form of a tool's page when it is opened. */
export function addForm(page: Document): void {
  const details = page.querySelector<HTMLDetailsElement>("#try");
  const place = page.querySelector("#try-form");
  const data = page.querySelector("#try-data")?.textContent;
  if (details === null || place === null || !data) return;
  details.addEventListener("toggle", () => {
    if (!details.open || place.childElementCount > 0) return;
    const form: ToolForm = JSON.parse(data);
    place.replaceChildren(createTry(form));
  });
  if (location.hash === "#try") details.open = true;
}

/** The key is in this field alone, unless the reader asks to keep it. */
function createKeyField() {
  const input = element("input", {
    id: "key",
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "key-help",
  });
  const keep = element("input", { type: "checkbox", id: "keep-key" });
  const kept = sessionStorage.getItem(KEPT);
  input.value = kept ?? "";
  keep.checked = kept !== null;
  const store = () => {
    if (keep.checked) sessionStorage.setItem(KEPT, input.value);
    else sessionStorage.removeItem(KEPT);
  };
  input.addEventListener("input", store);
  keep.addEventListener("change", store);
  const box = element(
    "div",
    { class: "field" },
    element("label", { for: "key" }, "API key"),
    input,
    element(
      "p",
      { class: "help", id: "key-help" },
      "Sent to this exchange only. Tools that need no key, such as register, ignore it.",
    ),
    element("label", { class: "check", for: "keep-key" }, keep, " Keep the key in this tab"),
  );
  const fill = (key: string) => {
    input.value = key;
    store();
  };
  return { box, input, fill };
}

function createTry({ tool, schema, example }: ToolForm): HTMLElement {
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
  return createForm(tool, fields);
}

function createForm(tool: string, fields: readonly Field[]): HTMLElement {
  const { box: keyBox, input: key, fill } = createKeyField();
  const curl = element("pre", { tabindex: "0", "aria-label": `${tool} as curl` });
  const button = element("button", { type: "submit" }, "Send");
  const status = element("p", { role: "status" });
  const answer = element("pre", { tabindex: "0", "aria-label": `Answer of ${tool}` });
  const answerBar = element("p", { class: "bar" }, "Answer");
  const answerBox = element("div", { class: "code", hidden: "" }, answerBar, answer);
  addCopyButton(answerBox);
  const bar = element("p", { class: "bar" }, "Shell");
  const curlBox = element("div", { class: "code" }, bar, curl);
  addCopyButton(curlBox);
  const boxes = [keyBox, ...fields.map(({ box }) => box)];
  const form = element("form", { novalidate: "" }, ...boxes, curlBox, button);
  const draw = () => {
    const { call, wrong } = read(tool, fields);
    if (wrong.size === 0) curl.textContent = curlOf(call, key.value !== "");
  };
  const show = (outcome: Answer) => {
    status.textContent = `${outcome.status} in ${outcome.tookMs} ms, request ${outcome.requestId}`;
    const checkoutUrl = textAt(outcome.body, "checkoutUrl");
    if (/^https?:/.test(checkoutUrl)) status.append(". ", linkTo(checkoutUrl));
    answerBox.hidden = false;
    answer.textContent =
      outcome.body === undefined ? outcome.text : JSON.stringify(outcome.body, null, 2);
    complainAbout(outcome, fields);
    const apiKey = textAt(outcome.body, "apiKey");
    if (apiKey !== "") fill(apiKey);
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
      status.textContent = "The exchange cannot be reached. Check that it runs, then try again.";
    } finally {
      button.disabled = false;
      draw();
    }
  });
  draw();
  return element("div", {}, form, status, answerBox);
}

/** Opens beside this page, which has the key and the answer. */
function linkTo(href: string): HTMLElement {
  const attributes = { href, target: "_blank", rel: "noopener noreferrer" };
  return element("a", attributes, "Open the checkout page");
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
