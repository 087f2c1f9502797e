import type { z } from "zod";
import { ADVICE, adviceFor } from "../../contract/advice.ts";
import { isOpenTo } from "../../contract/define-tool.ts";
import { ERRORS } from "../../contract/errors.ts";
import { type helpSchema, NEXT_STEPS_MAX, type NextStep } from "../../contract/resources/agent.ts";
import { unitsWhere } from "../../contract/units.ts";
import { validActionsOf } from "../../domain/campaigns/index.ts";
import {
  afterBuying,
  bookingCall,
  buyCreditsCall,
  buySteps,
  callOf,
  cashoutCall,
  isBookable,
  liveOf,
  openSteps,
  percentOf,
  reportCallFor,
  type Snapshot,
  type StepCall,
  sellSteps,
} from "../../domain/guidance/index.ts";
import { schemasOf } from "../schemas.ts";
import type { Tool } from "../tool.ts";
import type { Asked, Library } from "./read-question.ts";

export type Help = z.input<typeof helpSchema>;

export interface Case {
  readonly asked: Asked;
  readonly snapshot: Snapshot;
  readonly library: Library;
  readonly baseUrl: string;
  /** From the details of an error that the caller passes on. */
  readonly shortfallCredits: number | undefined;
}

/** What one part of the case contributes: sentences, calls, paths of pages to read. */
interface Part {
  readonly texts?: readonly string[];
  readonly steps?: readonly NextStep[];
  readonly docs?: readonly string[];
}

/** In the order of the answer. */
const PARTS: readonly ((help: Case) => Part)[] = [
  aboutCode,
  aboutReasons,
  aboutTool,
  aboutGoal,
  aboutSections,
  aboutRequest,
  aboutCampaign,
  aboutState,
];

/**
 * The answer to a question: the error and the tool that it names, the sections of our documents
 * that match it, and the caller's state. Every sentence is ours; nothing of the question is
 * repeated.
 */
export function answerCase(help: Case): Help {
  const { asked, snapshot, library, baseUrl } = help;
  const parts = PARTS.map((about) => about(help));
  const proposed = parts.flatMap(({ steps = [] }) => steps);
  const keyOf = ({ tool, arguments: args }: NextStep) => JSON.stringify([tool, args]);
  const distinct = [...Map.groupBy(proposed, keyOf).values()].flatMap((same) => same.slice(0, 1));
  const nextSteps = distinct.slice(0, NEXT_STEPS_MAX);
  const later = asked.tools.flatMap(({ nextTools }) => nextTools);
  const named = [...nextSteps.map(({ tool }) => tool), ...later, "report_bug"];
  const callable = library.tools.filter((one) => isOpenTo(one, snapshot.agent.role));
  const [errorCode] = asked.codes;
  const [tool] = asked.tools;
  return {
    answer: parts.flatMap(({ texts = [] }) => texts).join(" "),
    nextSteps,
    nextTools: [...new Set(named)].filter((name) => callable.some((one) => one.name === name)),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(tool === undefined ? {} : { toolName: tool.name }),
    docs: [...new Set([...parts.flatMap(({ docs = [] }) => docs), "/docs"])].map(
      (path) => baseUrl + path,
    ),
  };
}

function aboutCode({ asked, snapshot, library, shortfallCredits }: Case): Part {
  const [code] = asked.codes;
  if (code === undefined) return {};
  const { suggestion, nextTools } = adviceFor(code, asked.tools[0]?.name);
  const steps = nextTools.flatMap((name) => {
    if (name === "buy_credits" && shortfallCredits !== undefined) {
      return readyStep(buyCreditsCall(shortfallCredits), ADVICE[code].suggestion);
    }
    // Asking again would lead in a circle; where the caller stands comes anyway.
    if (name === "ask_help") return [];
    return toolSteps(library.tools, [name], snapshot, ADVICE[code].suggestion);
  });
  const texts = [`${code}: ${ERRORS[code].meaning} ${suggestion}`];
  return { texts, steps, docs: [`/docs/errors#${code}`] };
}

