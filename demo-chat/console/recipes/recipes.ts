import type { Context, Middleware } from "koa";
import { type Json, parseJson, recordOf, textOf } from "../../goods/market/json.ts";
import { type BoundedMap, createBoundedMap } from "../turns/bounded.ts";
import { redact, shortened } from "../turns/redact.ts";
import { readJsonBody, refuse, wantFromHere, wantMethod } from "../turns/requests.ts";
import type { Recipe, RecipeStep, WireCall } from "../wire.ts";
import {
  type ArazzoDocument,
  type Call,
  callOf,
  type Operations,
  operationsOf,
  readAnswer,
  stepsOf,
  type Workflow,
  type WorkflowStep,
} from "./arazzo.ts";

/** A run is some twenty kilobytes of calls. */
const VISITORS_MAX = 200;
const FORGET_AFTER_MS = 3_600_000;

/** Each run registers agents, which stay; the exchange does not limit who calls from here. */
const RUNS_PER_HOUR_MAX = 200;
const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 15_000;
/** Three products fit. **Units** characters of JSON. */
const SHOWN_MAX = 16_000;

export type RecipesOptions = {
  publicUrl: string;
  /** Whether visitors from other machines may send calls. */
  isPublic: boolean;
  fetch: typeof fetch;
  now: () => number;
  /** Names the visitor of a request, giving a cookie where there is none. */
  visitorOf(ctx: Context): string;
};

/** The workflows of the exchange's Arazzo document, with agents of their own per visitor. */
export type Recipes = {
  /** Empty until the exchange has given its document. */
  list(visitor: string): Promise<Recipe[]>;
  /** Sends the next call of a recipe; one that failed is sent again. */
  step(visitor: string, number: number): Promise<Recipe>;
  /** Deletes a run; the next one begins with new agents. */
  reset(visitor: string, number: number): Promise<Recipe>;
  /** `POST /demo/recipes/{n}/step` and `/reset`; both answer the recipe as it is then. */
  middleware: Middleware;
};

type Book = { document: ArazzoDocument; operations: Operations };
type Sent = { call: WireCall; problem?: string };
/** One visitor's way through one recipe. */
type Run = { sent: Sent[]; outputs: Map<string, Json>; running?: Promise<void> };
type Visit = { usedAtMs: number; runs: Map<number, Run> };

const PATH = /^\/demo\/recipes\/(\d+)\/(step|reset)$/;

export function createRecipes(options: RecipesOptions): Recipes {
  return new Visits(options);
}

class Visits implements Recipes {
  readonly middleware: Middleware;
  #options: RecipesOptions;
  #book: Promise<Book> | undefined;
  #visits: BoundedMap<string, Visit> = createBoundedMap(VISITORS_MAX);
  #startedAtMs: number[] = [];

  constructor(options: RecipesOptions) {
    this.#options = options;
    this.middleware = (ctx, next) => this.#answer(ctx, next);
  }

  async list(visitor: string): Promise<Recipe[]> {
    const book = await this.#load().catch(() => undefined);
    const runs = this.#visitOf(visitor)?.runs;
    return (book?.document.workflows ?? []).map((workflow, index) =>
      recipeOf(book, workflow, index + 1, runs?.get(index + 1) ?? newRun()),
    );
  }

  async step(visitor: string, number: number): Promise<Recipe> {
    const { book, workflow } = await this.#find(number);
    const visit = this.#visitOf(visitor) ?? { usedAtMs: 0, runs: new Map() };
    visit.usedAtMs = this.#options.now();
    this.#visits.set(visitor, visit);
    const run = visit.runs.get(number) ?? newRun();
    visit.runs.set(number, run);
    if (run.outputs.size === 0) this.#countStart();
    const next = stepsOf(book.document, workflow)[run.outputs.size];
    // A second click during a call waits for the same call.
    if (next !== undefined) {
      run.running ??= this.#send(book, next, run).finally(() => delete run.running);
    }
    await run.running;
    return recipeOf(book, workflow, number, run);
  }

  async reset(visitor: string, number: number): Promise<Recipe> {
    const { book, workflow } = await this.#find(number);
    this.#visitOf(visitor)?.runs.delete(number);
    return recipeOf(book, workflow, number, newRun());
  }

  async #answer(ctx: Context, next: () => Promise<unknown>): Promise<void> {
    const [, number, action] = PATH.exec(ctx.path) ?? [];
    if (number === undefined) {
      await next();
      return;
    }
    wantMethod(ctx, "POST");
    // The calls come from this host, to which the exchange applies no limits.
    wantFromHere(ctx, this.#options.isPublic);
    await readJsonBody(ctx);
    const visitor = this.#options.visitorOf(ctx);
    ctx.set("Cache-Control", "no-store");
    ctx.body =
      action === "step"
        ? await this.step(visitor, Number(number))
        : await this.reset(visitor, Number(number));
  }

