import type { AdUnitType } from "@placard/publisher-kit/types";
import type { Middleware } from "koa";
import { demoAdvertisers } from "../goods/advertisers.ts";
import type { DemoAgents } from "../goods/market/agents.ts";
import { readDemoBrands } from "../goods/market/brands.ts";
import { createExchangeClient, createLocalFetch } from "../goods/market/exchange-client.ts";
import type { Keeper } from "../goods/market/keeper.ts";
import { type FeedHost, type Loading, loadFeed, openMarket } from "../goods/market/load.ts";
import type { Booking } from "../goods/market/market.ts";
import { DEMO_PLACEMENTS, DEMO_PUBLISHERS } from "../goods/market/plan.ts";
import { DEMO_SAMPLES } from "../goods/market/samples.ts";
import { createAdvertising } from "../shop/advertising.ts";
import { createProductLookups } from "../shop/lookups.ts";
import { createShopSearch } from "../shop/search.ts";
import { createShop } from "../shop/shop.ts";
import type { ModelEndpoint } from "../src/model.ts";
import { nowMs } from "./clock.ts";
import type { Outages } from "./outages/outages.ts";
import { createReceiver, type Receiver } from "./receiver/receiver.ts";
import { createRecipes, type Recipes } from "./recipes/recipes.ts";
import { createStatic } from "./serve-static.ts";
import { createConsoleKey } from "./turns/console-key.ts";
import { type ConsoleOptions, createConsole } from "./turns/console-routes.ts";
import { createMoneyReader, type Money } from "./turns/money.ts";
import type { Parties } from "./turns/moves.ts";
import { createReaders, type Readers } from "./turns/readers.ts";
import { answerRefusals } from "./turns/requests.ts";
import { watchSales } from "./turns/sales-watch.ts";
import type { Seller } from "./turns/session-kits.ts";
import { createSessions, type ReaderSession } from "./turns/sessions.ts";
import { type Choices, defaultSettings } from "./turns/settings.ts";
import { createTimeline } from "./turns/timeline.ts";

/** The demo's catalogue is the same on every machine. */
const SEED = 20_260_101;
const FIRST_PUBLISHER = DEMO_PUBLISHERS[0]?.name ?? "";

export type DemoOptions = {
  /** Public base URL of the exchange. */
  publicUrl: string;
  /** How this process does. */
  localUrl: string;
  /** Of the exchange's pages, as markup. */
  header: string;
  dataDir: string;
  products: number;
  /** A language model to answer with instead of the script, where one is configured. */
  endpoint?: ModelEndpoint;
  /** Whether visitors from other machines may use what breaks nothing for others. */
  isPublic: boolean;
  /** What can stop the exchange's stores. */
  outages: Outages;
  warn: (message: string, fields?: Record<string, unknown>) => void;
};

export type Demo = {
  middleware: Middleware[];
  isLoaded(): boolean;
  /** Fills an empty exchange, or finds what an earlier start has filled. */
  load(host: FeedHost, onProgress: (loading: Loading) => void): Promise<void>;
  close(): Promise<void>;
};

/** The demo: chats that sell their sidebars, nine advertisers, and their shop. */
export function createDemo(options: DemoOptions): Demo {
  return new DemoSite(options);
}

