import type { z } from "zod";
import { ADVICE, adviceFor } from "../../contract/advice.ts";
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import { type helpSchema, NEXT_STEPS_MAX, type NextStep } from "../../contract/resources/help.ts";
import {
  afterBuying,
  brandSteps,
  buyCreditsCall,
  buySteps,
  openSteps,
  percentOf,
  type Snapshot,
  type Step,
  type StepCall,
  sellSteps,
} from "../../domain/guidance/index.ts";
import type { Tool } from "../tool.ts";
import { callOf, mayCall, roleStep } from "./fill.ts";
import type { Goal } from "./goals.ts";
import type { Asked, Shelf } from "./read-question.ts";

export type Help = z.input<typeof helpSchema>;

export interface Case {
  readonly asked: Asked;
  readonly snapshot: Snapshot;
  readonly shelf: Shelf;
  readonly baseUrl: string;
  /** From the details of an error that was passed on. */
  readonly shortfallCredits: number | undefined;
}

/** What one part of the case contributes: sentences, calls, places to read. */
interface Part {
  readonly texts: readonly string[];
  readonly steps: readonly NextStep[];
  readonly docs: readonly string[];
}

/**
 * The answer to a question: about the error, the tool and the goal that it names, and in any case
 * about where the caller stands. Every sentence is ours; nothing of the question is repeated.
 */
export function answerCase(help: Case): Help {
  const { asked, snapshot, shelf } = help;
  const parts = [
    ...asked.codes.slice(0, 1).map((code) => aboutCode(code, help)),
    ...aboutReasons(help),
    ...asked.tools.slice(0, 1).map((tool) => aboutTool(tool, help)),
    ...goalsOf(asked).map((goal) => aboutGoal(goal, help)),
    ...aboutRequest(help),
    ...aboutCampaign(help),
    aboutState(help),
  ];
  const steps = distinct(parts.flatMap((part) => part.steps)).slice(0, NEXT_STEPS_MAX);
  const later = asked.tools.flatMap((tool) => tool.nextTools ?? []);
  const byName = new Map(shelf.tools.map((tool) => [tool.name, tool]));
  const nextTools = [...steps.map(({ tool }) => tool), ...later, "report_bug"].filter((name) => {
    const tool = byName.get(name);
    return tool !== undefined && mayCall(tool, snapshot);
  });
  const [errorCode] = asked.codes;
  const [tool] = asked.tools;
  return {
    answer: parts.flatMap(({ texts }) => texts).join(" "),
    nextSteps: steps,
    nextTools: [...new Set(nextTools)],
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(tool === undefined ? {} : { toolName: tool.name }),
    docs: [...new Set([...parts.flatMap(({ docs }) => docs), `${help.baseUrl}/docs`])],
  };
}

/** Beside a reason that was answered, the other words only tell where. */
function goalsOf({ goals, reasons }: Asked): readonly Goal[] {
  return reasons.length > 0 ? [] : goals.slice(0, 1);
}

function aboutCode(code: ErrorCode, help: Case): Part {
  const { asked, snapshot, shelf, baseUrl, shortfallCredits } = help;
  const { suggestion, nextTools } = adviceFor(code, asked.tools[0]?.name);
  const steps = nextTools.flatMap((name) => {
    const tool = shelf.tools.find((one) => one.name === name);
    // Asking the same again would lead in a circle; where the caller stands comes anyway.
    if (tool === undefined || name === "ask_help") return [];
    const call = name === "buy_credits" ? buyCreditsCall(shortfallCredits ?? 0) : undefined;
    return stepsFor(tool, snapshot, { call, why: ADVICE[code].suggestion });
  });
  return {
    texts: [`${code}: ${ERRORS[code].meaning} ${suggestion}`],
    steps,
    docs: [`${baseUrl}/docs/errors#${code}`],
  };
}

function aboutReasons({ asked, baseUrl }: Case): Part[] {
  if (asked.reasons.length === 0) return [];
  const names = asked.reasons.join(", ");
  const text = `${names}: a reason in an answer, not an error; the call itself was taken.`;
  const docs = ["reasons", "no-fill"].map((anchor) => `${baseUrl}/docs/errors#${anchor}`);
  return [{ texts: [text], steps: [], docs }];
}

function aboutTool(tool: Tool, { snapshot, baseUrl }: Case): Part {
  const [first = ""] = tool.description.split(/(?<=\.) /);
  return {
    texts: [`${tool.name}: ${first}`, `It may answer: ${tool.errors.join(", ")}.`],
    steps: stepsFor(tool, snapshot, { why: `${tool.title}.` }),
    docs: [`${baseUrl}/docs#${tool.name}`],
  };
}

function aboutGoal(goal: Goal, { snapshot, shelf }: Case): Part {
  const road = roadOf(goal, snapshot);
  const focus = road.find(({ step }) => step === goal.step);
  const known = goal.tools.flatMap((name) => shelf.tools.find((tool) => tool.name === name) ?? []);
  const allowed = known.filter((tool) => mayCall(tool, snapshot));
  // A goal of the other side alone leads to the role that it needs.
  const own = (allowed.length > 0 ? allowed : known.slice(0, 1)).flatMap((tool) =>
    stepsFor(tool, snapshot, { why: `${tool.title}.` }),
  );
  const ahead = openSteps(road).map(nextStepOf);
  // On a road the next step is what leads on; elsewhere the goal's own tools do.
  const steps = goal.road === undefined ? [...own, ...ahead] : [...ahead, ...reached(road, own)];
  return { texts: [goal.fact, ...(focus === undefined ? [] : [focus.because])], steps, docs: [] };
}

