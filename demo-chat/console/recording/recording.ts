import { AD_UNIT_TYPES } from "@placard/publisher-kit/units";
import { type Json, listOf, numberOf, recordOf, textOf } from "../../goods/market/json.ts";
import type { Parties } from "../turns/moves.ts";
import { refuse } from "../turns/requests.ts";
import type { ReaderSession } from "../turns/sessions.ts";
import { oneOf, readFaults } from "../turns/settings.ts";
import type {
  DemoSettings,
  RecordedCall,
  RecordedEvent,
  Recording,
  TimelineStep,
  TurnLog,
} from "../wire.ts";

/** A recording that is sent here may come from anywhere. */
const TURNS_MAX = 20;
const CALLS_MAX = 60;
const STEPS_MAX = 80;
const TEXT_MAX = 2_000;
const ANSWER_MAX = 20_000;
/** Recorded answers are delayed as long as the originals; this bounds an edited recording. */
const DURATION_MAX_MS = 30_000;

/** The present conversation of one browser. */
export function recordingOf(
  { settings, runs }: ReaderSession,
  partiesOf: (campaignId: string) => Parties | undefined,
  baseUrl: string,
): Recording {
  const parties: Record<string, Parties> = {};
  for (const { recorded } of runs) {
    for (const campaignId of recorded.flatMap(campaignsOf)) {
      const known = partiesOf(campaignId);
      if (known !== undefined) parties[campaignId] = known;
    }
  }
  return {
    version: 2,
    settings,
    turns: runs.map((run) => ({
      text: run.log.text,
      startedAtMs: run.log.startedAtMs,
      calls: [...run.recorded],
      log: run.log,
      settings: run.settings,
      events: [...run.events],
      ...(run.turnMs !== undefined && { turnMs: run.turnMs }),
    })),
    baseUrl,
    parties,
  };
}

function campaignsOf({ body }: RecordedCall): string[] {
  const args = recordOf(recordOf(body)?.arguments);
  const named = [args, ...listOf(args?.events)].map((one) => textOf(one?.campaignId));
  return named.filter((campaignId) => campaignId !== undefined);
}

/**
 * Reads a saved recording. What the replay uses is checked; the rest is left out.
 *
 * **Errors** refuses with 422, naming what is wrong.
 */
export function readRecording(body: Json): Recording {
  if (body.version !== 2) {
    refuse(422, "version must be 2: record the conversation again with this version of the demo.");
  }
  const settings = readKeptSettings(body.settings);
  const turns = listOf(body.turns);
  if (turns.length > TURNS_MAX) refuse(422, `turns: at most ${TURNS_MAX}.`);
  return {
    version: 2,
    settings,
    turns: turns.map((turn) => readTurn(turn, settings)),
    ...(body.baseUrl !== undefined && { baseUrl: readBaseUrl(body.baseUrl) }),
    parties: readParties(body.parties),
  };
}

function readBaseUrl(value: unknown): string {
  const text = textOf(value) ?? "";
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isWeb ? text : refuse(422, "baseUrl must be an http(s) address.");
}

/** Names are taken as they are: a replay needs no publisher of this demo. */
function readKeptSettings(value: unknown): DemoSettings {
  const settings = recordOf(value) ?? refuse(422, "settings must be an object.");
  return {
    publisher: shortText(settings.publisher),
    ...(settings.adUnitType !== undefined && {
      adUnitType: oneOf("adUnitType", settings.adUnitType, AD_UNIT_TYPES),
    }),
    mode: oneOf("mode", settings.mode, ["sidebar", "context", "both"]),
    model: oneOf("model", settings.model, ["scripted", "endpoint"]),
    faults: readFaults(recordOf(settings.faults) ?? refuse(422, "faults must be an object.")),
  };
}

const CALL_FAULTS = ["latencyMs", "exchange", "card", "images"] as const;