class DemoSite implements Demo {
  readonly middleware: Middleware[];
  #options: DemoOptions;
  #catalogue: { seed: number; baseUrl: string; count: number };
  #client: ReturnType<typeof createExchangeClient>;
  #receiver: Receiver;
  #recipes: Recipes;
  #sessions = createSessions({
    newSettings: () => defaultSettings(FIRST_PUBLISHER),
    onEvicted: (session) => this.#readers?.forget(session),
  });
  #partiesOf = (campaignId: string) => partiesOf(this.#bookings(), campaignId);
  #timeline = createTimeline({ now: nowMs, partiesOf: this.#partiesOf });
  #closing = new AbortController();
  #loading: Loading | undefined = { text: "Starting" };
  #readers: Readers | undefined;
  #keeper: Keeper | undefined;
  #agents: DemoAgents | undefined;
  #readMoney: (() => Promise<Money | undefined>) | undefined;

  constructor(options: DemoOptions) {
    const { publicUrl, header, products, isPublic } = options;
    this.#options = options;
    this.#catalogue = { seed: SEED, baseUrl: publicUrl, count: products };
    this.#client = createExchangeClient(options);
    this.#receiver = createReceiver({ ...options, client: this.#client, now: nowMs });
    this.#receiver.subscribe((postback) => this.#timeline.onPostback(postback));
    const sessions = this.#sessions;
    this.#recipes = createRecipes({
      publicUrl,
      isPublic,
      fetch: createLocalFetch(options),
      now: nowMs,
      visitorOf: (ctx) => sessions.open(ctx).key,
    });
    const pages = createStatic({
      publicUrl,
      header,
      onPage: (ctx) => ({
        publisher: sessions.open(ctx).settings.publisher,
        samples: DEMO_SAMPLES,
      }),
    });
    const partiesOf = this.#partiesOf;
    const sales = watchSales(
      createAdvertising(this.#client, () => this.#bookings()),
      { sessions, timeline: this.#timeline, partiesOf },
    );
    const shop = createShop({
      products: createProductLookups(this.#catalogue),
      search: createShopSearch(this.#client),
      advertising: sales.advertising,
      onReportError: (error) => this.#warn("A sale could not be reported.", error),
    });
    const { middleware: postbacks } = this.#receiver;
    const qaRoutes = createConsole({
      sessions,
      publicUrl,
      isPublic,
      partiesOf,
      choices: () => this.#choices(),
      stateOf: (session) => this.#stateOf(session),
    });
    const { middleware: recipes } = this.#recipes;
    const { middleware: outages } = options.outages;
    const keys = createConsoleKey((agent) => this.#keyOf(agent));
    const asked = [answerRefusals, outages, recipes, qaRoutes, keys, this.#chat];
    this.middleware = [pages, postbacks, sales.middleware, shop, ...asked];
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
    const { platform } = await this.#openChat();
    await host.importFirstBrands(await readDemoBrands());
    await host.setFirstWallet(platform.agentId);
    await loadFeed({
      host,
      catalogue: this.#catalogue,
      dataDir: this.#options.dataDir,
      signal: this.#closing.signal,
      onProgress: show,
    });
    await this.#readers?.warmUp();
    this.#loading = undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // Whatever closes after this needs its store.
    this.#options.outages.end();
    await this.#keeper?.stop();
    await this.#readers?.close();
  }

  async #openChat(): Promise<DemoAgents> {
    const { publicUrl, dataDir, warn, endpoint } = this.#options;
    const client = this.#client;
    const { agents, keeper } = await openMarket({
      client,
      dataDir,
      receiver: this.#receiver,
      advertisers: demoAdvertisers(this.#catalogue),
      onError: (error) => this.#warn("The bookings could not be looked at.", error),
    });
    this.#keeper = keeper;
    this.#agents = agents;
    this.#readMoney = createMoneyReader({ client, agents, now: nowMs });
    this.#readers = createReaders({
      baseUrl: publicUrl,
      fetch: createLocalFetch(this.#options),
      sessions: this.#sessions,
      timeline: this.#timeline,
      now: nowMs,
      sellerOf: (publisher) => sellerOf(agents, () => this.#bookings(), publisher),
      firstPublisher: FIRST_PUBLISHER,
      endpoint,
      goneNow: () => namesOfGone(this.#options.outages),
      warn,
    });
    return agents;
  }

  #keyOf(agent: string): string | undefined {
    const { publishers = [], advertisers = [] } = this.#agents ?? {};
    return [...publishers, ...advertisers].find(({ name }) => name === agent)?.apiKey;
  }

  #bookings(): readonly Booking[] {
    return this.#keeper?.bookings() ?? [];
  }

  #choices(): Choices {
    const publishers = DEMO_PUBLISHERS.map(({ slug, name }) => ({
      name,
      adUnitTypes: DEMO_PLACEMENTS.filter(({ publisher }) => publisher === slug).map(
        ({ adUnitType }): AdUnitType => adUnitType,
      ),
    }));
    return { publishers, hasModelEndpoint: this.#options.endpoint !== undefined };
  }

  async #stateOf(session: ReaderSession): ReturnType<ConsoleOptions["stateOf"]> {
    const money = await this.#readMoney?.();
    return {
      ...(this.#loading !== undefined && { loading: this.#loading }),
      ...this.#choices(),
      money: money ?? null,
      outages: this.#options.outages.list(),
      samples: [...DEMO_SAMPLES],
      postbacks: [...this.#receiver.received()],
      recipes: await this.#recipes.list(session.key),
    };
  }

  #warn(message: string, error: unknown): void {
    this.#options.warn(message, { error: error instanceof Error ? error.message : String(error) });
  }

  #chat: Middleware = async (ctx, next) => {
    if (!ctx.path.startsWith("/demo/")) return next();
    if (this.#readers !== undefined) return this.#readers.middleware(ctx, next);
    ctx.status = 503;
    ctx.set("Retry-After", "1");
    ctx.body = { error: { message: "The demo is still loading." } };
  };
}

function namesOfGone(outages: Outages): string[] {
  const gone = outages.list().filter(({ untilMs }) => untilMs !== null);
  return gone.map(({ store }) => (store === "database" ? "the database" : "Redis"));
}

function partiesOf(bookings: readonly Booking[], campaignId: string): Parties | undefined {
  const found = bookings.find(({ campaignIds }) => campaignIds.includes(campaignId));
  if (found === undefined) return undefined;
  const { name, advertiser } = found.agent;
  return { advertiser: name, adUnitType: advertiser.adUnitType, publisher: found.publisher.name };
}

/** Whose key serves a chat, and which of its placements hold a unit. */
function sellerOf(agents: DemoAgents, bookings: () => readonly Booking[], name: string): Seller {
  const agent = agents.publishers.find((publisher) => publisher.name === name) ?? agents.publisher;
  return {
    name: agent.name,
    apiKey: agent.apiKey,
    placementsOf: (adUnitType) =>
      adUnitType === undefined
        ? undefined
        : bookings()
            .filter(({ agent: { advertiser } }) => advertiser.adUnitType === adUnitType)
            .map(({ placementId }) => placementId),
  };
}
