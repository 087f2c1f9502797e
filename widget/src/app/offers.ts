import { createView } from "../view.tsx";
import { connectHost, type Fields, fieldsOf, type Host } from "./host.ts";
import { messagesFor } from "./languages.ts";
import css from "./page.css?inline";
import { cardsFrom } from "./products.ts";

/** Source: MCP Apps, the stable revision. */
const PROTOCOL_VERSION = "2026-01-26";
/** A frame cuts off what leaves it, and the menu of a single card is higher than the card. */
const MENU_ROOM_PX = 260;

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Takes over the host's style variables; half a set could put its ink on our paper. */
function takeColours({ variables }: Fields): void {
  const given = fieldsOf(variables);
  if (!given["--color-text-primary"] || !given["--color-background-primary"]) return;
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("--") && typeof value === "string") {
      document.documentElement.style.setProperty(name, value);
    }
  }
}

/** Lets the host open links: the frame around this page may not, and the host may ask first. */
function openLinksThrough(host: Host, canOpen: () => boolean): void {
  const onClick = (event: MouseEvent): void => {
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    // A right click opens the browser's own menu.
    if (!link || event.button > 1 || !canOpen()) return;
    event.preventDefault();
    // A host that refuses shows its reader why.
    host.ask("ui/open-link", { url: link.href }).catch(() => undefined);
  };
  document.addEventListener("click", onClick);
  document.addEventListener("auxclick", onClick);
}

/**
 * The page of an MCP App: shows the products of `search_shopfeed_products` as the cards of the
 * widget. It sends requests only to its host, reports nothing, and its clicks are counted by
 * the exchange's click redirect like all others.
 */
export function start(exchangeOrigin: string): void {
  const box = document.querySelector("#offers");
  if (!box) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  const view = createView(box, () => undefined);
  let context: Fields = {};
  let capabilities: Fields = {};

  function dress(change: Fields): void {
    context = { ...context, ...change };
    const locale = textOf(context.locale) ?? navigator.language;
    const theme = context.theme === "light" || context.theme === "dark" ? context.theme : undefined;
    const messages = messagesFor(locale);
    const { documentElement } = document;
    documentElement.lang = messages.lang;
    documentElement.dir = messages.dir;
    documentElement.style.colorScheme = theme ?? "";
    takeColours(fieldsOf(context.styles));
    view.dress({ endpoint: "", locale, messages, theme: theme ?? "auto" });
  }

  const host = connectHost({
    ping: () => undefined,
    "ui/notifications/host-context-changed": dress,
    "ui/notifications/tool-result": (result) => view.fill(cardsFrom(result, exchangeOrigin), ""),
    "ui/notifications/tool-cancelled": () => view.fill([], ""),
    "ui/resource-teardown": () => view.leave(),
  });
  openLinksThrough(host, () => "openLinks" in capabilities);
  dress({});

  new ResizeObserver(() => {
    const { width, height } = box.getBoundingClientRect();
    const needed = height > 0 ? Math.max(Math.ceil(height), MENU_ROOM_PX) : 0;
    host.notify("ui/notifications/size-changed", { width: Math.ceil(width), height: needed });
  }).observe(box);

  const greeting = {
    protocolVersion: PROTOCOL_VERSION,
    appInfo: { name: "placard-offers", title: "Sponsored offers", version: "1.0.0" },
    appCapabilities: { availableDisplayModes: ["inline"] },
  };
  host
    .ask("ui/initialize", greeting)
    .then(({ hostCapabilities, hostContext }) => {
      capabilities = fieldsOf(hostCapabilities);
      dress(fieldsOf(hostContext));
      host.notify("ui/notifications/initialized", {});
    })
    // A host that refuses shows the tool's text.
    .catch(() => undefined);
}
