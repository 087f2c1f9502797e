import { z } from "zod";
import { whoamiSchema } from "../../server/src/contract/resources/agent.ts";
import type { Placement } from "../../server/src/contract/resources/placement.ts";
import { fundAgent, listTestPlacement, registerAgent, resultOf } from "../setup/agents.ts";
import type { CallTool } from "../setup/exchange.ts";
import { ACCOUNT, buyOf, callAdcp, codeOf, newKey, packageOf } from "./adcp-client.ts";

export interface MoneyRun {
  readonly runs: number;
  readonly booked: number;
  readonly refused: number;
  readonly changes: number;
  readonly replays: number;
  /** What was not as it had to be. */
  readonly problems: readonly string[];
}

interface MoneyOptions {
  readonly random: () => number;
  readonly runs: number;
  /** Repeats a call that an exchange which was killed did not answer. */
  readonly patiently?: Patiently;
}

export type Patiently = <Answer extends { readonly body: unknown }>(
  run: () => Promise<Answer>,
) => Promise<Answer>;

const buySchema = z.looseObject({
  media_buy_id: z.string(),
  packages: z.array(z.looseObject({ package_id: z.string(), budget: z.number() })),
});

/** **Units** hundred-millionths of a dollar: micro-credits. */
const microsOf = (usd: number) => BigInt(Math.round(usd * 1e8));

/**
 * Random media buys of one to five packages. Every third has a package that cannot be booked, at a
 * random place; the others are changed, repeated and cancelled at random. After every step the
 * balance must be what a few additions say it is.
 */
export async function buyAtRandom(
  call: CallTool,
  baseUrl: string,
  { random, runs, patiently = (run) => run() }: MoneyOptions,
): Promise<MoneyRun> {
  const judge = new Judge(call, baseUrl, { random, patiently });
  await judge.open();
  for (let run = 0; run < runs; run += 1) {
    if (run % 3 === 2) await judge.refuse(`run ${run}`);
    else await judge.buy(`run ${run}`);
  }
  return { runs, ...judge.counts, problems: judge.problems };
}

type Body = Readonly<Record<string, unknown>>;
type Market = Awaited<ReturnType<typeof openMarket>>;
type Bought = {
  readonly label: string;
  readonly id: string;
  readonly before: bigint;
  readonly budgets: Map<string, bigint>;
};

class Judge {
  readonly counts = { booked: 0, refused: 0, changes: 0, replays: 0 };
  readonly problems: string[] = [];
  readonly #call: CallTool;
  readonly #baseUrl: string;
  readonly #random: () => number;
  readonly #patiently: Patiently;
  #market: Market | undefined;

  constructor(
    call: CallTool,
    baseUrl: string,
    { random, patiently }: { random: () => number; patiently: Patiently },
  ) {
    this.#call = (tool, args, key) => patiently(() => call(tool, args, key));
    this.#baseUrl = baseUrl;
    this.#random = random;
    this.#patiently = patiently;
  }

  async open(): Promise<void> {
    this.#market = await openMarket(this.#call);
  }

