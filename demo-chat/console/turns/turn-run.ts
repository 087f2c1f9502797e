import type { Turn } from "@placard/publisher-kit/types";
import type { DemoSettings, RecordedCall, RecordedEvent, TimelineStep, TurnLog } from "../wire.ts";
import type { SeenCall } from "./calls.ts";

/** One turn while and after it happens: what is shown of it, and what would let it happen again. */
export type TurnRun = {
  log: TurnLog;
  settings: DemoSettings;
  /** Calls that no step shows yet. */
  calls: SeenCall[];
  /** Bookings that were about something else. */
  passedOver: { name: string; call: SeenCall | undefined }[];
  recorded: RecordedCall[];
  /** What the browser reported about cards. */
  events: RecordedEvent[];
  eventIds: Set<string>;
  /** Tokens of the cards in their order; a recording identifies a card by its place. */
  cards: string[];
  turn: Turn | undefined;
  /** The answer as it was sent, with its working links; the log has them cut short. */
  answer: string;
  isStopped: boolean;
  /** When the first word came, from the start. **Units** milliseconds. */
  saidSinceMs: number | undefined;
  /** Steps of citations, for the reports that follow from them. */
  citations: { campaignIds: readonly string[]; step: TimelineStep }[];
  /** When that was, from the start. **Units** milliseconds. */
  turnMs: number | undefined;
};

/** A turn of a person is over long before; a client that repeats itself must not fill memory. */
const STEPS_MAX = 80;
const RECORDED_MAX = 60;
const EVENTS_MAX = 40;

export function newRun(log: TurnLog, settings: DemoSettings): TurnRun {
  return {
    log,
    settings,
    calls: [],
    passedOver: [],
    recorded: [],
    events: [],
    eventIds: new Set(),
    cards: [],
    turn: undefined,
    answer: "",
    isStopped: false,
    saidSinceMs: undefined,
    citations: [],
    turnMs: undefined,
  };
}

/** The step in its place; undefined where a turn has enough of them. */
export function addStep(
  { log }: TurnRun,
  atMs: number,
  step: Omit<TimelineStep, "id" | "atMs">,
): TimelineStep | undefined {
  if (log.steps.length >= STEPS_MAX) return undefined;
  const id = log.steps.length + 1;
  const added = { id, atMs: Math.max(0, atMs - log.startedAtMs), ...step };
  log.steps.push(added);
  return added;
}

/** Keeps a call as it went, for a replay; one without an answer is kept too. */
export function recordCall(run: TurnRun, call: SeenCall): void {
  if (run.recorded.length >= RECORDED_MAX) return;
  const { wire, startedAtMs, answer } = call;
  run.recorded.push({
    path: "/api/agent",
    body: wire.request,
    status: wire.status ?? 0,
    response: answer ?? wire.response,
    durationMs: wire.durationMs,
    atMs: startedAtMs - run.log.startedAtMs,
    ...(wire.requestId !== undefined && { requestId: wire.requestId }),
    ...(wire.fault !== undefined && { fault: wire.fault }),
  });
}

/** Whether it is new: a page that was offline sends its events again. */
export function recordEvent(run: TurnRun, event: RecordedEvent, id = ""): boolean {
  if (run.eventIds.has(id) || run.events.length >= EVENTS_MAX) return false;
  run.eventIds.add(id);
  run.events.push(event);
  return true;
}
