import type { Card } from "../types.ts";

/** What a frame may load and who may embed it. */
export function framePolicy(nonce: string, origins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src https: http:",
    "connect-src 'self'",
    "base-uri 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(" ") : "'none'"}`,
  ].join("; ");
}

type FrameOptions = { code: string; theme: "light" | "dark"; nonce: string };

/** One offer with its label before its link, and the messages that the SDK waits for. */
export function renderFrame(card: Card, { code, theme, nonce }: FrameOptions): string {
  const image =
    card.image === undefined
      ? ""
      : `<img src="${escaped(card.image.url)}" alt="${escaped(card.image.alt ?? "")}">`;
  const about = [priceOf(card), card.text].filter((part) => part !== undefined && part !== "");
  const id = escaped(card.cardToken.slice(-24));
  return page(
    nonce,
    `<main class="${theme}">${image}<div>
<small>${escaped(card.disclosure)}</small>
<a id="offer" data-id="${id}" href="${escaped(card.clickUrl)}" target="_blank"
 rel="sponsored noopener noreferrer">${escaped(card.title)}</a>
<p>${about.map((part) => escaped(part ?? "")).join(" · ")}</p></div></main>`,
    `${SCRIPT}(${JSON.stringify(code).replaceAll("<", "\\u003c")});`,
  );
}

/** A frame whose offer is not known any more hides itself. */
export function expiredFrame(code: string, nonce: string): string {
  const data = JSON.stringify({ type: "hide-iframe", data: { code } }).replaceAll("<", "\\u003c");
  return page(nonce, "", `parent.postMessage(${data}, "*");`);
}

function page(nonce: string, body: string, script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sponsored offer</title>
<meta name="viewport" content="width=device-width"><style nonce="${nonce}">${STYLE}</style></head>
<body>${body}<script nonce="${nonce}">${script}</script></body></html>`;
}

const STYLE = `body{margin:0;font:15px/1.4 system-ui,sans-serif}
main{display:flex;gap:12px;padding:12px;border:1px solid #8884;border-radius:8px}
main.dark{background:#161616;color:#eee}img{width:72px;height:72px;object-fit:contain}
small{display:block;opacity:.75}p{margin:4px 0 0}a{color:inherit;font-weight:600}`;

/**
 * Runs in the frame. A view is half of the offer in a visible tab for a second, once. Messages
 * carry the code and the offer's own text, so any page may receive them.
 */
const SCRIPT = `((code) => {
  const offer = document.getElementById("offer");
  const about = { id: offer.dataset.id, content: offer.textContent };
  const send = (type, data) => parent.postMessage({ type, data: { code, ...data } }, "*");
  const event = (name) => send("event-iframe", { name, payload: about });
  const size = () => send("resize-iframe", { height: document.body.scrollHeight });
  send("init-iframe");
  size();
  send("show-iframe");
  event("ad.render-completed");
  if ("ResizeObserver" in window) new ResizeObserver(size).observe(document.body);
  offer.addEventListener("click", () => {
    send("click-iframe", { ...about, url: offer.href });
    event("ad.clicked");
  });
  let timer;
  const watch = new IntersectionObserver(([entry]) => {
    clearTimeout(timer);
    if (entry.intersectionRatio < 0.5) return;
    timer = setTimeout(() => {
      if (document.visibilityState !== "visible") return;
      watch.disconnect();
      send("view-iframe", about);
      event("ad.viewed");
      void fetch(location.pathname + "/view", { method: "POST", keepalive: true });
    }, 1000);
  }, { threshold: [0, 0.5] });
  watch.observe(document.querySelector("main"));
})`;

function priceOf({ price }: Card): string | undefined {
  if (price === undefined) return undefined;
  const format = new Intl.NumberFormat("en", { style: "currency", currency: price.currency });
  return format.format(price.amount);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? "");
}
