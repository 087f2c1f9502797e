import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { runBrandsCommand } from "../../../../server/src/cli/brands.ts";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { brandSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { fundedAdvertiser, type TestAgent } from "../../../setup/agents.ts";
import type { Market } from "../../tools/market.ts";

export const importedSchema = z.strictObject({
  rowsRead: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  rowsRejected: z.number(),
  rejections: z.array(z.strictObject({ line: z.number(), reason: z.string() })),
  pausedCampaignIds: z.array(z.string()),
});
export type Imported = z.infer<typeof importedSchema>;

const listedSchema = z.object({ items: z.array(brandSchema.extend({ isActive: z.boolean() })) });
export type ListedBrand = z.infer<typeof listedSchema>["items"][number];

/** `operator brands ...` beside a running exchange, with files of a folder of its own. */
export async function openBrandSession(market: Pick<Market, "exchange" | "clock">) {
  const folder = await mkdtemp(join(tmpdir(), "brands-"));
  const run = async (...words: string[]): Promise<{ code: number; text: string }> => {
    const { db, ids } = market.exchange.services;
    let text = "";
    const stdout = { write: (more: string) => (text += more) };
    const context = { db, ids, clock: market.clock, actor: "ada", stdout };
    return { code: await runBrandsCommand(words, context), text };
  };
  const fileOf = async (content: string | Uint8Array, ending: string): Promise<string> => {
    const path = join(folder, `${randomUUID()}.${ending}`);
    await writeFile(path, content);
    return path;
  };
  const list = async (): Promise<ListedBrand[]> =>
    listedSchema.parse(JSON.parse((await run("list", "--json")).text)).items;
  return {
    run,
    fileOf,
    list,
    /** Imports rows as JSON Lines. */
    async load(...rows: readonly unknown[]): Promise<Imported> {
      const path = await fileOf(rows.map((row) => JSON.stringify(row)).join("\n"), "jsonl");
      return importedSchema.parse(JSON.parse((await run("import", path, "--json")).text));
    },
    async brandOf(domain: string): Promise<ListedBrand> {
      const found = (await list()).find((brand) => brand.domain === domain);
      if (found === undefined) throw new Error(`There is no brand at ${domain}.`);
      return found;
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/** A row that can be imported; `fields` change what a test is about. */
export function rowOf(fields: object = {}): object {
  return { name: "Pellworth", domain: "pellworth.example", maxRateCredits: 40, ...fields };
}

/** An advertiser with 25,000 credits that the operator made the platform wallet. */
export async function platformAdvertiser(market: Market): Promise<TestAgent> {
  const agent = await fundedAdvertiser(market.call, "fleet");
  await market.sql(
    `insert into platform_wallet (agent_id, set_at) values ($1, now())
    on conflict (is_only) do update set agent_id = excluded.agent_id`,
    [uuidFromId(agent.agentId)],
  );
  return agent;
}
