import { createBreaker } from "./breaker.ts";
import { createCampaignList } from "./campaigns.ts";
import { issueSession, readSession, type Session } from "./claims.ts";
import { createExchange } from "./exchange.ts";
import { guarded } from "./guards.ts";
import { createHost } from "./host.ts";
import { newId } from "./ids.ts";
import { createImages, type Images } from "./images.ts";
import { rememberInternals } from "./internals.ts";
import { createMemory, type TurnRecord } from "./memory.ts";
import {
  isReadable,
  matcherFor,
  reportsFor,
  type Watcher,
  watchIterable,
  watchReadable,
} from "./observe.ts";
import { createReporter, type QueuedReport, type Reporter } from "./reporter.ts";
import { createSearches } from "./searches.ts";
import { readSettings } from "./settings.ts";
import { createSigner } from "./tokens.ts";
import { type Core, type Reader, runTurn } from "./turn.ts";
import type {
  AnswerStream,
  KitStats,
  Mention,
  NoFillReason,
  PublisherKit,
  PublisherKitOptions,
  ReportInput,
  SessionClaims,
  SessionResponse,
  Turn,
  TurnInput,
} from "./types.ts";
import { warmUp } from "./warm.ts";
import { recordWidgetEvents, type Teller } from "./widget-events.ts";

const DRAIN_MS = 5_000;

/**
 * The kit on a publisher's server: asks the exchange on shopping turns, checks what comes back, and
 * reports what happened. Nothing it does throws into the host; the one exception is a wrong option.
 *
 * Errors: `TypeError` that names the option, here only.
 */
export function createPublisherKit(options: PublisherKitOptions): PublisherKit {
  const kit = new Kit(options);
  warmUp();
  rememberInternals(kit, {
    mode: options.mode ?? "sidebar",
    images: kit.images,
    askedTurn: (input, signal) => kit.turn(input, { signal, asked: true }),
    watch: (turn) => kit.watch(turn),
    readSession: (token, origin) => kit.readSession(token, origin),
    turnOf: ({ sid, binding }, input, signal) =>
      kit.turnAs({ sid, binding, startedAtMs: kit.now() }, input, signal),
    record: (session, events, teller) => kit.record(session, events, teller),
    warn: (message, fields) => kit.warn(message, fields),
  });
  return kit;
}

/** `asked`: a model asked for offers in so many words, so whether it wants any is no question. */
type TurnOptions = { signal?: AbortSignal | undefined; asked?: boolean };

class Kit implements PublisherKit {
  images: Images;
  #core: Core;
  #reporter: Reporter;
  #noFill: Partial<Record<NoFillReason, number>> = {};

