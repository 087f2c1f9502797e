import { spawn } from "node:child_process";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createPublisherKit } from "@placard/publisher-kit";
import { createKontextHandler } from "@placard/publisher-kit/kontext";
import type { NoFillReason } from "@placard/publisher-kit/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { internalsOf, rememberInternals } from "../../publisher-kit/src/adapters/internals.ts";
import { listen } from "../dialects/kontext-door.ts";
import { startExchange } from "../kit/exchange-double.ts";

const APP = fileURLToPath(new URL("../dialects/kontext-app.mjs", import.meta.url));
const ORIGIN = "http://chat.test";
const WORDS = "I want to buy waterproof hiking boots, my name is Quentin Featherstone";
const REASONS: readonly NoFillReason[] = [
  ...(["no_intent", "sensitive", "policy", "consent", "capped", "timeout", "empty"] as const),
  ...(["feed_pending", "http_error", "aborted", "circuit_open", "no_campaign"] as const),
];

let exchange: Awaited<ReturnType<typeof startExchange>>;
beforeAll(async () => {
  exchange = await startExchange();
});
afterAll(() => exchange[Symbol.asyncDispose]());

/** The handler on a port of its own; `next` decides what the next turns end in. */
async function serve(next: () => NoFillReason | "fails" | undefined = () => undefined) {
  const kit = createPublisherKit({ baseUrl: exchange.baseUrl, apiKey: "key", timeoutMs: 800 });
  const inner = internalsOf(kit);
  rememberInternals(kit, {
    ...inner,
    async turnOf(...asked) {
      const reason = next();
      if (reason === "fails") throw new Error("The turn fails.");
      return reason === undefined ? inner.turnOf(...asked) : { status: "no_fill", reason };
    },
  });
  const options = { codes: ["inlineAd"], origins: [ORIGIN], publisherToken: "token" };
  const handler = createKontextHandler(kit, options);
  return listen(handler);
}

const toldSchema = z.object({
  name: z.string(),
  frame: z.string().optional(),
  events: z.array(z.looseObject({ name: z.string(), payload: z.looseObject({}).optional() })),
});

/** What an app with the SDK was told about each chat. */
async function chat(url: string, chats: readonly object[]) {
  const app = spawn(process.execPath, [APP, url, JSON.stringify(chats)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = (await textOf(app.stdout)).trim().split("\n");
  return lines.map((line) => toldSchema.parse(JSON.parse(line)));
}

describe("the SDK of Kontext, unmodified", () => {
  test("shows a frame with offer and label, and the exchange gets the query alone", async () => {
    const { url, close } = await serve();
    const before = exchange.calls.length;
    const [told] = await chat(url, [{ name: "fill", text: WORDS }]);
    expect(told?.events.map(({ name }) => name)).toContain("ad.filled");
    const page = await fetch(told?.frame ?? "");
    expect(page.headers.get("content-security-policy")).toContain(`frame-ancestors ${ORIGIN}`);
    const html = await page.text();
    expect(html.indexOf("<small>")).toBeLessThan(html.indexOf("<a id="));
    expect(html).toContain("/r/");
    const sent = JSON.stringify(exchange.calls.slice(before));
    expect(sent).toContain("boots");
    for (const word of ["Quentin", "Featherstone", "my name", "reader-77", "reader@mail.test"]) {
      expect(sent).not.toContain(word);
    }
    close();
  });

  test("tells the app each of the kit's reasons, and that a failing turn is none", async () => {
    const wanted: (NoFillReason | "fails")[] = [...REASONS, "fails"];
    const { url, close } = await serve(() => wanted.shift());
    const told = await chat(
      url,
      [...REASONS, "fails"].map((name) => ({ name, text: WORDS })),
    );
    expect(told.map(({ events }) => events.at(-1))).toEqual(
      [...REASONS, "http_error"].map((skipCode) => ({ name: "ad.no-fill", payload: { skipCode } })),
    );
    close();
  });

  test("gets no offer for children, when it is disabled, or with another token", async () => {
    const { url, close } = await serve();
    const before = exchange.calls.length;
    const [child, off, stranger] = await chat(url, [
      { name: "coppa", text: WORDS, regulatory: { coppa: 1 } },
      { name: "off", text: WORDS, isDisabled: true },
      { name: "stranger", text: WORDS, publisherToken: "other" },
    ]);
    expect(child?.events.at(-1)?.payload).toEqual({ skipCode: "consent" });
    expect(off?.events.at(-1)).not.toMatchObject({ name: "ad.filled" });
    expect(stranger?.events.at(-1)?.payload).toMatchObject({ errCode: "publisher_unknown" });
    expect(exchange.calls.length).toBe(before);
    close();
  });

  test("is answered within a second while the exchange hangs", async () => {
    exchange.handlers.search_shopfeed_products = () => "hang";
    const { url, close } = await serve();
    const startedMs = performance.now();
    const answer = await fetch(`${url}/preload`, {
      method: "POST",
      headers: { origin: ORIGIN, "kontextso-publisher-token": "token" },
      body: JSON.stringify({
        messages: [{ role: "user", content: WORDS }],
        enabledPlacementCodes: ["inlineAd"],
      }),
    });
    expect(await answer.json()).toMatchObject({ skip: true, skipCode: "timeout" });
    expect(performance.now() - startedMs).toBeLessThan(1_500);
    delete exchange.handlers.search_shopfeed_products;
    close();
  });

  test("hides a frame that has expired", async () => {
    const { url, close } = await serve();
    const page = await fetch(`${url}/api/frame/bid_gone?code=inlineAd`);
    expect(await page.text()).toContain("hide-iframe");
    close();
  });
});
