import { AsyncLocalStorage } from "node:async_hooks";
import type { KitEvent } from "@placard/publisher-kit/types";
import { type Json, listOf, recordOf, textOf } from "../../goods/market/json.ts";
import { whyNotBilled } from "../../goods/market/reasons.ts";
import { faultWords } from "../faults/defaults.ts";
import type { DemoSettings, ReceivedPostback, WireCall } from "../wire.ts";
import { createBoundedMap } from "./bounded.ts";
import type { CallListener, SeenCall } from "./calls.ts";
import { reportLine } from "./citation-words.ts";
import { movesOf, type Parties } from "./moves.ts";
import { redact, shortened } from "./redact.ts";
import { fieldsOf, type NewStep } from "./step-words.ts";
import { cardsStep, describeEvent, reportStep, type SentReport } from "./timeline-words.ts";
import { addStep, newRun, recordCall, type TurnRun } from "./turn-run.ts";

const RUNS_MAX = 2_000;

export type Timeline = CallListener & {
  start(text: string, settings: DemoSettings): TurnRun;
  add(run: TurnRun, step: NewStep): void;
  /** Runs a turn of the kit so that its events and calls find their run. */
  during<T>(run: TurnRun, work: () => T): T;
  onKitEvent(event: KitEvent): void;
  /** The run of a turn, or of a delivery or a click by its id. */
  runOf(id: string): TurnRun | undefined;
  onPostback(postback: ReceivedPostback): void;
};

type Options = {
  now: () => number;
  /** Who is behind a campaign; undefined for a campaign that is not the demo's. */
  partiesOf: (campaignId: string) => Parties | undefined;
};

type Reported = { run: TurnRun; call: SeenCall; index: number };
type Report = Extract<KitEvent, { type: "report" }>;
type PlainEvent = Exclude<KitEvent, { type: "report" | "turn" }>;

/** Assigns the events and the calls of the kits to their turns. */
export function createTimeline(options: Options): Timeline {
  return new Runs(options);
}

class Runs implements Timeline {
  #now: () => number;
  #partiesOf: Options["partiesOf"];
  #running = new AsyncLocalStorage<TurnRun>();
  /** By turn, by the shared part of the ids of a delivery and its click. */
  #byId = createBoundedMap<string, TurnRun>(RUNS_MAX);
  #reported = createBoundedMap<string, Reported>(RUNS_MAX);
  #shownPostbacks = createBoundedMap<string, true>(RUNS_MAX);
  #lastId = 0;

  constructor({ now, partiesOf }: Options) {
    this.#now = now;
    this.#partiesOf = partiesOf;
  }

