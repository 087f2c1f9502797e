import { setImmediate as afterOthers } from "node:timers/promises";
import { type Json, listOf, recordOf, textOf } from "../../goods/market/json.ts";
import { type Attempt, GIVEN_UP } from "../turns/calls.ts";
import { redact, withLinks } from "../turns/redact.ts";
import type { RecordedCall, Recording } from "../wire.ts";
import type { PlayedClock } from "./played-clock.ts";

/** What differs in every run and says nothing of what was asked. */
const VOLATILE = ["turnId", "sessionKey", "deadlineMs", "eventId", "occurredAt", "evidence"];

/** Work that follows an answer is done after so many rounds of the event loop. */
const QUIET_ROUNDS = 5;
/** Source: the kit's `timeoutMs`. What is due later must not happen while a turn ends. */
const DEADLINE_MS = 800;

async function quiet(): Promise<void> {
  for (let round = 0; round < QUIET_ROUNDS; round += 1) await afterOthers();
}

type Waiting = { endMs: number; release(): void };
type ReportAnswer = { call: RecordedCall; item: Json };

/**
 * Answers a kit's calls from a recording, in the order in which the answers came then. It makes no
 * network call.
 */
export class Player {
  #clock: PlayedClock;
  #turns: Recording["turns"];
  #turn = 0;
  #used = new Set<RecordedCall>();
  #waiting: Waiting[] = [];
  /** What came later than this came too late for its turn. **Units** epoch milliseconds. */
  #lateAtMs = Number.POSITIVE_INFINITY;
  /** Each report's answers, in the order of its tries. */
  #reportAnswers = new Map<string, ReportAnswer[]>();

  constructor(recording: Recording, clock: PlayedClock) {
    this.#clock = clock;
    this.#turns = recording.turns;
    for (const call of recording.turns.flatMap(({ calls }) => calls)) {
      if (toolOf(call) === "report_events") this.#keepReports(call);
    }
  }

  startTurn(index: number): void {
    const { startedAtMs = 0, turnMs = Number.POSITIVE_INFINITY } = this.#turns[index] ?? {};
    this.#turn = index;
    this.#clock.advanceTo(startedAtMs);
    this.#lateAtMs = startedAtMs + turnMs;
  }