  constructor(options: PublisherKitOptions) {
    const settings = readSettings(options);
    const { now, startTimer } = settings;
    const host = createHost(options.onEvent, options.logger);
    const exchange = createExchange(settings);
    const { placements } = settings;
    const signer = createSigner(settings.secrets);
    this.images = createImages(signer, exchange.origin);
    this.#reporter = createReporter({ exchange, now, startTimer, host });
    this.#core = {
      settings,
      exchange,
      searches: createSearches({ exchange, freshMs: settings.shareSearchesMs, now }),
      host,
      campaigns: createCampaignList({ exchange, placements, now, startTimer, host }),
      breaker: createBreaker(now),
      signer,
      memory: createMemory(),
      counts: { turns: 0, filled: 0, cardsDropped: 0 },
    };
  }

  async turn(input: TurnInput, options: TurnOptions = {}): Promise<Turn> {
    const startedAtMs = this.#core.settings.now();
    const name = guarded(() => input.sessionKey);
    const sid = await this.#pseudonym(typeof name === "string" ? name : "");
    const reader = { sid, binding: sid, startedAtMs, asked: options.asked === true };
    return this.turnAs(
      reader,
      input,
      guarded(() => options.signal),
    );
  }

  /** A turn of a session whose pseudonym is known. Always resolves. */
  async turnAs(reader: Reader, input: TurnInput, signal: AbortSignal | undefined): Promise<Turn> {
    const { host, breaker } = this.#core;
    let turn: Turn;
    try {
      turn = await runTurn(this.#core, input, reader, signal);
    } catch (error) {
      // Only code of the host can get here: its detector, its policy, its consent.
      breaker.released();
      host.warn("A turn failed and shows nothing.", { error: String(error) });
      turn = { status: "no_fill", reason: "policy" };
    }
    if (turn.status === "filled") {
      const { turnId, cards } = turn;
      host.emit({ type: "turn", turnId, status: "filled", cards: cards.length });
      return turn;
    }
    const { reason } = turn;
    this.#noFill[reason] = (this.#noFill[reason] ?? 0) + 1;
    host.emit({ type: "turn", status: "no_fill", reason, cards: 0 });
    return turn;
  }

  context(turn: Turn): string {
    const record = this.#recordOf(turn);
    if (record === undefined || record.context === "") return "";
    if (!record.contextUsed) {
      record.contextUsed = true;
      this.#reportContext(record);
    }
    return record.context;
  }

  observeAnswer(turn: Turn, answer: string): Mention[];
  observeAnswer(turn: Turn, answer: ReadableStream<string>): ReadableStream<string>;
  observeAnswer(turn: Turn, answer: AsyncIterable<string>): AsyncIterable<string>;
  observeAnswer(turn: Turn, answer: string | AnswerStream): Mention[] | AnswerStream {
    const record = this.#recordOf(turn);
    if (typeof answer === "string") {
      return record === undefined ? [] : (guarded(() => this.#observe(record, answer)) ?? []);
    }
    if (record === undefined) return answer;
    const watcher = this.#watcherOf(record);
    return isReadable(answer) ? watchReadable(answer, watcher) : watchIterable(answer, watcher);
  }

  watch(turn: Turn): Watcher | undefined {
    const record = this.#recordOf(turn);
    return record && this.#watcherOf(record);
  }

  report(event: ReportInput): string | undefined {
    const { now } = this.#core.settings;
    const eventId = event.eventId ?? newId("evt", now());
    const occurredAt = event.occurredAt ?? new Date(now()).toISOString();
    return this.#reporter.push({ ...event, eventId, occurredAt }) ? eventId : undefined;
  }

  session(claims: SessionClaims): Promise<SessionResponse> {
    return issueSession(this.#core.signer, claims, this.#core.settings.now());
  }

  stats(): KitStats {
    const { counts, breaker } = this.#core;
    return {
      ...counts,
      noFill: { ...this.#noFill },
      circuit: breaker.state(),
      reports: this.#reporter.stats(),
    };
  }

  async close({ drainMs = DRAIN_MS }: { drainMs?: number } = {}): Promise<void> {
    this.#core.campaigns.close();
    await this.#reporter.close(drainMs);
  }

  readSession(token: string, origin: string) {
    return readSession(this.#core.signer, token, origin, this.#core.settings.now());
  }

  record(session: Session, events: readonly unknown[], teller: Teller) {
    const push = (report: QueuedReport): boolean => this.#reporter.push(report);
    return recordWidgetEvents({ core: this.#core, push, teller }, session, events);
  }

  now(): number {
    return this.#core.settings.now();
  }

  warn(message: string, fields?: Record<string, unknown>): void {
    this.#core.host.warn(message, fields);
  }

  #watcherOf(record: TurnRecord): Watcher {
    const matcher = matcherFor(record);
    return {
      push: (chunk) => matcher.push(chunk),
      end: () => this.#settle(record, matcher.end()),
    };
  }

  async #pseudonym(name: string): Promise<string> {
    return name === "" ? "" : this.#core.signer.pseudonym(name);
  }

  #recordOf(turn: Turn): TurnRecord | undefined {
    const turnId = guarded(() => (turn.status === "filled" ? turn.turnId : undefined));
    return turnId === undefined ? undefined : this.#core.memory.turn(turnId);
  }

  /** An offer in a model's context is what a `cpia` campaign pays for, once per delivery. */
  #reportContext(record: TurnRecord): void {
    const used = record.deliveries.filter(({ mayReason, contextBlock }) => {
      return mayReason && contextBlock !== undefined && record.context.includes(contextBlock);
    });
    for (const { campaignId, deliveryId, adUnitType } of used) {
      if (adUnitType !== "cpia") continue;
      const { turnId, sessionKey } = record;
      const session = sessionKey === undefined ? {} : { sessionKey };
      this.report({ type: "impression", campaignId, deliveryId, turnId, count: 1, ...session });
    }
    const campaigns = used.map(({ campaignId }) => campaignId);
    this.#core.host.emit({ type: "context_used", turnId: record.turnId, campaigns });
  }

  #observe(record: TurnRecord, answer: string): Mention[] {
    const matcher = matcherFor(record);
    matcher.push(answer);
    const mentions = matcher.end();
    this.#settle(record, mentions);
    return mentions;
  }

  #settle(record: TurnRecord, mentions: readonly Mention[]): void {
    const { host, settings } = this.#core;
    const { turnId } = record;
    for (const mention of mentions) {
      const booked = record.deliveries.some(({ campaignId }) => campaignId === mention.offerId);
      const campaign = booked ? { campaignId: mention.offerId } : {};
      host.emit({ type: "mention", turnId, ...campaign, mention });
    }
    for (const event of reportsFor(record, mentions, settings.shareText)) this.report(event);
  }
}