  start(text: string, settings: DemoSettings): TurnRun {
    this.#lastId += 1;
    const startedAtMs = this.#now();
    const { mode } = settings;
    const shown = { steps: [], context: "", said: "", answer: "" };
    const run = newRun({ id: this.#lastId, text, startedAtMs, mode, ...shown }, settings);
    const words = faultWords(settings.faults);
    if (words.length > 0)
      this.add(run, { kind: "fault", text: `Switched on: ${words.join("; ")}.` });
    return run;
  }

  add(run: TurnRun, step: NewStep): void {
    this.#add(run, step);
  }

  #add(run: TurnRun, step: NewStep) {
    return addStep(run, this.#now(), step);
  }

  during<T>(run: TurnRun, work: () => T): T {
    return this.#running.run(run, work);
  }

  runOf(id: string): TurnRun | undefined {
    return this.#byId.get(nameIn(id));
  }

  onStart(call: SeenCall): void {
    if (call.tool === "report_events") {
      listOf(call.args.events).forEach((event, index) => {
        const run = this.runOf(textOf(event.turnId) ?? "");
        const eventId = textOf(event.eventId);
        if (run && eventId !== undefined) this.#reported.set(eventId, { run, call, index });
      });
      return;
    }
    const run = this.#running.getStore();
    run?.calls.push(call);
    const turnId = textOf(call.args.turnId);
    if (run && turnId !== undefined) this.#byId.set(turnId, run);
  }

  onEnd(call: SeenCall): void {
    if (call.tool === "report_events") {
      const runs = listOf(call.args.events).map(({ turnId }) => this.runOf(textOf(turnId) ?? ""));
      for (const run of new Set(runs)) if (run) recordCall(run, call);
      return;
    }
    const run = this.#running.getStore();
    if (run === undefined) return;
    recordCall(run, call);
    const deliveryId = textOf(recordOf(call.answer)?.deliveryId);
    if (deliveryId !== undefined) this.#byId.set(nameIn(deliveryId), run);
  }

  onKitEvent(event: KitEvent): void {
    if (event.type === "report") {
      this.#onReport(event);
      return;
    }
    const run = this.#runOfEvent(event);
    if (run === undefined) return;
    if (event.type === "turn") this.#onTurn(run, event);
    else this.#onPlain(run, event);
  }

  #onPlain(run: TurnRun, event: PlainEvent): void {
    const call = takeCall(run, event);
    const about = {
      nameOf: this.#nameOf,
      unitOf: (id: string) => this.#partiesOf(id)?.adUnitType,
      durationMs: call?.wire.durationMs,
    };
    const step = describeEvent(event, about);
    if (step !== undefined) {
      const added = this.#add(run, { ...step, ...(call && { calls: [call.wire] }) });
      if (event.type === "citation" && added !== undefined) {
        run.citations.push({ campaignIds: event.campaignIds, step: added });
      }
    } else if (event.type === "delivery") {
      run.passedOver.push({ name: this.#nameOf(event.campaignId), call });
    }
  }

  onPostback(postback: ReceivedPostback): void {
    const { id, type, body } = postback;
    const data = recordOf(recordOf(body)?.data) ?? {};
    // What was not billed comes for a whole minute at once, perhaps of several turns.
    const events = type === "unbilled.batch" ? listOf(data.events) : [data];
    const byRun = Map.groupBy(events, (event) => this.#runOfSettled(event));
    const parties = this.#partiesOf(textOf(data.campaignId) ?? "");
    // Both sides receive it; the money moved once. A report shows its money when it is settled.
    const isFirst = this.#shownPostbacks.get(id) === undefined;
    const isNews = isFirst && type === "click.recorded";
    const moves = isNews && parties !== undefined ? movesOf(data, parties) : [];
    for (const [run, own] of byRun) {
      if (run === undefined) continue;
      this.#shownPostbacks.set(id, true);
      this.add(run, { ...postbackStep(postback, own), ...(moves.length > 0 && { moves }) });
    }
  }

  #runOfSettled({ eventId, clickId }: Json): TurnRun | undefined {
    return this.#reported.get(textOf(eventId) ?? "")?.run ?? this.runOf(textOf(clickId) ?? "");
  }

  #nameOf = (campaignId: string): string => {
    const parties = this.#partiesOf(campaignId);
    return parties ? `${parties.advertiser} (${parties.adUnitType})` : "another advertiser";
  };

  #runOfEvent(event: Exclude<KitEvent, Report>): TurnRun | undefined {
    const turnId = "turnId" in event ? event.turnId : undefined;
    const known = turnId === undefined ? undefined : this.runOf(turnId);
    const run = known ?? this.#running.getStore();
    if (run !== undefined && turnId !== undefined) this.#byId.set(turnId, run);
    return run;
  }

  #onTurn(run: TurnRun, event: Extract<KitEvent, { type: "turn" }>): void {
    const { passedOver } = run;
    if (passedOver.length > 0) {
      const { length } = passedOver;
      this.add(run, {
        kind: "delivery",
        text: `${length} ${length === 1 ? "campaign" : "campaigns"} skipped: topic does not match.`,
        fields: passedOver.map(({ name }) => ({ name, value: "topic excluded" })),
        calls: passedOver.flatMap(({ call }) => (call ? [call.wire] : [])),
      });
    }
    const tookMs = this.#now() - run.log.startedAtMs;
    const calls = run.calls.splice(0).map(({ wire }) => wire);
    this.add(run, { ...cardsStep(event, tookMs), ...(calls.length > 0 && { calls }) });
  }

