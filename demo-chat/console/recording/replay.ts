import { createFetchHandler } from "@placard/publisher-kit/fetch";
import type { ChatTurn, PublisherKit, Turn } from "@placard/publisher-kit/types";
import { listOf, recordOf, textOf } from "../../goods/market/json.ts";
import { redactText } from "../turns/redact.ts";
import { answerOf } from "../turns/script.ts";
import {
  createSessionKits,
  type Seller,
  type SessionKits,
  type Visitor,
} from "../turns/session-kits.ts";
import { createTimeline, type Timeline } from "../turns/timeline.ts";
import { topicsOf } from "../turns/topics.ts";
import type { TurnRun } from "../turns/turn-run.ts";
import { contextOf } from "../turns/watched-kit.ts";
import type { Recording, Replay, TurnLog } from "../wire.ts";
import { differencesOf } from "./differences.ts";
import { normalised } from "./normalise.ts";
import { createPlayedClock, type PlayedClock } from "./played-clock.ts";
import { Player } from "./player.ts";

/** Where an exchange was that a recording does not name. */
const SOMEWHERE = "http://127.0.0.1";
const CONVERSATION_MAX = 16;

type Stage = {
  recording: Recording;
  baseUrl: string;
  clock: PlayedClock;
  player: Player;
  timeline: Timeline;
  kits: SessionKits;
  visitor: Visitor;
  conversation: ChatTurn[];
};

type RecordedTurn = Recording["turns"][number];

/**
 * Lets a recorded conversation happen again: a fresh kit, the script, and a clock that moves by
 * what was recorded. Only what came from outside, such as a sale, is taken as it was.
 */
export async function replayRecording(recording: Recording): Promise<Replay> {
  const stage = setUp(recording);
  const runs: TurnRun[] = [];
  for (const [index, turn] of recording.turns.entries()) {
    stage.player.startTurn(index);
    runs.push(await replayTurn(stage, turn));
  }
  // Sends queued reports at once, without waiting until a batch is full.
  await stage.player.playOut(stage.kits.close(stage.visitor));
  const turns = runs.map(({ log }, index) => normalised(log, recording.turns[index]));
  return { turns, differences: differencesOf(recording, turns) };
}

function setUp(recording: Recording): Stage {
  const { baseUrl = SOMEWHERE, parties = {}, settings } = recording;
  const clock = createPlayedClock();
  const player = new Player(recording, clock);
  const { now } = clock;
  const timeline = createTimeline({ now, partiesOf: (campaignId) => parties[campaignId] });
  const kits = createSessionKits({
    baseUrl,
    now,
    timeline,
    fetch: () => Promise.reject(new TypeError("A replay makes no network call.")),
    attempt: (call) => player.answer(call),
    sellerOf: (name) => sellerIn(recording, name),
    warn: () => undefined,
    startTimer: clock.startTimer,
  });
  const visitor: Visitor = { key: "replay", settings, kits: new Map() };
  return { recording, baseUrl, clock, player, timeline, kits, visitor, conversation: [] };
}

function sellerIn({ turns }: Recording, name: string): Seller {
  const listed = turns.flatMap(({ calls }) =>
    calls.flatMap(({ body, response }) =>
      recordOf(body)?.tool === "list_campaigns" ? listOf(recordOf(response)?.items) : [],
    ),
  );
  return {
    name,
    apiKey: "A replay needs no key.",
    placementsOf: (unit) =>
      unit === undefined
        ? undefined
        : listed
            .filter(({ adUnitType }) => adUnitType === unit)
            .map(({ placementId }) => textOf(placementId) ?? ""),
  };
}

async function replayTurn(stage: Stage, recorded: RecordedTurn): Promise<TurnRun> {
  const { timeline, visitor, kits } = stage;
  const settings = recorded.settings ?? stage.recording.settings;
  visitor.settings = settings;
  const { kit } = kits.kitOf(visitor);
  const { text } = recorded;
  const previous = [...stage.conversation];
  const run = timeline.start(text, settings);
  const input = { text, previous, sessionKey: visitor.key, topics: topicsOf(text, previous) };
  const turn = await stage.player.play(timeline.during(run, () => kit.turn(input)));
  answerAgain(stage, recorded, { run, kit, turn, previous });
  if (turn.status === "filled") await replayEvents(stage, recorded, { kit, turn });
  return run;
}