  /**
   * Lets time pass until the turn has ended: answers that came in time come first, then what the
   * kit does when it has waited long enough.
   */
  async play<T>(turn: Promise<T>): Promise<T> {
    const dueMs = this.#clock.now() + DEADLINE_MS;
    await this.#until(turn, () => this.#waiting.length > 0 && this.#clock.runNext(dueMs));
    // What the kit gave up it has now given up; the rest was too late, and arrives.
    while (this.#clock.runNext(this.#clock.now())) await quiet();
    this.#lateAtMs = Number.POSITIVE_INFINITY;
    while (this.#releaseNext()) await quiet();
    return turn;
  }

  /** Lets time pass until all is sent: nothing else happens any more. */
  playOut(closing: Promise<void>): Promise<void> {
    return this.#until(closing, () => this.#clock.runNext(Number.POSITIVE_INFINITY));
  }

  /** One thing after the other; what follows from it may ask for more. */
  async #until(ending: Promise<unknown>, waitOn: () => boolean): Promise<void> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    ending.then(over, over);
    for (;;) {
      await quiet();
      if (isOver) return;
      if (!this.#releaseNext()) waitOn();
    }
  }

  /** **Errors** for a call that was not recorded, like a failed network. */
  answer(call: Attempt): Promise<Response> {
    if (call.tool === "report_events") return Promise.resolve(this.#answerReports(call));
    const recorded = this.#find(call);
    if (recorded === undefined) return Promise.reject(new TypeError("This call is not recorded."));
    const startedAtMs = this.#turns[this.#turn]?.startedAtMs ?? 0;
    this.#clock.advanceTo(startedAtMs + (recorded.atMs ?? 0));
    call.note({ fault: recorded.fault, durationMs: recorded.durationMs });
    return new Promise((resolve, reject) => {
      // One that was given up is left waiting, until the kit gives it up again.
      const endMs = isGivenUp(recorded) ? Number.POSITIVE_INFINITY : startedAtMs + endOf(recorded);
      const release = () => {
        if (recorded.status > 0) resolve(responseOf(recorded));
        else reject(new TypeError("The network failed."));
      };
      const waiting = { endMs, release };
      this.#waiting.push(waiting);
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(call.signal?.reason);
      };
      call.signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** Delivers the next answer. Returns whether one came in time. */
  #releaseNext(): boolean {
    const inTime = this.#waiting.filter(
      ({ endMs }) => Number.isFinite(endMs) && endMs <= this.#lateAtMs,
    );
    const next = inTime.toSorted((a, b) => a.endMs - b.endMs)[0];
    if (next === undefined) return false;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#clock.advanceTo(next.endMs);
    next.release();
    return true;
  }

  #find(call: Attempt): RecordedCall | undefined {
    const wanted = keyOf(call.tool, recordOf(redact(call.args)) ?? {});
    const turns = this.#turns.slice(0, this.#turn + 1).reverse();
    const alike = turns.flatMap(({ calls }) => calls.filter((one) => keyOfCall(one) === wanted));
    const recorded = alike.find((one) => !this.#used.has(one)) ?? alike[0];
    if (recorded !== undefined) this.#used.add(recorded);
    return recorded;
  }

  #keepReports(call: RecordedCall): void {
    const answers = listOf(recordOf(call.response)?.items);
    eventsOf(call).forEach((event, index) => {
      const key = keyOf("report", event);
      const item = answers.find((one) => one.index === index) ?? {};
      const known = this.#reportAnswers.get(key) ?? [];
      // A call that reported events of several turns is recorded with each of them.
      const isKnown = known.some(({ call: other }) => isSameCall(other, call));
      if (!isKnown) this.#reportAnswers.set(key, [...known, { call, item }]);
    });
  }

  #answerReports({ args, note }: Attempt): Response {
    const events = listOf(args.events);
    const tries = events.map((event) => this.#nextTry(keyOf("report", redactedEvent(event))));
    const failed = tries.find((one) => one !== undefined && one.call.status !== 200)?.call;
    const first = failed ?? tries.find((one) => one !== undefined)?.call;
    if (first !== undefined) note({ fault: first.fault, durationMs: first.durationMs });
    if (failed !== undefined) {
      if (failed.status === 0) throw new TypeError("failed");
      return responseOf(failed);
    }
    const items = tries.map((one, index) => ({ ...(one?.item ?? NOT_RECORDED), index }));
    const headers = { "content-type": "application/json", ...requestIdOf(first) };
    return new Response(JSON.stringify({ items }), { status: 200, headers });
  }

  /** The last answer serves all later tries. */
  #nextTry(key: string): ReportAnswer | undefined {
    const tries = this.#reportAnswers.get(key) ?? [];
    return tries.length > 1 ? tries.shift() : tries[0];
  }
}

const NOT_RECORDED = { error: { code: "not_recorded", recovery: "terminal" } };

function isGivenUp({ status, response }: RecordedCall): boolean {
  return status === 0 && recordOf(response)?.failed === GIVEN_UP;
}

/** **Units** milliseconds from the start of the turn. */
function endOf({ atMs = 0, durationMs }: RecordedCall): number {
  return atMs + durationMs;
}

function redactedEvent(event: Json): Json {
  return recordOf(redact(event)) ?? {};
}

function isSameCall(one: RecordedCall, other: RecordedCall): boolean {
  return JSON.stringify(one.body) === JSON.stringify(other.body) && one.status === other.status;
}

function responseOf(call: RecordedCall): Response {
  const headers = { "content-type": "application/json", ...requestIdOf(call) };
  const body = withLinks(JSON.stringify(call.response));
  return new Response(body, { status: call.status, headers });
}

function requestIdOf(call: RecordedCall | undefined): Record<string, string> {
  return call?.requestId === undefined ? {} : { "x-request-id": call.requestId };
}

function toolOf({ body }: RecordedCall): string {
  return textOf(recordOf(body)?.tool) ?? "";
}

function argsOf({ body }: RecordedCall): Json {
  return recordOf(recordOf(body)?.arguments) ?? {};
}

export function eventsOf(call: RecordedCall): Json[] {
  return listOf(argsOf(call).events);
}

function keyOfCall(call: RecordedCall): string {
  return keyOf(toolOf(call), argsOf(call));
}

/** A call by what it asks, in any order of its fields. */
function keyOf(tool: string, args: Json): string {
  const fields = Object.entries(args).filter(([name]) => !VOLATILE.includes(name));
  return JSON.stringify([tool, fields.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