  /** Queued and dropped events were not sent; only the result of an attempt is shown. */
  #onReport(event: Report): void {
    const reported = this.#reported.get(event.eventId);
    if (event.outcome === "queued" || reported === undefined) return;
    const { run, call, index } = reported;
    const answer = listOf(recordOf(call.answer)?.items).find((item) => item.index === index) ?? {};
    const sent = listOf(call.args.events)[index];
    const report = { event: sent, acknowledgement: answer };
    const step = reportStep(event, { nameOf: this.#nameOf }, report);
    if (sent?.citation !== undefined) noteReport(run, event, report);
    const parties = this.#partiesOf(event.campaignId);
    const moves = parties === undefined ? [] : movesOf(answer, parties);
    const calls = [partOf(call, index, answer)];
    this.add(run, { ...step, calls, ...(moves.length > 0 && { moves }) });
  }
}

/** Shows the step of a citation what it caused; a later try replaces what an earlier one said. */
function noteReport(
  { citations }: TurnRun,
  { campaignId, outcome }: Report,
  sent: SentReport,
): void {
  const { event = {}, acknowledgement } = sent;
  const caused = citations.find(({ campaignIds }) => campaignIds.includes(campaignId));
  if (caused === undefined) return;
  const { fields = [] } = caused.step;
  const name = caused.campaignIds.length > 1 ? `Report of ${campaignId}` : "Report";
  const value = reportLine(event, outcome, acknowledgement);
  caused.step.fields = [...fields.filter((field) => field.name !== name), { name, value }];
}

function postbackStep(postback: ReceivedPostback, events: readonly Json[]): NewStep {
  const { id, type, advertiser, isVerified, body } = postback;
  const signature = isVerified ? "valid" : "invalid";
  const reasons = new Set(events.flatMap(({ reason }) => textOf(reason) ?? []));
  const why = [...reasons].map((reason) => `Not billed: ${whyNotBilled(reason)}. `).join("");
  const sent = `Webhook ${type} sent to ${advertiser}${isVerified ? "" : ", signature invalid"}.`;
  return {
    kind: "postback",
    text: why + sent,
    fields: fieldsOf({ Type: type, Signature: signature, Id: id }),
    calls: [postbackCall(type, isVerified, body)],
    isOutside: true,
  };
}

/** What the receiver answers is decided by the signature. */
function postbackCall(type: string, isVerified: boolean, body: unknown): WireCall {
  const status = isVerified ? 204 : 401;
  return { title: `Postback ${type}`, status, durationMs: 0, request: redact(body) };
}

/** A delivery and its click share 26 characters; other ids stand for themselves. */
function nameIn(id: string): string {
  return /^(?:dlv|clk)_([0-9a-z]{26})/.exec(id)?.[1] ?? id;
}

/** The call that an event is about, which no later step then shows again. */
function takeCall(run: TurnRun, event: KitEvent): SeenCall | undefined {
  const place = run.calls.findIndex(({ tool, args }) => {
    if (event.type === "search") return tool === "search_shopfeed_products";
    return (
      event.type === "delivery" && tool === "deliver_ad" && args.campaignId === event.campaignId
    );
  });
  return place < 0 ? undefined : run.calls.splice(place, 1)[0];
}

/** One event's part of a call that reported many. */
function partOf({ wire, args }: SeenCall, index: number, answer: Json): WireCall {
  const event = listOf(args.events)[index];
  const request = { tool: "report_events", arguments: { events: [redact(event)] } };
  const hasAnswer = Object.keys(answer).length > 0;
  const response = hasAnswer ? { items: [answer] } : shortened(wire.response);
  return { ...wire, request, response };
}
