import type { Context, Middleware } from "koa";
import { demoAdvertisers } from "./catalogue/advertisers.ts";
import { createMoneyReader, type Money } from "./chat/money.ts";
import { createPublisher, type Publisher } from "./chat/publisher.ts";
import { answerRefusals, wantMethod } from "./chat/requests.ts";
import { reportSale } from "./chat/sales.ts";
import { createSessions } from "./chat/sessions.ts";
import { nowMs } from "./clock.ts";
import { readDemoBrands } from "./seed/brands.ts";
import { createExchangeClient, createLocalFetch } from "./seed/exchange-client.ts";
import type { Keeper } from "./seed/keeper.ts";
import { type FeedHost, type Loading, loadFeed, openMarket } from "./seed/load.ts";
import type { Booking } from "./seed/market.ts";
import { createStatic } from "./serve-static.ts";
import { createProductLookups } from "./shop/lookups.ts";
import { createShop } from "./shop/shop.ts";

/** The demo's catalogue is the same on every machine. */
const SEED = 20_260_101;

export type DemoOptions = {
  /** How the world reaches the exchange. */
  publicUrl: string;
  /** How this process does. */
  localUrl: string;
  dataDir: string;
  products: number;
  warn: (message: string, fields?: Record<string, unknown>) => void;
};

export type Demo = {
  middleware: Middleware[];
  isLoaded(): boolean;
  /** Fills an empty exchange, or finds what an earlier start has filled. */
  load(host: FeedHost, onProgress: (loading: Loading) => void): Promise<void>;
  close(): Promise<void>;
};

/** The demo: a chat that sells its sidebar, six advertisers, and their shop. */
export function createDemo(options: DemoOptions): Demo {
  return new DemoSite(options);
}

class DemoSite implements Demo {
  readonly middleware: Middleware[];
  #options: DemoOptions;
  #catalogue: { seed: number; baseUrl: string; count: number };
  #client: ReturnType<typeof createExchangeClient>;
  #sessions = createSessions();
  #closing = new AbortController();
  #loading: Loading | undefined = { text: "Starting" };
  #publisher: Publisher | undefined;
  #keeper: Keeper | undefined;
  #readMoney: (() => Promise<Money>) | undefined;

  constructor(options: DemoOptions) {
    const { publicUrl, products } = options;
    this.#options = options;
    this.#catalogue = { seed: SEED, baseUrl: publicUrl, count: products };
    this.#client = createExchangeClient(options);
    const pages = createStatic({ publicUrl, onPage: (ctx) => void this.#sessions.open(ctx) });
    const shop = createShop({
      baseUrl: publicUrl,
      products: createProductLookups(this.#catalogue),
      reportPurchase: (purchase) => reportSale(this.#client, this.#bookings(), purchase),
      onReportError: (error) => this.#warn("A sale could not be reported.", error),
    });
    this.middleware = [pages, this.#watchSales, shop, answerRefusals, this.#chat];
  }

  isLoaded(): boolean {
    return this.#loading === undefined;
  }

  async load(host: FeedHost, onProgress: (loading: Loading) => void): Promise<void> {
    const show = (loading: Loading) => {
      this.#loading = loading;
      onProgress(loading);
    };
    show({ text: "Opening the demo's accounts" });
    await this.#openChat();
    await host.importFirstBrands(await readDemoBrands());
    await loadFeed({
      host,
      catalogue: this.#catalogue,
      dataDir: this.#options.dataDir,
      signal: this.#closing.signal,
      onProgress: show,
    });
    await this.#publisher?.warmUp();
    this.#loading = undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#keeper?.stop();
    await this.#publisher?.close();
  }

  async #openChat(): Promise<void> {
    const { publicUrl, dataDir, warn } = this.#options;
    const client = this.#client;
    const { agents, keeper } = await openMarket({
      client,
      dataDir,
      advertisers: demoAdvertisers(this.#catalogue),
      onError: (error) => this.#warn("The bookings could not be looked at.", error),
    });
    this.#keeper = keeper;
    this.#readMoney = createMoneyReader({ client, agents, now: nowMs });
    this.#publisher = createPublisher({
      baseUrl: publicUrl,
      apiKey: agents.publisher.apiKey,
      fetch: createLocalFetch(this.#options),
      sessions: this.#sessions,
      now: nowMs,
      nameOf: (campaignId) => nameOf(this.#bookings(), campaignId),
      warn,
    });
  }

  #bookings(): readonly Booking[] {
    return this.#keeper?.bookings() ?? [];
  }

  #warn(message: string, error: unknown): void {
    this.#options.warn(message, { error: error instanceof Error ? error.message : String(error) });
  }

  #chat: Middleware = async (ctx, next) => {
    if (ctx.path === "/demo/state") return this.#state(ctx);
    if (!ctx.path.startsWith("/demo/")) return next();
    if (this.#publisher !== undefined) return this.#publisher.middleware(ctx, next);
    ctx.status = 503;
    ctx.set("Retry-After", "1");
    ctx.body = { error: { message: "The demo is still loading." } };
  };

  /** `GET /demo/state`: what the page shows beside the chat. */
  async #state(ctx: Context): Promise<void> {
    wantMethod(ctx, "GET");
    ctx.set("Cache-Control", "no-store");
    const money = await this.#readMoney?.().catch(() => undefined);
    const turns = this.#sessions.find(ctx)?.logs ?? [];
    const loading = this.#loading === undefined ? {} : { loading: this.#loading };
    ctx.body = { ...loading, money: money ?? null, turns };
  }

  /** A sale belongs to the conversation it began in; the reader's cookie says which. */
  #watchSales: Middleware = async (ctx, next) => {
    await next();
    const log = this.#sessions.find(ctx)?.logs.at(-1);
    if (log === undefined || !isPurchase(ctx)) return;
    this.#publisher?.timeline.add(log, "sale", "Bought in the shop, which told the exchange.");
  };
}

function isPurchase(ctx: Context): boolean {
  return ctx.method === "POST" && ctx.status === 303 && ctx.path.startsWith("/shop/");
}

function nameOf(bookings: readonly Booking[], campaignId: string): string {
  const found = bookings.find(({ campaignIds }) => campaignIds.includes(campaignId));
  return found === undefined
    ? "another advertiser"
    : `${found.agent.name} (${found.agent.advertiser.adUnitType})`;
}
