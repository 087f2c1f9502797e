// The program of the runtime tests: the example of runtimes.md, and a chat whose model cites.
import { createPublisherKit } from "@placard/publisher-kit";
import { createFetchHandler } from "@placard/publisher-kit/fetch";
import page from "./page.js";

const { PLACARD_URL = "", PLACARD_KEY = "", PLACARD_FLUSH = "yes" } = process.env;
let queued = 0;
const kit = createPublisherKit({
  baseUrl: PLACARD_URL,
  apiKey: PLACARD_KEY,
  mode: "both",
  timeoutMs: 5_000,
  onEvent: (event) => {
    if (event.type === "report" && event.outcome === "queued") queued += 1;
  },
});

const proxied = createFetchHandler(kit, { basePath: "/proxied", images: "proxy" });

/** A model that recommends what is paid by recommendation, word by word. */
async function* speak(prompt) {
  const offer = prompt.split("\n").find((line) => line.includes("Northwind cpr")) ?? "";
  const mark = /\[\[rec:[^\]]+\]\]/.exec(offer)?.[0] ?? "";
  for (const word of ["Take ", "this ", mark, ": ", "it ", "lasts."]) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    yield word;
  }
}

/** The answer and then, on a line of its own, how many reports the kit has taken until now. */
async function* bytesOf(shown) {
  const encoder = new TextEncoder();
  for await (const text of shown) yield encoder.encode(text);
  yield encoder.encode(`\n${queued}`);
}

async function chat(request, context) {
  const { text } = await request.json();
  const turn = await kit.turn({ text });
  const shown = kit.observeAnswer(turn, speak(kit.prompt(turn).user));
  if (PLACARD_FLUSH === "yes") context.waitUntil(kit.flush());
  return new Response(ReadableStream.from(bytesOf(shown)));
}

export const worker = {
  fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/proxied/")) return proxied(request);
    if (pathname === "/up") return new Response("up");
    return pathname === "/chat" ? chat(request, context) : page.fetch(request, env, context);
  },
};