/** At the end of a road its own tools are what is left to do. */
function reached(road: readonly Step[], own: readonly NextStep[]): readonly NextStep[] {
  return openSteps(road).length === 0 ? own : [];
}

function roadOf({ road, step }: Goal, snapshot: Snapshot): Step[] {
  if (road === "buy") return buySteps(snapshot);
  if (road === "brand") return brandSteps(snapshot);
  // A goal beside the roads may still be a step of the first one.
  return road === "sell" || step !== undefined ? sellSteps(snapshot) : [];
}

/** Only what is not the caller's to correct is one for the operator. */
function aboutRequest({ asked, snapshot, shelf }: Case): Part[] {
  const { requestId, tools, codes } = asked;
  if (codes.some((code) => ERRORS[code].recovery === "correctable")) return [];
  const tool = shelf.tools.find(({ name }) => name === "report_bug");
  if (requestId === undefined || tool === undefined || !mayCall(tool, snapshot)) return [];
  const context = { requestId, ...(tools[0] === undefined ? {} : { toolName: tools[0].name }) };
  const step: NextStep = {
    tool: "report_bug",
    arguments: { context, severity: "medium" },
    why: "The operator finds the call by its requestId.",
    status: "ready",
    yours: ["title", "description"],
  };
  return [{ texts: ["Pass the requestId on with report_bug."], steps: [step], docs: [] }];
}

/** A campaign that was named: how it stands, if it is one of the caller's newest. */
function aboutCampaign({ asked, snapshot }: Case): Part[] {
  const { campaignId } = asked;
  if (campaignId === undefined) return [];
  const all = [...snapshot.sold, ...snapshot.booked];
  const found = all.find((one) => one.campaignId === campaignId);
  if (found === undefined) {
    const step = readyStep({ nextTool: "list_campaigns", arguments: {} }, "Shows your campaigns.");
    return [{ texts: ["The campaign is not among your newest."], steps: [step], docs: [] }];
  }
  const { status, deliveries, events, spentCredits } = found;
  const text =
    `${campaignId} is ${status}: ${deliveries} delivered, ${events} events, ` +
    `${spentCredits} credits spent.`;
  const step = readyStep({ nextTool: "get_campaign", arguments: { campaignId } }, text);
  return [{ texts: [text], steps: [step], docs: [] }];
}

/** Where the caller stands on the road of its role, and what comes next there. */
function aboutState({ asked, snapshot }: Case): Part {
  const { agent, balance } = snapshot;
  const sells = agent.role !== "advertiser";
  const roads = [
    ...(sells ? [sellSteps(snapshot)] : []),
    ...(agent.role === "publisher" ? [] : [buySteps(snapshot)]),
  ];
  const percent = roads.map((road) => `${percentOf(road)} %`).join(" and ");
  const { availableCredits, earnedCredits, pendingEarningsCredits } = balance;
  const texts = [
    `You are ${ROLE_NAMES[agent.role]}, ` +
      `${agent.status}, ${percent} of the way done; ${availableCredits} credits available, ` +
      `${earnedCredits} earned, ${pendingEarningsCredits} pending.`,
  ];
  const open = roads.flatMap(openSteps);
  const [next] = open;
  if (isUnknown(asked) && next !== undefined) texts.push(`Next: ${next.title}. ${next.because}`);
  const after = afterBuying(snapshot).map((call) => readyStep(call, "Follow the results."));
  return { texts, steps: [...open.map(nextStepOf), ...after, LOOK], docs: [] };
}

const ROLE_NAMES = {
  publisher: "a publisher",
  advertiser: "an advertiser",
  both: "publisher and advertiser",
} as const;

const LOOK: NextStep = {
  tool: "whoami",
  arguments: {},
  why: "Shows balances, role and status.",
  status: "waiting",
};

function isUnknown({ codes, tools, goals, reasons }: Asked): boolean {
  return codes.length + tools.length + goals.length + reasons.length === 0;
}

/** The call of a tool, or what has to come before the caller can make it. */
function stepsFor(
  tool: Tool,
  snapshot: Snapshot,
  { call, why }: { call?: StepCall | undefined; why: string },
): NextStep[] {
  if (tool.name === "register") return [];
  if (!mayCall(tool, snapshot)) {
    const step = roleStep(tool, snapshot);
    return step === undefined ? [] : [step];
  }
  const found = call ?? callOf(tool, snapshot);
  return found === undefined ? [] : [readyStep(found, why)];
}

function readyStep({ nextTool = "whoami", arguments: args = {}, yours }: StepCall, why: string) {
  const step: NextStep = { tool: nextTool, arguments: { ...args }, why, status: "ready" };
  return yours === undefined ? step : { ...step, yours: [...yours] };
}

function nextStepOf(step: Step): NextStep {
  const status = step.status === "missing" ? "ready" : "waiting";
  return { ...readyStep(step, `${step.title}. ${step.because}`), status };
}

function distinct(steps: readonly NextStep[]): NextStep[] {
  const seen = new Map<string, NextStep>();
  for (const step of steps) {
    const key = JSON.stringify([step.tool, step.arguments]);
    if (!seen.has(key)) seen.set(key, step);
  }
  return [...seen.values()];
}
