import { createPublisherKit } from "@placard/publisher-kit";
import type { Middleware } from "koa";
import { createChat, type Model, type Reader } from "../../src/chat.ts";
import type { ModelEndpoint } from "../../src/model.ts";
import { answerRoute } from "./browser-routes.ts";
import { script } from "./script.ts";
import { createSessionKits, type SessionKitOptions } from "./session-kits.ts";
import type { ReaderSession, Sessions } from "./sessions.ts";
import { topicsOf } from "./topics.ts";
import { watchKit } from "./watched-kit.ts";

const WARM_UP_TEXT = "I want to buy a garden hose";

export type ReadersOptions = SessionKitOptions & {
  sessions: Sessions;
  /** What is down for everybody, in words. */
  goneNow: () => readonly string[];
  /** The first publisher's name, whose kit is warmed up. */
  firstPublisher: string;
  endpoint: ModelEndpoint | undefined;
};

export type Readers = {
  middleware: Middleware;
  /** Begins a new conversation with new kits. */
  forget(session: ReaderSession): void;
  /** Runs a turn once, so that the first reader does not wait for cold code. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The demo's chats: the publisher of `src` with a kit of its own for each browser and choice, whose
 * turns the timeline records. The keys stay in here.
 */
export function createReaders(options: ReadersOptions): Readers {
  const { sessions, baseUrl, timeline, endpoint, warn } = options;
  const kits = createSessionKits(options);
  const model = endpoint && loadedLater(endpoint, baseUrl);
  const forget = (session: ReaderSession): void => {
    session.conversation = [];
    session.runs = [];
    // Queued events are still sent, in the background.
    kits
      .close(session)
      .catch((error: unknown) => warn("Reports were lost.", { error: String(error) }));
  };
  const modelOf = ({ settings }: ReaderSession): Model =>
    settings.model === "endpoint" && model !== undefined ? model : script;
  const readerOf = (session: ReaderSession): Reader => {
    const own = kits.kitOf(session);
    const { kit, watchModel } = watchKit(own.kit, session, options);
    return {
      key: session.key,
      kit,
      mode: session.settings.mode,
      model: watchModel(modelOf(session)),
      conversation: session.conversation,
      routes: (ctx, next) => answerRoute({ ctx, session, own, timeline, now: options.now }, next),
      startOver: () => forget(session),
    };
  };
  return {
    middleware: createChat({ path: "/demo", readerOf: (ctx) => readerOf(sessions.open(ctx)) }),
    forget,
    async warmUp() {
      const { fetch, firstPublisher, sellerOf } = options;
      const { apiKey } = sellerOf(firstPublisher);
      // It takes the slow first turn upon itself, which is no fault to print.
      const logger = { warn: () => undefined };
      const kit = createPublisherKit({ baseUrl, fetch, apiKey, logger });
      // A topic that every placement excludes: nothing is delivered, counted or shown. Reading the
      // topics of a text loads the vocabulary.
      await kit.turn({ text: WARM_UP_TEXT, topics: topicsOf(WARM_UP_TEXT, []) });
      await kit.close({ drainMs: 0 });
    },
    async close() {
      await Promise.all([...sessions.all()].map((session) => kits.close(session)));
    },
  };
}

/** A demo without an endpoint never loads the AI SDK. */
function loadedLater(endpoint: ModelEndpoint, exchangeUrl: string): Model {
  return {
    name: endpoint.name,
    async *answer(question) {
      const { createModel } = await import("../../src/model.ts");
      yield* createModel(endpoint, exchangeUrl).answer(question);
    },
  };
}
