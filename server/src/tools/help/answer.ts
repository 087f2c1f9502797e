import type { z } from "zod";
import { ADVICE, adviceFor } from "../../contract/advice.ts";
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import { type helpSchema, NEXT_STEPS_MAX, type NextStep } from "../../contract/resources/help.ts";
import {
  afterBuying,
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
import type { Asked, Library } from "./read-question.ts";

export type Help = z.input<typeof helpSchema>;

export interface Case {
  readonly asked: Asked;
  readonly snapshot: Snapshot;
  readonly library: Library;
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
 * The answer to a question: the error and the tool that it names, the sections of our documents
 * that match it, and the caller's state. Every sentence is ours; nothing of the question is
 * repeated.
 */
export function answerCase(help: Case): Help {
  const { asked, snapshot, library } = help;
  const parts = [
    ...asked.codes.slice(0, 1).map((code) => aboutCode(code, help)),
    ...aboutReasons(help),
    ...asked.tools.slice(0, 1).map((tool) => aboutTool(tool, help)),
    ...aboutGoal(help),
    aboutSections(help),
    ...aboutRequest(help),
    ...aboutCampaign(help),
    aboutState(help),
  ];
  const steps = distinct(parts.flatMap((part) => part.steps)).slice(0, NEXT_STEPS_MAX);
  const later = asked.tools.flatMap((tool) => tool.nextTools ?? []);
  const byName = new Map(library.tools.map((tool) => [tool.name, tool]));
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

function aboutCode(code: ErrorCode, help: Case): Part {
  const { asked, snapshot, library, baseUrl, shortfallCredits } = help;
  const { suggestion, nextTools } = adviceFor(code, asked.tools[0]?.name);
  const steps = nextTools.flatMap((name) => {
    const tool = library.tools.find((one) => one.name === name);
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

/** A goal has steps of its own, which come before what a text about it proposes. */
function aboutGoal({ asked, snapshot, library }: Case): Part[] {
  const { goal } = asked;
  if (goal === undefined) return [];
  if (goal !== "products") {
    const road = goal === "sell" ? sellSteps(snapshot) : buySteps(snapshot);
    return [{ texts: [], steps: openSteps(road).map(nextStepOf), docs: [] }];
  }
  const steps = library.tools
    .filter(({ name }) => PRODUCT_TOOLS.has(name))
    .flatMap((tool) => stepsFor(tool, snapshot, { why: `${tool.title}.` }));
  return [{ texts: [], steps, docs: [] }];
}

const PRODUCT_TOOLS: ReadonlySet<string> = new Set([
  "search_shopfeed_products",
  "get_shopfeed_product",
]);

/**
 * The sections that answer the question, the first two in their own words. Their tools are
 * proposed as far as the caller can call them.
 */
function aboutSections(help: Case): Part {
  const { asked, snapshot, library, baseUrl } = help;
  const { sections, tools, codes } = asked;
  // A code or a tool that was named is explained already.
  const known = new Set([
    ...codes.map((code) => `error#${code}`),
    ...tools.map(({ name }) => `tool#${name}`),
  ]);
  const others = sections.filter(({ id }) => !known.has(id));
  const shown = others.slice(0, known.size > 0 ? 1 : SECTIONS_SHOWN);
  const proposed = shown.flatMap((section) => section.tools.slice(0, TOOLS_PER_SECTION));
  return {
    texts: shown.map(({ title, text }) => `${title}: ${clipped(text)}`),
    steps: library.tools
      .filter((tool) => proposed.includes(tool.name) && mayCall(tool, snapshot))
      .toSorted((left, right) => proposed.indexOf(left.name) - proposed.indexOf(right.name))
      .flatMap((tool) => stepsFor(tool, snapshot, { why: `${tool.title}.` })),
    docs: sections.map(({ path }) => `${baseUrl}${path}`),
  };
}

const SECTIONS_SHOWN = 2;
const TOOLS_PER_SECTION = 2;
/** A passage that takes longer to read is cut at the end of a sentence. **Units** characters. */
const PASSAGE_MAX = 400;

function clipped(text: string): string {
  if (text.length <= PASSAGE_MAX) return /[.:]$/.test(text) ? text : `${text} …`;
  const start = text.slice(0, PASSAGE_MAX);
  const end = start.lastIndexOf(". ");
  return end < PASSAGE_MAX / 4 ? `${start}…` : start.slice(0, end + 1);
}

/** Only what is not the caller's to correct is one for the operator. */
function aboutRequest({ asked, snapshot, library }: Case): Part[] {
  const { requestId, tools, codes } = asked;
  if (codes.some((code) => ERRORS[code].recovery === "correctable")) return [];
  const tool = library.tools.find(({ name }) => name === "report_bug");
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

function isUnknown({ codes, tools, sections, reasons }: Asked): boolean {
  return codes.length + tools.length + sections.length + reasons.length === 0;
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