function readTurn(turn: Json, settings: DemoSettings): Recording["turns"][number] {
  const text = textOf(turn.text) ?? "";
  if (text === "" || text.length > TEXT_MAX) refuse(422, "text must be a question.");
  const calls = listOf(turn.calls);
  if (calls.length > CALLS_MAX) refuse(422, `calls: at most ${CALLS_MAX} a turn.`);
  const startedAtMs = numberOf(turn.startedAtMs);
  return {
    text,
    startedAtMs,
    calls: calls.map(readCall),
    log: readLog(recordOf(turn.log) ?? {}, { text, startedAtMs, settings }),
    settings: turn.settings === undefined ? settings : readKeptSettings(turn.settings),
    events: listOf(turn.events).slice(0, CALLS_MAX).map(readEvent),
    ...(turn.turnMs !== undefined && { turnMs: Math.max(0, numberOf(turn.turnMs)) }),
  };
}

function readCall(call: Json): RecordedCall {
  const status = numberOf(call.status);
  if (status !== 0 && (status < 200 || status > 599 || !Number.isInteger(status))) {
    refuse(422, "status must be 0 or an HTTP status.");
  }
  const requestId = textOf(call.requestId);
  return {
    path: "/api/agent",
    body: call.body,
    status,
    response: call.response,
    durationMs: Math.min(DURATION_MAX_MS, Math.max(0, numberOf(call.durationMs))),
    atMs: Math.max(0, numberOf(call.atMs)),
    ...(requestId !== undefined && { requestId }),
    ...(call.fault !== undefined && {
      fault: oneOf("fault", call.fault, CALL_FAULTS),
    }),
  };
}

function readEvent(event: Json): RecordedEvent {
  return {
    atMs: Math.max(0, numberOf(event.atMs)),
    type: oneOf("type", event.type, ["viewable", "click", "hide", "why"]),
    card: Math.max(0, Math.floor(numberOf(event.card))),
  };
}

type About = { text: string; startedAtMs: number; settings: DemoSettings };

function readLog(log: Json, { text, startedAtMs, settings }: About): TurnLog {
  return {
    id: numberOf(log.id),
    text,
    startedAtMs,
    mode: settings.mode,
    steps: listOf(log.steps).slice(0, STEPS_MAX).map(readStep),
    context: (textOf(log.context) ?? "").slice(0, ANSWER_MAX),
    said: (textOf(log.said) ?? "").slice(0, ANSWER_MAX),
    answer: (textOf(log.answer) ?? "").slice(0, ANSWER_MAX),
  };
}

const KINDS = [
  "intent",
  "query",
  "search",
  "delivery",
  "cards",
  "context",
  "answer",
  "citation",
  "unmarked",
  "viewable",
  "click",
  "hide",
  "why",
  "report",
  "sale",
  "postback",
  "fault",
] as const;

function readStep(step: Json): TimelineStep {
  const moves = listOf(step.moves).map(({ account, amountCredits }) => ({
    account: shortText(account),
    amountCredits: numberOf(amountCredits),
  }));
  return {
    id: numberOf(step.id),
    atMs: numberOf(step.atMs),
    kind: oneOf("kind", step.kind, KINDS),
    text: shortText(step.text),
    ...(moves.length > 0 && { moves }),
    ...(step.isOutside === true && { isOutside: true as const }),
  };
}

function readParties(value: unknown): Record<string, Parties> {
  const entries = Object.entries(recordOf(value) ?? {}).map(([campaignId, one]) => {
    const { advertiser, adUnitType, publisher } = recordOf(one) ?? {};
    const parties: Parties = {
      advertiser: shortText(advertiser),
      adUnitType: shortText(adUnitType),
      publisher: shortText(publisher),
    };
    return [campaignId, parties] as const;
  });
  return Object.fromEntries(entries);
}

function shortText(value: unknown): string {
  return (textOf(value) ?? "").slice(0, TEXT_MAX);
}
