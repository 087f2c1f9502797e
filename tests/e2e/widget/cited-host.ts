import { Readable } from "node:stream";
import { createPublisherKit } from "@placard/publisher-kit";
import { createKoaMiddleware } from "@placard/publisher-kit/koa";
import type { KitEvent } from "@placard/publisher-kit/types";
import Koa from "koa";
import { campaign, delivery, product, startExchange } from "../../kit/exchange-double.ts";

const SESSION = "conversation-1";
const VELMORA = { tag: "velmora-k7qd", label: "Ad" };
const NORTHWIND = { tag: "northwind-2m4p", label: "Ad" };

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">
<rect width="200" height="200" fill="#c8d6df"/><circle cx="100" cy="100" r="60" fill="#4a6b7c"/>
</svg>`;

/** An exchange with two bookings, one of each sponsor, and a product. */
async function openExchange() {
  const exchange = await startExchange({
    list_campaigns: () => ({
      body: { items: [campaign(1, "cpr"), campaign(2, "cpr")], nextCursor: null },
    }),
  });
  const { baseUrl } = exchange;
  exchange.pages["/picture.svg"] = (response) => {
    response.writeHead(200, { "content-type": "image/svg+xml" }).end(PICTURE);
  };
  const image = { url: `${baseUrl}/picture.svg`, width: 200, height: 200, alt: "" };
  exchange.handlers.search_shopfeed_products = () => ({
    body: { status: "ok", items: [product(baseUrl, 1, { image })] },
  });
  exchange.handlers.deliver_ad = ({ args }) => {
    const isFirst = String(args.campaignId).endsWith("1");
    const sponsor = isFirst ? "Velmora" : "Northwind";
    const citation = isFirst ? VELMORA : NORTHWIND;
    const title = isFirst ? "Velmora trail boots" : "Northwind hiking boots";
    const clickUrl = `${baseUrl}/r/${(isFirst ? "v" : "n").repeat(64)}`;
    return {
      body: delivery(baseUrl, {
        campaignId: String(args.campaignId),
        unit: "cpr",
        offer: { title, text: "Dry feet in ten minutes of rain.", clickUrl, sponsor, image },
        disclosure: { label: "Ad", sponsor, text: `Ad · ${sponsor}` },
        ...(args.citations === true && { citation }),
      }),
    };
  };
  return exchange;
}

/** A chat of our own around the real kit and its Koa routes. */
export type CitedHost = Awaited<ReturnType<typeof openCitedHost>>;

export async function openCitedHost(files: ReadonlyMap<string, string>, html: string) {
  const exchange = await openExchange();
  const events: KitEvent[] = [];
  const kit = createPublisherKit({
    baseUrl: exchange.baseUrl,
    apiKey: "rk_live_test_key_of_the_publisher",
    mode: "both",
    // This is about marks: a first turn on a busy machine may take longer than the kit waits.
    timeoutMs: 5_000,
    onEvent: (event) => events.push(event),
  });
  const asked: string[] = [];
  /** Lets the model write the end of its answer. */
  let release = (): void => {};

  async function* answer(): AsyncGenerator<string> {
    yield "Take the Velmora trail boots [[rec:velm";
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    yield "ora-k7qd]]: they keep the rain out.";
  }

  /** The turn as one line of JSON, then the answer as it comes. */
  async function* chat(): AsyncGenerator<string> {
    const text = "I'm looking for waterproof hiking boots";
    const turn = await kit.turn({ text, sessionKey: SESSION });
    if (turn.status === "no_fill") throw new Error(`No offers: ${turn.reason}`);
    kit.prompt(turn);
    yield `${JSON.stringify({ turnId: turn.turnId, cards: turn.cards })}\n`;
    yield* kit.observeAnswer(turn, answer());
  }

  const app = new Koa();
  app.use(async (ctx, next) => {
    asked.push(ctx.path);
    await next();
  });
  app.use(createKoaMiddleware(kit, { claims: () => ({ sessionKey: SESSION }) }));
  app.use(async (ctx) => {
    const file = files.get(ctx.path.slice(1));
    if (ctx.path === "/chat") {
      ctx.type = "text/plain";
      ctx.body = Readable.from(chat());
    } else if (file !== undefined) {
      ctx.type = ctx.path.endsWith(".css") ? "text/css" : "text/javascript";
      ctx.body = file;
    } else {
      ctx.type = "html";
      ctx.body = html;
    }
  });
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    events,
    exchange,
    endAnswer: () => release(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await kit.close();
      await exchange[Symbol.asyncDispose]();
    },
  };
}
