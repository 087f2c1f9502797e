import { setImmediate as afterOthers, setTimeout as sleep } from "node:timers/promises";
import { type Attempt, GIVEN_UP } from "../chat/calls.ts";
import { redact } from "../chat/redact.ts";
import { type Json, listOf, recordOf, textOf } from "../seed/json.ts";
import type { RecordedCall, Recording } from "../wire.ts";

/** What differs in every run and says nothing of what was asked. */
const VOLATILE = ["turnId", "sessionKey", "deadlineMs", "eventId", "occurredAt", "evidence"];

/** Work that follows an answer is done after so many rounds of the event loop. */
const QUIET_ROUNDS = 5;

/** Longer than the kit's own moment, whose timer then comes first however busy the machine is. */
const GIVE_UP_MS = 20;

type Waiting = { endMs: number; release(): void };
type Told = { call: RecordedCall; item: Json };

/** A clock that stands still until something recorded happens. **Units** epoch milliseconds. */
export type PlayedClock = { now(): number; advanceTo(ms: number): void };

export function createPlayedClock(): PlayedClock {
  let nowMs = 0;
  return {
    now: () => nowMs,
    advanceTo(ms) {
      nowMs = Math.max(nowMs, ms);
    },
  };
}

/**
 * Answers a kit's calls from a recording, in the order in which the answers came then. Nothing is
 * asked of anybody.
 */
export class Player {
  #clock: PlayedClock;
  #turns: Recording["turns"];
  #turn = 0;
  #used = new Set<RecordedCall>();
  #waiting: Waiting[] = [];
  #isReleasing = false;
  /** What came later than this came too late for its turn. **Units** epoch milliseconds. */
  #lateAtMs = Number.POSITIVE_INFINITY;
  /** Each report's answers, in the order of its tries. */
  #told = new Map<string, Told[]>();

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
   * Lets the answers arrive that were too late for the turn. The kit goes on first and gives up a
   * moment later what it does not wait for any more; an answer in between would still be taken.
   */
  async endTurn(): Promise<void> {
    if (this.#waiting.length > 0) await sleep(GIVE_UP_MS);
    this.#lateAtMs = Number.POSITIVE_INFINITY;
    await this.#releaseInTurn();
  }

  /** **Errors** for a call nobody made when it was recorded, as a network that is gone. */
  answer(call: Attempt): Promise<Response> {
    if (call.tool === "report_events") return Promise.resolve(this.#answerReports(call));
    const recorded = this.#find(call);
    if (recorded === undefined) return Promise.reject(new TypeError("This call is not recorded."));
    const startedAtMs = this.#turns[this.#turn]?.startedAtMs ?? 0;
    this.#clock.advanceTo(startedAtMs + (recorded.atMs ?? 0));
    call.note({ fault: recorded.fault, durationMs: recorded.durationMs });
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(call.signal?.reason);
      call.signal?.addEventListener("abort", giveUp, { once: true });
      const release = () => {
        // One that was given up is left waiting, until the kit gives it up again.
        if (recorded.status > 0) resolve(responseOf(recorded));
        else if (!isGivenUp(recorded)) reject(new TypeError("The network failed."));
      };
      this.#waiting.push({ endMs: startedAtMs + endOf(recorded), release });
      void this.#releaseInTurn();
    });
  }

  /** Lets one answer after the other arrive; what follows from it may ask for more. */
  async #releaseInTurn(): Promise<void> {
    if (this.#isReleasing) return;
    this.#isReleasing = true;
    for (;;) {
      for (let round = 0; round < QUIET_ROUNDS; round += 1) await afterOthers();
      const inTime = this.#waiting.filter(({ endMs }) => endMs <= this.#lateAtMs);
      const next = inTime.toSorted((a, b) => a.endMs - b.endMs)[0];
      if (next === undefined) break;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#clock.advanceTo(next.endMs);
      next.release();
    }
    this.#isReleasing = false;
    // Whoever waits now waits until the turn is over.
    if (this.#waiting.length > 0) this.#clock.advanceTo(this.#lateAtMs);
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
      const known = this.#told.get(key) ?? [];
      // A call that told of several turns is recorded with each of them.
      const isKnown = known.some(({ call: other }) => isSameCall(other, call));
      if (!isKnown) this.#told.set(key, [...known, { call, item }]);
    });
  }

  #answerReports({ args, note }: Attempt): Response {
    const events = listOf(args.events);
    const tries = events.map((event) => this.#nextTry(keyOf("report", redactedEvent(event))));
    const failed = tries.find((told) => told !== undefined && told.call.status !== 200)?.call;
    const first = failed ?? tries.find((told) => told !== undefined)?.call;
    if (first !== undefined) note({ fault: first.fault, durationMs: first.durationMs });
    if (failed !== undefined) {
      if (failed.status === 0) throw new TypeError("failed");
      return responseOf(failed);
    }
    const items = tries.map((told, index) => ({ ...(told?.item ?? NOT_RECORDED), index }));
    const headers = { "content-type": "application/json", ...requestIdOf(first) };
    return new Response(JSON.stringify({ items }), { status: 200, headers });
  }

  /** The last answer stands for whatever is asked after it. */
  #nextTry(key: string): Told | undefined {
    const tries = this.#told.get(key) ?? [];
    return tries.length > 1 ? tries.shift() : tries[0];
  }
}

const NOT_RECORDED = { error: { code: "not_recorded", recovery: "terminal" } };

/** Whether some answer of the turn did not come in time: then it must not come in time again. */
export function isLate({ calls, turnMs = Number.POSITIVE_INFINITY }: Recording["turns"][number]) {
  const asked = calls.filter((call) => toolOf(call) !== "report_events");
  return asked.some((call) => isGivenUp(call) || endOf(call) > turnMs);
}

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
  return new Response(JSON.stringify(call.response), { status: call.status, headers });
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