function aboutReasons({ asked: { reasons } }: Case): Part {
  if (reasons.length === 0) return {};
  const names = reasons.join(", ");
  return {
    texts: [`${names}: a reason in an answer, not an error; the call itself was accepted.`],
    docs: ["/docs/errors#why-a-report-was-not-charged", "/docs/errors#why-there-is-no-ad"],
  };
}

function aboutTool({ asked, snapshot, library }: Case): Part {
  const [tool] = asked.tools;
  if (tool === undefined) return {};
  const [first = ""] = tool.description.split(/(?<=\.) /);
  const mayAnswer = tool.errors.length === 0 ? [] : [`It may answer: ${tool.errors.join(", ")}.`];
  return {
    texts: [`${tool.name}: ${first}`, ...mayAnswer],
    steps: toolSteps(library.tools, [tool.name], snapshot),
    docs: [`/docs/tools/${tool.name}`],
  };
}

const PRODUCT_TOOLS = ["search_shopfeed_products", "get_shopfeed_product"];

/** A goal has steps of its own, which come before what a text about it proposes. */
function aboutGoal({ asked: { goal }, snapshot, library }: Case): Part {
  if (goal === undefined) return {};
  if (goal === "products") return { steps: toolSteps(library.tools, PRODUCT_TOOLS, snapshot) };
  return { steps: roadSteps(goal === "sell" ? sellSteps(snapshot) : buySteps(snapshot)) };
}

const SECTIONS_SHOWN = 2;
const TOOLS_PER_SECTION = 2;

/** The sections that answer the question, the first two in their own words, with their tools. */
function aboutSections({ asked, snapshot, library }: Case): Part {
  const { sections, tools, codes } = asked;
  // A code or a tool that was named is explained already.
  const known = [
    ...codes.map((code) => `error#${code}`),
    ...tools.map((one) => `tool#${one.name}`),
  ];
  const shown = sections
    .filter(({ id }) => !known.includes(id))
    .slice(0, known.length > 0 ? 1 : SECTIONS_SHOWN);
  const proposed = shown.flatMap((section) => section.tools.slice(0, TOOLS_PER_SECTION));
  const callable = library.tools.filter((tool) => isOpenTo(tool, snapshot.agent.role));
  return {
    texts: shown.map(({ title, text }) => `${title}: ${clipped(text)}`),
    steps: toolSteps(callable, [...new Set(proposed)], snapshot),
    docs: sections.map(({ path }) => path),
  };
}

/** A passage that takes longer to read is cut at the end of a sentence. **Units** characters. */
const PASSAGE_MAX = 400;

function clipped(text: string): string {
  if (text.length <= PASSAGE_MAX) return /[.:]$/.test(text) ? text : `${text} …`;
  const start = text.slice(0, PASSAGE_MAX);
  const end = start.lastIndexOf(". ");
  return end < PASSAGE_MAX / 4 ? `${start}…` : start.slice(0, end + 1);
}

/** What the caller can correct is no case for the operator. */
function aboutRequest({ asked: { requestId, tools, codes } }: Case): Part {
  const isCorrectable = codes.some((code) => ERRORS[code].recovery === "correctable");
  if (requestId === undefined || isCorrectable) return {};
  const context = { requestId, ...(tools[0] === undefined ? {} : { toolName: tools[0].name }) };
  const call = callOf("report_bug", { context, severity: "medium" }, "title", "description");
  return {
    texts: ["Pass the requestId on with report_bug."],
    steps: [readyStep(call, "The operator finds the call by its requestId.")],
  };
}

/** The status of the campaign that was named, if it is one of the caller's newest. */
function aboutCampaign({ asked: { campaignId }, snapshot: { sold, booked } }: Case): Part {
  if (campaignId === undefined) return {};
  const found = [...sold, ...booked].find((one) => one.campaignId === campaignId);
  if (found === undefined) {
    const step = readyStep(callOf("list_campaigns"), "Shows your campaigns.");
    return { texts: ["The campaign is not among your newest."], steps: [step] };
  }
  const { status, deliveries, events, spentCredits } = found;
  const text =
    `${campaignId} is ${status}: ${deliveries} delivered, ${events} events, ` +
    `${spentCredits} credits spent.`;
  return { texts: [text], steps: [readyStep(callOf("get_campaign", { campaignId }), text)] };
}

