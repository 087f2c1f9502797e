import type { TimelineStep, TurnLog } from "../wire.ts";
import { EVENTS, type Kept } from "./network.ts";

/**
 * Something the page kept from leaving, and where it belongs. `question` counts the questions of
 * the conversation from 1, `turnId` is the server's newest turn at that time, 0 without one.
 * **Units** `atMs` counts from sending the question.
 */
export type PageNote = { kept: Kept; question: number; text: string; turnId: number; atMs: number };

/** Retries repeat themselves for as long as a fault stays on. */
export const NOTES_MAX = 60;

/**
 * The server's timeline with what only the page observes: a report that was blocked belongs to the
 * turn on the screen, and a question that was not sent gets a turn of its own.
 */
export function withPageNotes(turns: readonly TurnLog[], notes: readonly PageNote[]): TurnLog[] {
  const isReport = ({ kept }: PageNote) => kept.path === EVENTS;
  const reports = Map.groupBy(notes.filter(isReport), ({ turnId }) => turnId);
  const unsent = Map.groupBy(
    notes.filter((note) => !isReport(note)),
    ({ question }) => question,
  );
  const own = [...unsent.values()].flatMap(ownTurn);
  const ownAfter = (id: number) =>
    own.filter(({ afterTurnId }) => afterTurnId === id).map(({ log }) => log);
  const known = new Set(turns.map(({ id }) => id));
  const orphans = own.filter(({ afterTurnId }) => !known.has(afterTurnId)).map(({ log }) => log);
  const all = turns.flatMap((log) => [
    withSteps(log, reports.get(log.id) ?? []),
    ...ownAfter(log.id),
  ]);
  return [...orphans, ...all];
}

function ownTurn(notes: readonly PageNote[]): { log: TurnLog; afterTurnId: number }[] {
  const [first] = notes;
  if (first === undefined) return [];
  const log: TurnLog = {
    // The server's numbers are positive.
    id: -first.question,
    text: first.text,
    startedAtMs: 0,
    mode: "both",
    steps: [],
    context: "",
    said: "",
    answer: "",
  };
  return [{ log: withSteps(log, notes), afterTurnId: first.turnId }];
}

function withSteps(log: TurnLog, notes: readonly PageNote[]): TurnLog {
  if (notes.length === 0) return log;
  const steps = [...log.steps, ...notes.map(stepOf)];
  return { ...log, steps: steps.toSorted((one, other) => one.atMs - other.atMs) };
}

function stepOf({ kept, atMs }: PageNote, place: number): TimelineStep {
  const { fault, title, text } = kept;
  return {
    id: -1 - place,
    atMs,
    kind: "fault",
    text,
    fields: [{ name: "Where", value: "in this page; the server did not receive it" }],
    calls: [{ title, status: null, durationMs: 0, fault }],
  };
}
