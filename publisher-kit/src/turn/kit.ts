import { rememberInternals, type WatchOptions } from "../adapters/internals.ts";
import { citedCards } from "../cards/cited-cards.ts";
import { withOwnTags } from "../cards/offers.ts";
import { isClickRedirect } from "../cards/read.ts";
import { createCounter } from "../citations/citation-stats.ts";
import type { CitedAnswer } from "../citations/citing.ts";
import {
  type AnswerWatch,
  citedIterable,
  citedReadable,
  isReadable,
  watchAnswer,
} from "../citations/observe.ts";
import { type Restored, restoreMarks } from "../citations/restore.ts";
import { holdingOpen, startTimer as systemTimer } from "../core/clock.ts";
import { createExchangeClient } from "../core/exchange.ts";
import { guarded } from "../core/guards.ts";
import { createHost, type Host } from "../core/host.ts";
import { newId } from "../core/ids.ts";
import { createSigner, type Signer } from "../core/tokens.ts";
import { unitOf } from "../generated/reported-units.ts";
import { warmUp } from "../language/warm.ts";
import { createOpenAnswers, type OpenAnswers } from "../reports/open-answers.ts";
import { createReporter, type QueuedReport, type Reporter } from "../reports/reporter.ts";
import { type ClientInfo, recordWidgetEvents } from "../reports/widget-events.ts";
import type {
  AnswerStream,
  CitationsResponse,
  DeviceClaims,
  FormulatedQuery,
  KitStats,
  NoFillReason,
  ObserveOptions,
  PublisherKit,
  PublisherKitOptions,
  ReportInput,
  SessionClaims,
  SessionResponse,
  Turn,
  TurnInput,
  TurnPrompt,
} from "../types.ts";
import { createBreaker } from "./breaker.ts";
import { createCampaignList } from "./campaigns.ts";
import { issueDevice, issueSession, readDevice, readSession, type Session } from "./claims.ts";
import { createLimiter } from "./limits.ts";
import { createMemory, type TurnRecord } from "./memory.ts";
import { noFill } from "./no-fill.ts";
import { createSearches } from "./searches.ts";
import { readSettings } from "./settings.ts";
import { type Core, type Reader, runTurn } from "./turn.ts";

/** A whole call with its time limit, so that a slow exchange is waited for. */
const FLUSH_MS = 10_000;
/** Less than the 10 seconds that a container is given to stop. */
const CLOSE_MS = 5_000;

/**
 * The kit on a publisher's server: asks the exchange on shopping turns, checks what comes back, and
 * reports what happened. Nothing it does throws into the host; the one exception is a wrong option.
 *
 * Errors: `TypeError` that names the option, here only.
 */
export function createPublisherKit(options: PublisherKitOptions): PublisherKit {
  const kit = new Kit(options);
  rememberInternals(kit, {
    mode: options.mode ?? "sidebar",
    signer: kit.signer,
    exchangeOrigin: kit.exchangeOrigin,
    isWithin: createLimiter(options.limits, () => kit.now()),
    askedTurn: (input, options) => kit.turn(input, options),
    watch: (turn, options) => kit.watch(turn, options),
    promptOf: (turn) => kit.promptOf(turn),
    earlier: (text, turn) => kit.earlier(text, turn),
    citations: (session, turnId, signal) => kit.citations(session, turnId, signal),
    readSession: (token, origin) => kit.readSession(token, origin),
    turnOf: ({ sid, binding }, input, signal) =>
      kit.turnAs({ sid, binding, startedAtMs: kit.now() }, input, signal),
    record: (session, events, client) => kit.record(session, events, client),
    readDevice: (token) => kit.readDevice(token),
    advise: (event, fields, about) => kit.advise(event, fields, about),
    warn: (message, fields) => kit.warn(message, fields),
  });
  return kit;
}

/** `asked`: a model asked for offers in so many words, so whether it wants any is no question. */
type TurnOptions = {
  signal?: AbortSignal | undefined;
  asked?: Omit<FormulatedQuery, "q">;
  cites?: boolean;
};

