import { z } from "zod";
import { CLIENTS, type ListedTool } from "../../mcp/clients.ts";
import { correct, exampleOf, fillIn, Memory, obeyed, renewed } from "./arguments.ts";

/**
 * An agent that knows nothing of advertising. It reads the list of tools, names its goal to the
 * tool that answers questions, and then only does what it is told: the first next step, the first
 * next tool, what an error wants corrected. Nothing here depends on which goal it has.
 */
export interface NaiveAgent {
  run(errand: Errand): Promise<Call[]>;
}

export interface Errand {
  /** A word or two, asked as they are. */
  readonly goal: string;
  isReached(calls: readonly Call[]): boolean | Promise<boolean>;
  /** A call to begin with, such as a mistake. */
  readonly first?: Proposal;
  readonly key?: string;
  readonly role?: string;
}

export interface Proposal {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Who else acts: the human who pays, and everybody else while the agent waits. */
export interface Surroundings {
  pay(checkoutUrl: string): Promise<void>;
  pass(): Promise<void>;
}

const infoSchema = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      auth: z.boolean(),
      roles: z.array(z.string()),
      nextTools: z.array(z.string()),
    }),
  ),
  support: z.object({ tools: z.array(z.string()) }),
  links: z.object({ agentEndpoint: z.string(), mcp: z.string() }),
});
type Info = z.infer<typeof infoSchema>;

const nextStepSchema = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  status: z.string(),
});
const bodySchema = z.looseObject({
  nextSteps: z.array(nextStepSchema).optional().catch(undefined),
  nextTools: z.array(z.string()).optional().catch(undefined),
  checkoutUrl: z.string().optional().catch(undefined),
  apiKey: z.string().optional().catch(undefined),
  role: z.string().optional().catch(undefined),
});
const errorSchema = z.object({
  error: z.looseObject({
    code: z.string(),
    field: z.string().optional(),
    issues: z.array(z.object({ pointer: z.string(), keyword: z.string() })).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    nextTools: z.array(z.string()).optional(),
  }),
  requestId: z.string(),
});

const CALLS_MAX = 800;

export async function createNaiveAgent(baseUrl: string, around: Surroundings): Promise<NaiveAgent> {
  const response = await fetch(`${baseUrl}/api/public/info`);
  const info = infoSchema.parse(await response.json());
  const [client] = CLIENTS;
  const connection = await client?.connect(info.links.mcp);
  const tools = (await connection?.listTools()) ?? [];
  await connection?.close();
  return { run: (errand) => new Run(info, tools, around, errand).toTheEnd() };
}

class Run {
  readonly #info: Info;
  readonly #tools: ReadonlyMap<string, ListedTool>;
  readonly #around: Surroundings;
  readonly #errand: Errand;
  readonly #memory = new Memory();
  readonly #calls: Call[] = [];
  /** Tools called since the last question: to be sent to one of them again is a circle. */
  #since = new Set<string>();
  #asked: { readonly advice: string; taken: number } = { advice: "", taken: 0 };
  /** A refused call, to be made again after the detour that its error asked for. */
  #refused: { readonly detour: string; readonly again: Proposal } | undefined;
  #key: string | undefined;
  #role: string | undefined;

  constructor(info: Info, tools: readonly ListedTool[], around: Surroundings, errand: Errand) {
    this.#info = info;
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#around = around;
    this.#errand = errand;
    this.#key = errand.key;
    this.#role = errand.role;
  }

  async toTheEnd(): Promise<Call[]> {
    let next = this.#errand.first ?? this.#question();
    while (this.#calls.length < CALLS_MAX) {
      const call = await this.#make(next);
      if (await this.#errand.isReached(this.#calls)) return this.#calls;
      next = await this.#after(call);
    }
    throw new Error(`Not reached: ${this.#errand.goal}. ${this.#tail()}`);
  }

  /** The end of what was done, for whoever has to find out why it led nowhere. */
  #tail(): string {
    const lines = this.#calls
      .slice(-12)
      .map(
        ({ tool, args, isError, body }) =>
          `${tool} ${JSON.stringify(args)} -> ${isError ? "refused " : ""}` +
          JSON.stringify(body).slice(0, 600),
      );
    return lines.join("\n");
  }