const COMPLETE = { kind: "answer", text: "The answer is complete." } as const;

type Asked = { run: TurnRun; kit: PublisherKit; turn: Turn; previous: readonly ChatTurn[] };

/** A turn that returned only cards has no answer and is not stored. */
function answerAgain(stage: Stage, recorded: RecordedTurn, asked: Asked): void {
  const { run, kit, turn, previous } = asked;
  const { text, log } = recorded;
  const end = log.steps.find(({ kind }) => kind === "answer");
  const isAnswered = end !== undefined;
  const hadContext = log.steps.some(({ kind }) => kind === "context");
  if (!isAnswered && !hadContext && log.said === "") return;
  const prompt = stage.timeline.during(run, () => kit.prompt(turn));
  run.log.context = contextOf(prompt);
  const context = prompt.user;
  run.log.said = sayAgain({ text, previous, context }, recorded, run);
  run.answer = kit.observeAnswer(turn, run.log.said, { previous: [...previous] });
  run.log.answer = redactText(run.answer);
  if (!isAnswered) return;
  if (end.isOutside !== true) stage.timeline.add(run, COMPLETE);
  const last = [
    { role: "user" as const, text },
    { role: "assistant" as const, text: run.answer },
  ];
  stage.conversation = [...previous, ...last].slice(-CONVERSATION_MAX);
}

/** The script says the same again; what another model said is in the recording. */
function sayAgain(
  question: Parameters<typeof answerOf>[0],
  { log }: RecordedTurn,
  { settings: { model }, log: again }: TurnRun,
): string {
  const recorded = withTagsOf(again.context, log);
  if (model === "endpoint") return recorded;
  const said = answerOf(question);
  // Cut short by the reader, an answer is cut short again.
  return said.startsWith(recorded) ? recorded : said;
}

const TAG = /"rec":"\[\[rec:([a-z0-9-]+)\]\]"/g;
const tagsIn = (context: string): string[] => [...context.matchAll(TAG)].map(([, tag = ""]) => tag);

/**
 * What the model wrote, with the tags of the replay. The kit makes the tags of products of their
 * links, which recordings leave out; the offers come in the same order.
 */
function withTagsOf(context: string, { context: recorded, said }: TurnLog): string {
  const tags = tagsIn(context);
  const known = new Map(tagsIn(recorded).map((tag, place) => [tag, tags[place] ?? tag]));
  return said.replace(
    /\[\[(ad|rec|pick):([a-z0-9-]+)\]\]/g,
    (_, kind: string, tag: string) => `[[${kind}:${known.get(tag) ?? tag}]]`,
  );
}

type Filled = { kit: PublisherKit; turn: Extract<Turn, { status: "filled" }> };

/** What the reader did with the cards, reported through the kit's own route. */
async function replayEvents(
  { baseUrl, clock, visitor }: Stage,
  { events = [], startedAtMs }: RecordedTurn,
  { kit, turn }: Filled,
): Promise<void> {
  const { origin } = new URL(baseUrl);
  const handle = createFetchHandler(kit);
  for (const [place, { atMs, type, card }] of events.entries()) {
    const cardToken = turn.cards[card]?.cardToken;
    if (cardToken === undefined) continue;
    clock.advanceTo(startedAtMs + atMs);
    const { token } = await kit.session({ origin, sessionKey: visitor.key });
    const event = { id: `replay-${place}`, type, cardToken, turnId: turn.turnId, at: clock.now() };
    await handle(
      new Request(`${origin}/offers/events`, {
        method: "POST",
        headers: { "content-type": "application/json", origin },
        body: JSON.stringify({ token, events: [event] }),
      }),
    );
  }
}
