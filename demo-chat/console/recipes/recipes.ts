import type { Context, Middleware } from "koa";
import { type BoundedMap, createBoundedMap } from "../turns/bounded.ts";
import { readJsonBody, refuse, wantMethod } from "../turns/requests.ts";
import type { Recipe } from "../wire.ts";
import { advertiserRecipe, type PostbackDesk } from "./advertiser.ts";
import { type Caller, type CallerOptions, createCaller } from "./caller.ts";
import { citationsRecipe } from "./citations.ts";
import { feedRecipe } from "./feed.ts";
import { platformRecipe } from "./platform.ts";
import { publisherRecipe } from "./publisher.ts";
import { type Run, startRun } from "./run.ts";
import type { RecipePlan } from "./step.ts";

/** A run is some twenty kilobytes of calls. */
const VISITORS_MAX = 200;
const FORGET_AFTER_MS = 3_600_000;

/** Each run registers agents, which stay; the exchange does not limit who calls from here. */
const RUNS_PER_HOUR_MAX = 200;
const HOUR_MS = 3_600_000;

export type RecipesOptions = CallerOptions & {
  desk: PostbackDesk;
  /** Names the visitor of a request, giving a cookie where there is none. */
  visitorOf(ctx: Context): string;
};

/** Four recipes of the specification and one of citations, with agents of their own per visitor. */
export type Recipes = {
  list(visitor: string): Recipe[];
  /** Sends the next call of a recipe; one that failed is sent again. */
  step(visitor: string, number: number): Promise<Recipe>;
  /** Forgets a run; the next one begins with new agents. */
  reset(visitor: string, number: number): Recipe;
  /** `POST /demo/recipes/{n}/step` and `/reset`; both answer the recipe as it is then. */
  middleware: Middleware;
  close(): void;
};

export function createRecipes(options: RecipesOptions): Recipes {
  return new Kitchen(options);
}

type Visit = { usedAtMs: number; runs: Map<number, Run> };

const PATH = /^\/demo\/recipes\/([1-5])\/(step|reset)$/;

class Kitchen implements Recipes {
  readonly middleware: Middleware;
  #options: RecipesOptions;
  #caller: Caller;
  #plans: ReadonlyMap<number, RecipePlan>;
  #visits: BoundedMap<string, Visit> = createBoundedMap(VISITORS_MAX);
  #startedAtMs: number[] = [];
  #closing = new AbortController();

  constructor(options: RecipesOptions) {
    this.#options = options;
    this.#caller = createCaller(options);
    const shopUrl = `${options.publicUrl}/shop`;
    const plans = [
      publisherRecipe(shopUrl),
      advertiserRecipe(shopUrl, options.desk),
      platformRecipe(),
      feedRecipe(),
      citationsRecipe(shopUrl),
    ];
    this.#plans = new Map(plans.map((plan) => [plan.number, plan]));
    this.middleware = (ctx, next) => this.#answer(ctx, next);
  }

  list(visitor: string): Recipe[] {
    const runs = this.#visitOf(visitor)?.runs;
    return [...this.#plans.values()].map((plan) =>
      (runs?.get(plan.number) ?? this.#start(plan)).recipe(),
    );
  }

  async step(visitor: string, number: number): Promise<Recipe> {
    const run = this.#runOf(visitor, number);
    if (!run.hasStarted()) this.#countStart();
    await run.step();
    return run.recipe();
  }

  reset(visitor: string, number: number): Recipe {
    this.#visitOf(visitor)?.runs.delete(number);
    return this.#start(this.#planOf(number)).recipe();
  }

  close(): void {
    this.#closing.abort();
  }

  async #answer(ctx: Context, next: () => Promise<unknown>): Promise<void> {
    const [, number, action] = PATH.exec(ctx.path) ?? [];
    if (number === undefined) {
      await next();
      return;
    }
    wantMethod(ctx, "POST");
    await readJsonBody(ctx);
    const visitor = this.#options.visitorOf(ctx);
    ctx.set("Cache-Control", "no-store");
    ctx.body =
      action === "step"
        ? await this.step(visitor, Number(number))
        : this.reset(visitor, Number(number));
  }

  #visitOf(visitor: string): Visit | undefined {
    const visit = this.#visits.get(visitor);
    const isFresh = visit !== undefined && this.#options.now() - visit.usedAtMs < FORGET_AFTER_MS;
    return isFresh ? visit : undefined;
  }

  #runOf(visitor: string, number: number): Run {
    const plan = this.#planOf(number);
    const visit = this.#visitOf(visitor) ?? { usedAtMs: 0, runs: new Map() };
    visit.usedAtMs = this.#options.now();
    this.#visits.set(visitor, visit);
    const run = visit.runs.get(number) ?? this.#start(plan);
    visit.runs.set(number, run);
    return run;
  }

  #planOf(number: number): RecipePlan {
    return this.#plans.get(number) ?? refuse(404, "There are the recipes 1 to 5.");
  }

  #start(plan: RecipePlan): Run {
    const { now } = this.#options;
    return startRun(plan, { caller: this.#caller, now, closing: this.#closing.signal });
  }

  #countStart(): void {
    const nowMs = this.#options.now();
    this.#startedAtMs = this.#startedAtMs.filter((atMs) => nowMs - atMs < HOUR_MS);
    if (this.#startedAtMs.length >= RUNS_PER_HOUR_MAX) {
      refuse(429, "Too many recipes were begun within an hour; wait, or continue one.");
    }
    this.#startedAtMs.push(nowMs);
  }
}
