import type { DemoAdvertiser } from "../advertisers.ts";
import { type ExchangeClient, ToolError } from "./exchange-client.ts";
import { textOf } from "./json.ts";
import type { KeyFile } from "./key-file.ts";
import { DEMO_PUBLISHERS, type DemoPublisher } from "./plan.ts";

export type DemoAgent = { agentId: string; name: string; apiKey: string };
export type AdvertiserAgent = DemoAgent & { advertiser: DemoAdvertiser };
export type PublisherAgent = DemoAgent & { publisher: DemoPublisher };
export type DemoAgents = {
  /** The one a new visitor talks to: the first of `publishers`. */
  publisher: PublisherAgent;
  publishers: PublisherAgent[];
  advertisers: AdvertiserAgent[];
  /** It pays for platform demand. */
  platform: DemoAgent;
};

const PROVIDER = "Placard demo";

/** Finds the demo's agents by their kept keys and registers the ones that are missing. */
export async function ensureAgents(
  client: ExchangeClient,
  keys: KeyFile,
  advertisers: readonly DemoAdvertiser[],
): Promise<DemoAgents> {
  const publishers: PublisherAgent[] = [];
  for (const publisher of DEMO_PUBLISHERS) {
    const { slot, name } = publisher;
    const wanted = { slot, displayName: name, role: "publisher" };
    publishers.push({ ...(await ensureAgent(client, keys, wanted)), publisher });
  }
  const [publisher] = publishers;
  if (publisher === undefined) throw new Error("The demo has no publisher.");
  const made: AdvertiserAgent[] = [];
  for (const advertiser of advertisers) {
    const { slug, name } = advertiser;
    const wanted = { slot: `advertiser ${slug}`, displayName: name, role: "advertiser" };
    made.push({ ...(await ensureAgent(client, keys, wanted)), advertiser });
  }
  const wanted = { slot: "platform wallet", displayName: "House demand", role: "advertiser" };
  const platform = await ensureAgent(client, keys, wanted);
  return { publisher, publishers, advertisers: made, platform };
}

type Wanted = { slot: string; displayName: string; role: string };

async function ensureAgent(
  client: ExchangeClient,
  keys: KeyFile,
  { slot, displayName, role }: Wanted,
): Promise<DemoAgent> {
  const kept = keys.get(slot);
  const known = kept === undefined ? undefined : await agentOf(client, kept);
  if (kept !== undefined && known !== undefined) {
    return { agentId: known, name: displayName, apiKey: kept };
  }
  const agent = await client.call("register", { provider: PROVIDER, displayName, role });
  const agentId = textOf(agent.agentId);
  const apiKey = textOf(agent.apiKey);
  if (agentId === undefined || apiKey === undefined) throw new Error("register gave no key");
  await keys.set(slot, apiKey);
  return { agentId, name: displayName, apiKey };
}

/** The agent of a kept key; undefined when the key belongs to a deleted database. */
async function agentOf(client: ExchangeClient, apiKey: string): Promise<string | undefined> {
  try {
    return textOf((await client.call("whoami", {}, apiKey)).agentId);
  } catch (error) {
    if (error instanceof ToolError && /_key$/.test(error.code)) return undefined;
    throw error;
  }
}
