import type { Agent } from "../../contract/resources/agent.ts";

/**
 * How a step stands: `done`; `missing`, the caller can take it now; `waiting` for others or for
 * time; `blocked`, because something before it is missing or something failed.
 */
export type StepStatus = "done" | "missing" | "waiting" | "blocked";

/** The call that takes a step, or that shows whether others have taken it. */
export interface StepCall {
  readonly nextTool: string;
  /** With the caller's own ids; ready to be sent once `yours` are set. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Fields that only the caller can fill: absent from `arguments`, or there as a placeholder. */
  readonly yours?: readonly string[];
}

export interface StepState extends Partial<StepCall> {
  readonly status: StepStatus;
  /** Why, from the caller's real state. */
  readonly because: string;
}

export interface Step extends StepState {
  readonly step: string;
  readonly title: string;
}

const withStatus =
  (status: StepStatus) =>
  (because: string, call?: StepCall): StepState => ({ status, because, ...call });
export const done = withStatus("done");
export const missing = withStatus("missing");
export const waiting = withStatus("waiting");
export const blocked = withStatus("blocked");

/** A call as a step proposes it. */
export function callOf(nextTool: string, args: object = {}, ...yours: string[]): StepCall {
  return { nextTool, arguments: { ...args }, ...(yours.length === 0 ? {} : { yours }) };
}

/**
 * Names the states of a goal's steps, of which the first is registration. A suspended agent, and
 * one of another role, can take none of the others.
 */
export function stepsOf(
  { status }: Agent,
  states: readonly (readonly [step: string, title: string, state: StepState])[],
): Step[] {
  const isRegistered = states[0]?.[2].status === "done";
  const halted = blocked(`The agent is ${status}; only reading tools answer.`, callOf("whoami"));
  return states.map(([step, title, state], place) => {
    if (state.status === "done") return { step, title, ...state };
    if (status !== "active") return { step, title, ...halted };
    const isNext = isRegistered || place === 0;
    return { step, title, ...(isNext ? state : blocked("Register another agent first.")) };
  });
}

/** The first step to either goal: a role cannot be changed, so another agent takes it. */
export function registered(agent: Agent, role: "publisher" | "advertiser"): StepState {
  const { agentId, provider, displayName } = agent;
  if (agent.role === role || agent.role === "both") return done(`Registered as ${agentId}.`);
  const because = `This agent is of the role ${agent.role}; another agent has to be ${role}.`;
  return missing(because, callOf("register", { provider, displayName, role }));
}

/** What the caller can do, then what it can only look at, then what is in the way. */
const URGENCY: readonly StepStatus[] = ["missing", "waiting", "blocked"];

/** The steps to take next, the most useful first; none when all is done. */
export function openSteps(steps: readonly Step[]): (Step & StepCall)[] {
  return steps
    .flatMap((step) => {
      const { status, nextTool, arguments: args } = step;
      if (status === "done" || nextTool === undefined || args === undefined) return [];
      return [{ ...step, nextTool, arguments: args }];
    })
    .toSorted((left, right) => URGENCY.indexOf(left.status) - URGENCY.indexOf(right.status));
}

/** **Units** whole percent of the steps that are done. */
export function percentOf(steps: readonly Step[]): number {
  const count = steps.filter(({ status }) => status === "done").length;
  return Math.floor((count / steps.length) * 100);
}
