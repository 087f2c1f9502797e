/**
 * How a step stands: `done`; `missing`, the caller can take it now; `waiting` for others or for
 * time; `blocked`, because something before it is missing or something failed.
 */
export type StepStatus = "done" | "missing" | "waiting" | "blocked";

/** One step on the way to a goal. */
export interface Step {
  readonly step: string;
  readonly title: string;
  readonly status: StepStatus;
  /** Why it stands as it does, from the caller's real state. */
  readonly because: string;
  readonly nextTool?: string;
  /** For `nextTool`, with the caller's own ids; ready to be sent once `yours` are set. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Fields that only the caller knows: absent from `arguments`, or there as a placeholder. */
  readonly yours?: readonly string[];
}

/** What a step says beyond its name. */
export type StepState = Omit<Step, "step" | "title">;

export const done = (because: string): StepState => ({ status: "done", because });

export const blocked = (because: string, call: StepCall = {}): StepState => ({
  status: "blocked",
  because,
  ...call,
});

/** The call that takes a step, or that shows whether it was taken meanwhile. */
export interface StepCall {
  readonly nextTool?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly yours?: readonly string[];
}

export const missing = (because: string, call: StepCall): StepState => ({
  status: "missing",
  because,
  ...call,
});

export const waiting = (because: string, call: StepCall): StepState => ({
  status: "waiting",
  because,
  ...call,
});

/** What the caller can do, then what it can only look at, then what is in the way. */
const URGENCY: readonly StepStatus[] = ["missing", "waiting", "blocked"];

/** The steps to take next, the most useful first; none when all is done. */
export function openSteps(steps: readonly Step[]): Step[] {
  return steps
    .filter(({ status, nextTool }) => status !== "done" && nextTool !== undefined)
    .toSorted((left, right) => URGENCY.indexOf(left.status) - URGENCY.indexOf(right.status));
}

/** **Units** whole percent of the steps that are done. */
export function percentOf(steps: readonly Step[]): number {
  if (steps.length === 0) return 100;
  const count = steps.filter(({ status }) => status === "done").length;
  return Math.floor((count / steps.length) * 100);
}