  /** The tool of the support tools that takes a question. */
  #question(): Proposal {
    const tool = this.#info.support.tools.find(
      (name) => "question" in Object(this.#tools.get(name)?.inputSchema.properties),
    );
    this.#since = new Set();
    return { tool: tool ?? "", args: { question: this.#errand.goal } };
  }

  async #make({ tool, args }: Proposal): Promise<Call> {
    const sent = args ?? fillIn(exampleOf(this.#tools.get(tool)), this.#memory);
    const response = await fetch(this.#info.links.agentEndpoint, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(this.#key === undefined ? {} : { Authorization: `Bearer ${this.#key}` }),
      },
      body: JSON.stringify({ tool, arguments: sent }),
    });
    const body = bodySchema.parse(await response.json());
    const call = { tool, args: sent, isError: !response.ok, body };
    this.#calls.push(call);
    this.#since.add(tool);
    // What every client of HTTP does: a key that was refused is not sent again.
    if (response.status === 401) this.#key = undefined;
    if (call.isError) return call;
    this.#memory.note(body);
    // A key comes with the role of its agent.
    if (body.apiKey !== undefined) [this.#key, this.#role] = [body.apiKey, body.role];
    if (body.checkoutUrl !== undefined) await this.#around.pay(body.checkoutUrl);
    return call;
  }

  async #after(call: Call): Promise<Proposal> {
    const refused = this.#refused;
    this.#refused = undefined;
    if (call.isError) return this.#afterError(call);
    if (refused?.detour === call.tool) {
      const { tool, args = {} } = refused.again;
      return { tool, args: renewed(args, this.#memory) };
    }
    const { nextSteps, nextTools } = bodySchema.parse(call.body);
    if (nextSteps !== undefined) return this.#follow(nextSteps);
    const listed = this.#info.tools.find(({ name }) => name === call.tool)?.nextTools;
    const next = (nextTools ?? listed ?? []).find((name) => this.#mayCall(name));
    return next === undefined || this.#since.has(next) ? this.#question() : { tool: next };
  }

  /** The same advice as before was not enough: take its next step, and at its end wait. */
  async #follow(steps: readonly z.infer<typeof nextStepSchema>[]): Promise<Proposal> {
    const advice = JSON.stringify(steps);
    const isSame = advice === this.#asked.advice;
    this.#asked = { advice, taken: isSame ? this.#asked.taken + 1 : 0 };
    const step = steps[this.#asked.taken % Math.max(steps.length, 1)];
    if (step === undefined) return this.#question();
    if (step.status === "waiting") await this.#around.pass();
    const example = exampleOf(this.#tools.get(step.tool));
    const schema = this.#tools.get(step.tool)?.inputSchema;
    return {
      tool: step.tool,
      args: { ...fillIn(required(schema, example), this.#memory), ...step.arguments },
    };
  }

  async #afterError({ tool, args, body }: Call): Promise<Proposal> {
    const { error, requestId } = errorSchema.parse(body);
    const details = error.details ?? {};
    const obeys = obeyed(details);
    const same = correct({ args, error, example: exampleOf(this.#tools.get(tool)) }, this.#memory);
    const changed = JSON.stringify(same) !== JSON.stringify(args);
    for (const next of error.nextTools ?? []) {
      if (next === tool && changed) return { tool, args: same };
      if (next === tool || !this.#mayCall(next) || this.#since.has(next)) continue;
      const filled = fillIn(exampleOf(this.#tools.get(next)), this.#memory);
      // A mistyped name keeps its arguments.
      if (!this.#tools.has(tool)) return { tool: next, args };
      this.#refused = { detour: next, again: { tool, args: same } };
      return { tool: next, args: { ...filled, ...obeys } };
    }
    const question = this.#question();
    const context = { toolName: tool, errorCode: error.code, requestId, details };
    return this.#key === undefined
      ? question
      : { tool: question.tool, args: { ...question.args, context } };
  }

  #mayCall(name: string): boolean {
    const tool = this.#info.tools.find((one) => one.name === name);
    if (tool === undefined) return false;
    return !tool.auth || this.#role === undefined || tool.roles.includes(this.#role);
  }
}

function required(schema: ListedTool["inputSchema"] | undefined, example: Record<string, unknown>) {
  const names = z.array(z.string()).catch([]).parse(schema?.required);
  return Object.fromEntries(Object.entries(example).filter(([name]) => names.includes(name)));
}