class Kit implements PublisherKit {
  signer: Signer;
  exchangeOrigin: string;
  #core: Core;
  #reporter: Reporter;
  #answers = createCounter();
  #open: OpenAnswers;
  #noFill: Partial<Record<NoFillReason, number>> = {};

  constructor(options: PublisherKitOptions) {
    const settings = readSettings(options);
    const { now, startTimer } = settings;
    const host = createHost(options.onEvent, options.logger);
    const exchange = createExchangeClient({ ...settings, host });
    this.#open = createOpenAnswers({ now, startTimer });
    const { placements } = settings;
    const signer = createSigner(settings.secrets);
    this.signer = signer;
    this.exchangeOrigin = exchange.origin;
    this.#reporter = createReporter({ exchange, now, startTimer, host, store: options.store });
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
    const { asked, cites } = options;
    const reader = {
      sid,
      binding: sid,
      startedAtMs,
      ...(asked !== undefined && { asked }),
      ...(cites !== undefined && { cites }),
    };
    return this.turnAs(
      reader,
      input,
      guarded(() => options.signal),
    );
  }

  /** A turn of a session whose pseudonym is known. Always resolves. */
  async turnAs(reader: Reader, input: TurnInput, signal: AbortSignal | undefined): Promise<Turn> {
    const { host } = this.#core;
    let turn: Turn;
    try {
      turn = await runTurn(this.#core, input, reader, signal);
    } catch (error) {
      // Only code of the host can get here: its detector, its policy, its consent.
      host.warn("turn_failed", { error: String(error) });
      turn = noFill("policy");
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

  /** The prompt of a turn without using it. */
  promptOf(turn: Turn): TurnPrompt {
    return this.#recordOf(turn)?.prompt ?? { system: "", user: "" };
  }

  prompt(turn: Turn): TurnPrompt {
    const record = this.#recordOf(turn);
    if (record === undefined) return { system: "", user: "" };
    if (!record.contextUsed && record.prompt.user !== "") {
      record.contextUsed = true;
      this.#reportContext(record);
    }
    return record.prompt;
  }

  context(turn: Turn): string {
    const { system, user } = this.prompt(turn);
    return [system, user].filter((part) => part !== "").join("\n\n");
  }

  observeAnswer(turn: Turn, answer: string, options?: ObserveOptions): string;
  observeAnswer(
    turn: Turn,
    answer: ReadableStream<string>,
    options?: ObserveOptions,
  ): ReadableStream<string>;
  observeAnswer(
    turn: Turn,
    answer: AsyncIterable<string>,
    options?: ObserveOptions,
  ): AsyncIterable<string>;
  observeAnswer(
    turn: Turn,
    answer: string | AnswerStream,
    options?: ObserveOptions,
  ): string | AnswerStream {
    const watch = guarded(() => {
      const said = (options?.previous ?? []).filter(({ role }) => role === "assistant");
      const earlier = said.flatMap(({ text }) => this.earlier(text, turn).offers);
      return this.watch(turn, { ...options, earlier });
    });
    if (watch === undefined) return answer;
    if (typeof answer !== "string") {
      return isReadable(answer) ? citedReadable(answer, watch) : citedIterable(answer, watch);
    }
    const shown = guarded(() => {
      const part = watch.part();
      return part.push(answer) + part.end().text;
    });
    guarded(() => watch.end());
    return shown ?? answer;
  }

  /** Undefined where there is nothing to read: the answer then goes on as it is. */
  watch(turn: Turn | undefined, options: WatchOptions = {}): AnswerWatch | undefined {
    const record = turn && this.#recordOf(turn);
    const { earlier = [], model } = options;
    if (record === undefined && earlier.length === 0) return undefined;
    if (record !== undefined && record.prompt.user === "" && earlier.length === 0) return undefined;
    if (record !== undefined) record.isAnswered = true;
    const { host, settings } = this.#core;
    const report = (event: ReportInput) => this.report(event);
    const count = (answer: CitedAnswer) => this.#answers.add(answer, model);
    return this.#open.add(watchAnswer({ record, earlier, model, host, settings, report, count }));
  }

  /** What an earlier answer cites, or an earlier step of this turn's, with marks for its labels. */
  earlier(text: string, turn?: Turn): Restored {
    const restored = restoreMarks(text, (url) => isClickRedirect(url, this.#core.exchange.origin));
    const record = turn && this.#recordOf(turn);
    return record === undefined ? restored : withOwnTags(restored, record.offers);
  }

  citations(
    session: Session,
    turnId: string,
    signal: AbortSignal | undefined,
  ): Promise<CitationsResponse> {
    const { memory, settings } = this.#core;
    return citedCards(memory.turn(turnId), session, {
      startTimer: settings.startTimer,
      signal,
    });
  }

  report(event: ReportInput): string | undefined {
    const { now, test } = this.#core.settings;
    if (test) return undefined;
    const eventId = event.eventId ?? newId("evt", now());
    const occurredAt = event.occurredAt ?? new Date(now()).toISOString();
    return this.#reporter.push({ ...event, eventId, occurredAt }) ? eventId : undefined;
  }

  session(claims: SessionClaims): Promise<SessionResponse> {
    // A page opens its session before its reader has written anything.
    warmUp(systemTimer);
    return issueSession(this.#core.signer, claims, this.#core.settings.now());
  }

  deviceToken(claims: DeviceClaims): Promise<SessionResponse> {
    return issueDevice(this.#core.signer, claims, this.now());
  }

  readDevice(token: string): Promise<string | undefined> {
    return readDevice(this.#core.signer, token, this.now());
  }

  stats(): KitStats {
    const { counts, breaker } = this.#core;
    return {
      ...counts,
      noFill: { ...this.#noFill },
      circuit: breaker.state(),
      reports: this.#reporter.stats(),
      citations: this.#answers.stats(),
    };
  }

  async flush({ drainMs = FLUSH_MS }: { drainMs?: number } = {}): Promise<void> {
    const send = () => this.#reporter.flush(drainMs);
    await holdingOpen(async () => {
      await send();
      await this.#open.ended(send);
    });
  }

  async close({ drainMs = CLOSE_MS }: { drainMs?: number } = {}): Promise<void> {
    this.#core.campaigns.close();
    await holdingOpen(() => this.#reporter.close(drainMs));
  }

  readSession(token: string, origin: string) {
    return readSession(this.#core.signer, token, origin, this.#core.settings.now());
  }

  record(session: Session, events: readonly unknown[], client: ClientInfo) {
    const push = (report: QueuedReport): boolean => this.#reporter.push(report);
    return recordWidgetEvents({ core: this.#core, push, client }, session, events);
  }

  now(): number {
    return this.#core.settings.now();
  }

  warn(message: string, fields?: Record<string, unknown>): void {
    this.#core.host.warn(message, fields);
  }

  advise: Host["advise"] = (event, fields, about) => this.#core.host.advise(event, fields, about);

  async #pseudonym(name: string): Promise<string> {
    return name === "" ? "" : this.#core.signer.pseudonym(name);
  }

  #recordOf(turn: Turn): TurnRecord | undefined {
    const turnId = guarded(() => (turn.status === "filled" ? turn.turnId : undefined));
    return turnId === undefined ? undefined : this.#core.memory.turn(turnId);
  }

  /** An offer in a model's context is an event that some campaigns pay for, once per delivery. */
  #reportContext(record: TurnRecord): void {
    const used = record.inContext;
    for (const { campaignId, deliveryId, adUnitType } of used) {
      if (unitOf(adUnitType)?.event !== "insertion") continue;
      const { turnId, sessionKey } = record;
      const session = sessionKey === undefined ? {} : { sessionKey };
      this.report({ type: "impression", campaignId, deliveryId, turnId, count: 1, ...session });
    }
    const campaigns = used.map(({ campaignId }) => campaignId);
    this.#core.host.emit({ type: "context_used", turnId: record.turnId, campaigns });
  }
}