  /** The document and the OpenAPI document that it names; a failure is tried again later. */
  #load(): Promise<Book> {
    this.#book ??= this.#read().catch((error: unknown) => {
      this.#book = undefined;
      throw error;
    });
    return this.#book;
  }

  async #read(): Promise<Book> {
    const { fetch, publicUrl } = this.#options;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const [arazzo, openapi] = await Promise.all([
      fetch(`${publicUrl}/recipes.arazzo.json`, { signal }),
      fetch(`${publicUrl}/openapi.json`, { signal }),
    ]);
    const document: ArazzoDocument = JSON.parse(await arazzo.text());
    return { document, operations: operationsOf(await openapi.json()) };
  }

  async #find(number: number): Promise<{ book: Book; workflow: Workflow }> {
    const book = await this.#load();
    const { workflows } = book.document;
    const workflow = workflows[number - 1];
    if (workflow === undefined) refuse(404, `There are the recipes 1 to ${workflows.length}.`);
    return { book, workflow };
  }

  #visitOf(visitor: string): Visit | undefined {
    const visit = this.#visits.get(visitor);
    const isFresh = visit !== undefined && this.#options.now() - visit.usedAtMs < FORGET_AFTER_MS;
    return isFresh ? visit : undefined;
  }

  #countStart(): void {
    const nowMs = this.#options.now();
    this.#startedAtMs = this.#startedAtMs.filter((atMs) => nowMs - atMs < HOUR_MS);
    if (this.#startedAtMs.length >= RUNS_PER_HOUR_MAX) {
      refuse(429, "Too many recipes were begun within an hour; wait, or continue one.");
    }
    this.#startedAtMs.push(nowMs);
  }

  async #send(book: Book, step: WorkflowStep, run: Run): Promise<void> {
    const { fetch, publicUrl, now } = this.#options;
    const place = run.outputs.size;
    const startedAtMs = now();
    const request = callOf(step, { ...book, outputs: run.outputs });
    const { method, path, headers, body } = request;
    const call = { ...wordsOf(request), status: null, durationMs: 0 };
    try {
      const response = await fetch(publicUrl + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { status } = response;
      const answer = { status, body: recordOf(parseJson(await response.text())) ?? {} };
      const requestId = response.headers.get("x-request-id") ?? undefined;
      const result = readAnswer(step, answer);
      if ("outputs" in result) run.outputs.set(step.stepId, result.outputs);
      run.sent[place] = {
        call: {
          ...call,
          status,
          durationMs: now() - startedAtMs,
          ...(requestId !== undefined && { requestId }),
          response: shown(answer.body),
        },
        ...("problem" in result && { problem: result.problem }),
      };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      run.sent[place] = { call: { ...call, response: { error: problem } }, problem };
    }
  }
}

const newRun = (): Run => ({ sent: [], outputs: new Map() });

function recipeOf(book: Book | undefined, workflow: Workflow, number: number, run: Run): Recipe {
  if (book === undefined) return { number, title: workflow.summary, steps: [] };
  const { sent, outputs } = run;
  const steps = stepsOf(book.document, workflow);
  let who: RecipeStep["who"] = "publisher";
  return {
    number,
    title: workflow.summary,
    steps: steps.map((step, place) => {
      who = roleOf(step, steps) ?? who;
      const isNext = place === outputs.size;
      const next = () => ({
        ...wordsOf(callOf(step, { ...book, outputs })),
        status: null,
        durationMs: 0,
      });
      const call = sent[place]?.call ?? (isNext ? next() : undefined);
      const problem = sent[place]?.problem;
      return {
        title: step.description,
        who,
        ...(call !== undefined && { call }),
        isDone: place < outputs.size,
        ...(problem !== undefined && { problem }),
      };
    }),
  };
}

/** Whose key a step uses, or whom it registers; undefined for a public call. */
function roleOf(step: WorkflowStep, steps: readonly WorkflowStep[]): RecipeStep["who"] | undefined {
  const role = textOf(recordOf(recordOf(step.requestBody?.payload)?.arguments)?.role);
  const key = step.parameters?.find(({ name }) => name === "Authorization")?.value;
  if (typeof key === "string") {
    const name = /outputs\.(\w+)/.exec(key)?.[1] ?? "";
    const registered = steps.find(({ outputs }) => outputs !== undefined && name in outputs);
    return registered === undefined ? undefined : roleOf(registered, []);
  }
  return role === "publisher" || role === "advertiser" ? role : undefined;
}

function wordsOf({ method, path, body }: Call): Pick<WireCall, "title" | "request"> {
  const tool = textOf(recordOf(body)?.tool);
  return {
    title: [method, path, ...(tool === undefined ? [] : [tool])].join(" "),
    ...(body !== undefined && { request: shown(body) }),
  };
}

function shown(value: unknown): unknown {
  const clean = redact(shortened(value));
  const { length } = JSON.stringify(clean);
  return length > SHOWN_MAX ? `${length} characters, too long to be shown here` : clean;
}
