import { element } from "./elements.ts";

const WAIT_MS = 150;
const SHOWN_MAX = 6;

interface Found {
  readonly items: readonly { readonly title: string; readonly path: string }[];
}

/** Shows matches below the search field while one types; Enter opens the whole list. */
export function addSearch(page: Document): void {
  const form = page.querySelector<HTMLFormElement>("form.search");
  const field = form?.querySelector<HTMLInputElement>('input[type="search"]');
  if (!form || !field) return;
  const list = element("ul", { class: "found", "aria-label": "Matches", hidden: "" });
  const status = element("p", { class: "spoken", role: "status" });
  form.append(list, status);
  const hide = () => {
    list.hidden = true;
    status.textContent = "";
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    const query = field.value.trim();
    if (query === "") return hide();
    timer = setTimeout(async () => {
      const { items } = await find(query);
      // An answer to an older text comes too late.
      if (query !== field.value.trim()) return;
      list.replaceChildren(
        ...items
          .slice(0, SHOWN_MAX)
          .map(({ title, path }) => element("li", {}, element("a", { href: path }, title))),
      );
      list.hidden = items.length === 0;
      status.textContent = `${Math.min(items.length, SHOWN_MAX)} matches`;
    }, WAIT_MS);
  });
  form.addEventListener("keydown", (event) => moveWith(event, form, field, hide));
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) hide();
  });
  page.addEventListener("keydown", (event) => {
    if (event.key !== "/" || isTyping(event.target)) return;
    event.preventDefault();
    field.focus();
  });
}

function moveWith(
  event: KeyboardEvent,
  form: HTMLElement,
  field: HTMLElement,
  hide: () => void,
): void {
  if (event.key === "Escape") {
    hide();
    field.focus();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [field, ...form.querySelectorAll<HTMLElement>(".found:not([hidden]) a")];
  const next = stops[stops.findIndex((one) => one === document.activeElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select");
}

async function find(query: string): Promise<Found> {
  const none: Found = { items: [] };
  try {
    const response = await fetch(`/docs/search?q=${encodeURIComponent(query)}`, {
      headers: { accept: "application/json" },
      credentials: "omit",
    });
    return response.ok ? await response.json() : none;
  } catch {
    return none;
  }
}