  /** A buy with a package that cannot be booked at a random place keeps no money at all. */
  async refuse(label: string): Promise<void> {
    const packages = this.#packages();
    const place = Math.floor(this.#random() * (packages.length + 1));
    packages.splice(place, 0, packageOf(this.#of().blocked, budgetAt(this.#random)));
    const before = await this.#available();
    const made = await this.#adcp("create_media_buy", buyOf(packages));
    this.counts.refused += 1;
    this.#expect(codeOf(made) === "PRODUCT_UNAVAILABLE", `${label}: ${JSON.stringify(made.body)}`);
    this.#expect((await this.#available()) === before, `${label}: a refused buy kept money`);
  }

  async buy(label: string): Promise<void> {
    const before = await this.#available();
    const args = buyOf(this.#packages());
    const made = await this.#adcp("create_media_buy", args);
    this.#expect(!made.isError, `${label}: ${JSON.stringify(made.body).slice(0, 300)}`);
    if (made.isError) return;
    this.counts.booked += 1;
    const { media_buy_id: id, packages } = buySchema.parse(made.body);
    const budgets = new Map(packages.map((one) => [one.package_id, microsOf(one.budget)]));
    const bought = { label, id, before, budgets };
    await this.#expectHeld(bought, "the booking");
    await this.#repeat("create_media_buy", args, made.body);
    for (let step = 0; step < 3; step += 1) await this.#change(bought, step);
    await this.#cancel(bought);
  }

  async #change(bought: Bought, step: number): Promise<void> {
    const { label, budgets } = bought;
    const [packageId = ""] = [...budgets.keys()].toSorted(() => this.#random() - 0.5);
    const budget = budgetAt(this.#random);
    const isPause = this.#random() < 0.3;
    const change = isPause ? { paused: step % 2 === 0 } : { budget };
    const args = this.#update(bought, { packages: [{ package_id: packageId, ...change }] });
    const changed = await this.#adcp("update_media_buy", args);
    this.counts.changes += 1;
    this.#expect(!changed.isError, `${label}: ${JSON.stringify(changed.body).slice(0, 300)}`);
    if (!isPause && !changed.isError) budgets.set(packageId, microsOf(budget));
    await this.#expectHeld(bought, "a change");
    if (this.#random() < 0.5) await this.#repeat("update_media_buy", args, changed.body);
  }

  async #cancel(bought: Bought): Promise<void> {
    const args = this.#update(bought, { canceled: true });
    const canceled = await this.#adcp("update_media_buy", args);
    const { label, before } = bought;
    this.#expect(canceled.body.status === "canceled", `${label}: ${JSON.stringify(canceled.body)}`);
    this.#expect((await this.#available()) === before, `${label}: cancelling kept money`);
    await this.#repeat("update_media_buy", args, canceled.body);
  }

  /** Repeats a call and compares the task's whole answer. */
  async #repeat(task: string, args: object, answered: Body): Promise<void> {
    // After a kill the first answer that arrives may be a replay itself.
    const { replayed: _isReplay, ...first } = answered;
    const { replayed, ...again } = (await this.#adcp(task, args)).body;
    this.counts.replays += 1;
    const isSame = JSON.stringify(again) === JSON.stringify(first);
    this.#expect(replayed === true && isSame, `${task} was not replayed`);
  }

  async #expectHeld({ label, before, budgets }: Bought, what: string): Promise<void> {
    const held = [...budgets.values()].reduce((sum, one) => sum + one, 0n);
    const isRight = (await this.#available()) === before - held;
    this.#expect(isRight, `${label}: ${what} moved another amount`);
  }

  #update({ id }: Bought, fields: object): object {
    return { idempotency_key: newKey(), account: ACCOUNT, media_buy_id: id, ...fields };
  }

  #packages(): object[] {
    const { open, blocked } = this.#of();
    const count = 1 + Math.floor(this.#random() * 5);
    return Array.from({ length: count }, () => {
      const placement = open[Math.floor(this.#random() * open.length)] ?? blocked;
      return packageOf(placement, budgetAt(this.#random));
    });
  }

  /** **Units** micro-credits. */
  async #available(): Promise<bigint> {
    const { key } = this.#of().buyer;
    const { balance } = await resultOf(this.#call("whoami", {}, key), whoamiSchema);
    return BigInt(Math.round(balance.availableCredits * 1e6));
  }

  async #adcp(task: string, args: object) {
    const { key } = this.#of().buyer;
    return this.#patiently(() => callAdcp(this.#baseUrl, key, task, args));
  }

  #of(): Market {
    if (this.#market === undefined) throw new Error("The market is not open.");
    return this.#market;
  }

  #expect(isRight: boolean, what: string): void {
    if (!isRight) this.problems.push(what);
  }
}

/** Between 3 and 23 dollars, to the millionth. */
function budgetAt(random: () => number): number {
  return Math.round((3 + random() * 20) * 1e6) / 1e6;
}

async function openMarket(call: CallTool) {
  const publisher = await registerAgent(call, "publisher");
  const buyer = await registerAgent(call, "advertiser");
  await fundAgent(call, buyer, "fleet");
  const open: Placement[] = [];
  for (const unit of ["cpm", "cpc"] as const) {
    open.push(await listTestPlacement(call, publisher, unit));
  }
  const blockedAdvertiserIds = [buyer.agentId];
  const blocked = await listTestPlacement(call, publisher, "cpm", { blockedAdvertiserIds });
  return { publisher, buyer, open, blocked };
}