const ROLE_NAMES = {
  publisher: "a publisher",
  advertiser: "an advertiser",
  both: "publisher and advertiser",
} as const;

/** The caller's state, and the next steps to the goals of its role. */
function aboutState({ asked, snapshot }: Case): Part {
  const { agent, balance } = snapshot;
  const roads = [
    ...(agent.role === "advertiser" ? [] : [sellSteps(snapshot)]),
    ...(agent.role === "publisher" ? [] : [buySteps(snapshot)]),
  ];
  const percent = roads.map((road) => `${percentOf(road)} %`).join(" and ");
  const { availableCredits, earnedCredits, pendingEarningsCredits } = balance;
  const state =
    `You are ${ROLE_NAMES[agent.role]}, ${agent.status}, ${percent} of the way done; ` +
    `${availableCredits} credits available, ${earnedCredits} earned, ` +
    `${pendingEarningsCredits} pending.`;
  const [next] = roads.flatMap(openSteps);
  const { codes, tools, sections, reasons } = asked;
  const isUnknown = codes.length + tools.length + sections.length + reasons.length === 0;
  const advice = isUnknown && next !== undefined ? [`Next: ${next.title}. ${next.because}`] : [];
  const after = afterBuying(snapshot).map((call) => readyStep(call, "Follow the results."));
  const look = readyStep(callOf("whoami"), "Shows balances, role and status.", "waiting");
  return { texts: [state, ...advice], steps: [...roads.flatMap(roadSteps), ...after, look] };
}

function roadSteps(road: Parameters<typeof openSteps>[0]): NextStep[] {
  return openSteps(road).map((step) => {
    const status = step.status === "missing" ? "ready" : "waiting";
    return readyStep(step, `${step.title}. ${step.because}`, status);
  });
}

/** Calls of tools by name as far as they are ready; a missing role costs another agent. */
function toolSteps(
  tools: readonly Tool[],
  names: readonly string[],
  snapshot: Snapshot,
  reason?: string,
): NextStep[] {
  return names.flatMap((name) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) return [];
    const call = readyCall(tool, snapshot);
    if (call !== undefined) return readyStep(call, reason ?? `${tool.title}.`);
    const { access } = tool;
    if (isOpenTo(tool, snapshot.agent.role) || typeof access === "string") return [];
    const { provider, displayName, role } = snapshot.agent;
    const why = `${name} is for the role ${access.join(" or ")}; this agent is ${role}.`;
    return readyStep(callOf("register", { provider, displayName, role: access[0] }), why);
  });
}

function readyStep(
  { nextTool, arguments: args, yours }: StepCall,
  why: string,
  status: NextStep["status"] = "ready",
): NextStep {
  return { tool: nextTool, arguments: args, why, status, ...(yours && { yours }) };
}

