import type { DemoAgent, DemoAgents } from "../../goods/market/agents.ts";
import { type ExchangeClient, listAll } from "../../goods/market/exchange-client.ts";
import { textOf } from "../../goods/market/json.ts";
import type { KeyFile } from "../../goods/market/key-file.ts";

/** The note of the demo's own webhooks; others may exist beside them. */
const NOTE = "Receiver of the demo";

/** One agent's address, and what the exchange signs with when it posts there. */
export type Endpoint = { slug: string; name: string; secret: string };

/** The last part of an agent's address, the same at every start. */
export function receivingAgents(agents: DemoAgents): { slug: string; agent: DemoAgent }[] {
  return [
    ...agents.publishers.map((agent) => ({ slug: agent.publisher.slug, agent })),
    ...agents.advertisers.map((agent) => ({ slug: agent.advertiser.slug, agent })),
  ];
}

/**
 * Finds the agent's webhook with its kept secret, or registers it. A webhook at an address the demo
 * had before is deleted: the exchange would retry it for days.
 *
 * **Errors** `ToolError`, `postback_url_rejected` where the exchange may not post to the address.
 */
export async function ensureEndpoint(
  client: ExchangeClient,
  keys: KeyFile,
  { slug, agent, url }: { slug: string; agent: DemoAgent; url: string },
): Promise<Endpoint> {
  const { name, apiKey } = agent;
  const slot = `postback ${slug}`;
  let isActive = false;
  for (const known of await listAll(client, "list_postbacks", {}, apiKey)) {
    if (known.url === url) isActive = known.status === "active";
    else if (known.description === NOTE) {
      await client.call("delete_postback", { postbackId: textOf(known.postbackId) ?? "" }, apiKey);
    }
  }
  const kept = keys.get(slot);
  if (isActive && kept !== undefined) return { slug, name, secret: kept };
  // Registering makes a new secret. Should we die before it is kept, the old one must not stay:
  // the next start would check everything against a secret that signs nothing.
  await keys.remove(slot);
  const answer = await client.call("register_postback", { url, description: NOTE }, apiKey);
  const secret = textOf(answer.secret);
  if (secret === undefined) throw new Error("register_postback gave no secret");
  await keys.set(slot, secret);
  return { slug, name, secret };
}