/** Tools whose calls need more than ids of the caller: credits, a state, what was asked before. */
const CALLS: Readonly<Record<string, (snapshot: Snapshot) => StepCall | undefined>> = {
  register: () => undefined,
  buy_credits: ({ openOrder }) => (openOrder === undefined ? buyCreditsCall(0) : undefined),
  create_campaign: bookingCall,
  buy_placement(snapshot) {
    const { adUnitType: _unit, ...args } = bookingCall(snapshot)?.arguments ?? {};
    return "placementId" in args
      ? callOf("buy_placement", args, "creativeText", "creativeUrl")
      : undefined;
  },
  buy_campaign(snapshot) {
    const booking = bookingCall(snapshot);
    if (booking === undefined || snapshot.isPlatformWallet) return undefined;
    const { adUnitType, placementId: _one, ...args } = booking.arguments;
    const call = { ...args, filter: { adUnitType }, maxPlacements: 1 };
    return callOf("buy_campaign", call, "filter", "creativeText", "creativeUrl");
  },
  request_cashout: cashoutCall,
  cancel_cashout({ cashouts }) {
    const open = cashouts.find(({ status }) => status === "requested" || status === "approved");
    return open && callOf("cancel_cashout", { cashoutId: open.cashoutId });
  },
  // Which coupon is the caller's own choice; list_coupons has them.
  update_coupon: () => undefined,
  request_platform_demand({ placements }) {
    const bookable = placements.find(isBookable);
    return bookable && callOf("request_platform_demand", { placementId: bookable.placementId });
  },
  dispute_events({ disputableId: campaignId }) {
    if (campaignId === undefined) return undefined;
    return callOf("dispute_events", { campaignId }, "reason", "eventIds");
  },
  report_conversion({ sold, booked }) {
    const own = booked.find(({ adUnitType }) => ADVERTISER_UNITS.includes(adUnitType));
    const campaign = liveOf(sold) ?? sold[0] ?? own;
    if (campaign === undefined) return undefined;
    const call = reportCallFor(campaign);
    if (call.nextTool === "report_conversion") return call;
    const { campaignId } = campaign;
    return callOf("report_conversion", { campaignId }, "conversionType");
  },
  report_events({ sold }) {
    const campaign = liveOf(sold) ?? sold[0];
    if (campaign === undefined) return undefined;
    const { nextTool, arguments: event, yours } = reportCallFor(campaign);
    const events = [{ type: nextTool.replace("report_", ""), ...event }];
    return callOf("report_events", { events }, ...(yours === undefined ? [] : ["events"]));
  },
};

/** What tools need beyond their required arguments. */
const MORE: Readonly<Record<string, readonly string[]>> = { create_coupon: ["discountValue"] };

const ADVERTISER_UNITS = unitsWhere(({ reporters }) => reporters.includes("advertiser"));

/**
 * A call of a tool that succeeds with the caller's own ids, once `yours` are set; nothing when it
 * is not for the caller's role or the caller's state refuses it.
 */
function readyCall(tool: Tool, snapshot: Snapshot): StepCall | undefined {
  const { name } = tool;
  if (!isOpenTo(tool, snapshot.agent.role)) return undefined;
  const isActive = snapshot.agent.status === "active";
  if (!isActive && !tool.hints.readOnly && tool.worksSuspended !== true) return undefined;
  if (Object.hasOwn(CALLS, name)) return CALLS[name]?.(snapshot);
  return filledCall(tool, snapshot);
}

/** Required arguments: ids from the snapshot, choices from the tool's example, the rest `yours`. */
function filledCall(tool: Tool, snapshot: Snapshot): StepCall | undefined {
  const { required = [], properties = {} } = schemasOf(tool).input;
  const example: Record<string, unknown> = tool.examples[0]?.arguments ?? {};
  const ids = idsFor(tool, snapshot);
  const args: Record<string, unknown> = {};
  const yours: string[] = [];
  for (const field of required) {
    const property = properties[field];
    const isChoice = typeof property === "object" && ("enum" in property || "const" in property);
    if (field in ids) {
      if (ids[field] === undefined) return undefined;
      args[field] = ids[field];
    } else if (isChoice && field in example) args[field] = example[field];
    else yours.push(field);
  }
  return callOf(tool.name, args, ...yours, ...(MORE[tool.name] ?? []));
}

/** The caller's own id for each field that names one, undefined where it has none. */
function idsFor(tool: Tool, snapshot: Snapshot): Readonly<Record<string, string | undefined>> {
  const { sold, booked, placements, brands, cashouts, postbackId, agent } = snapshot;
  const { access, name, effect } = tool;
  const sells =
    typeof access === "string" ? agent.role !== "advertiser" : access[0] !== "advertiser";
  const isAct = effect !== "read" && access[0] === "advertiser";
  const sides = (sells ? [sold, booked] : [booked]).map((side) =>
    side.filter(({ status }) => !isAct || validActionsOf(status).includes(name)),
  );
  return {
    campaignId: sides.flatMap((side) => liveOf(side) ?? side[0] ?? [])[0]?.campaignId,
    placementId: placements[0]?.placementId,
    cashoutId: cashouts[0]?.cashoutId,
    brandId: brands[0]?.brandId,
    postbackId,
  };
}
