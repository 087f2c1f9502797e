import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { z } from "zod";
import { freePort } from "../../local/free-port.ts";
import { productIdOf, searchOf } from "./market.ts";
import { openUcp } from "./ucp.ts";
import { createResponseCheck } from "./ucp-schemas.ts";

export type UcpRelease = "2026-08-25" | "2026-04-08";

const answerSchema = z.looseObject({
  ucp: z.looseObject({ version: z.string() }),
  result: z.looseObject({
    products: z.array(z.looseObject({ url: z.string() })).optional(),
    product: z.looseObject({ url: z.string() }).optional(),
    messages: z.array(z.looseObject({ code: z.string(), path: z.string().optional() })).optional(),
  }),
});

/** What was wrong with the answers of a run, and how many there were. */
export interface CatalogueRun {
  readonly answers: number;
  readonly problems: readonly string[];
  readonly cart: string;
}

/** An agent's profile of a release on a port of its own, as the client publishes it. */
export async function hostProfile(release: UcpRelease) {
  const source = new URL(
    `../tools/node_modules/@shopify/ucp-cli/src/core/generated/${release}/agent_profile.ts`,
    import.meta.url,
  );
  const [, json = '""'] =
    /agentProfileJson: string = (".*")/.exec(readFileSync(source, "utf8")) ?? [];
  const text = z.string().parse(JSON.parse(json));
  const port = await freePort();
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.setHeader("content-type", "application/json");
    response.setHeader("cache-control", "public, max-age=60");
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${port}/agent.json`;
  return { url, requests: () => requests, close: () => server.close() };
}

/** Searches, lookups and products through the client of a release, checked by its schemas. */
export async function browseCatalogue(
  baseUrl: string,
  release: UcpRelease,
  counts: { searches: number; lookups: number; products: number },
): Promise<CatalogueRun> {
  const profile = await hostProfile(release);
  // The newest release is the client's own default, whose profile is known without a request.
  const isOld = release === "2026-04-08";
  const client = await openUcp(isOld ? { release, profileUrl: profile.url } : undefined);
  const check = createResponseCheck(release);
  const problems: string[] = [];
  let answers = 0;
  const judge = (tool: string, { isError, text }: { isError: boolean; text: string }) => {
    answers += 1;
    const problem = isError ? text : problemOf(tool, text, { release, check, baseUrl });
    if (problem !== "") problems.push(`${tool} ${answers}: ${problem.slice(0, 300)}`);
  };
  for (let index = 0; index < counts.searches; index += 1) {
    judge("search_catalog", await client.call("catalog_search", baseUrl, searchOf(index)));
  }
  for (let index = 0; index < counts.lookups; index += 1) {
    const ids = [productIdOf(index), productIdOf(index + 5), `missing-${index}`];
    judge("lookup_catalog", await client.call("catalog_lookup", baseUrl, { ids }));
  }
  for (let index = 0; index < counts.products; index += 1) {
    const id = productIdOf(index);
    judge("get_product", await client.call("catalog_get_product", baseUrl, {}, { id }));
  }
  const { text: cart } = await client.call("cart_create", baseUrl, { line_items: [] });
  client.close();
  profile.close();
  return { answers, problems, cart };
}

interface Judging {
  readonly release: UcpRelease;
  readonly check: ReturnType<typeof createResponseCheck>;
  readonly baseUrl: string;
}

/** An answer is valid, of its release, and each product has a tracked link and a disclosure. */
function problemOf(tool: string, text: string, { release, check, baseUrl }: Judging): string {
  const parsed = answerSchema.safeParse(JSON.parse(text));
  if (!parsed.success) return `unreadable: ${text}`;
  const { ucp, result } = parsed.data;
  const problem = check(tool, { ucp, ...result });
  if (problem !== "") return problem;
  if (ucp.version !== release) return `of release ${ucp.version}`;
  const { products = result.product === undefined ? [] : [result.product], messages = [] } = result;
  const disclosures = messages.filter(({ code }) => code === "sponsored");
  if (disclosures.length !== products.length) return `${disclosures.length} disclosures`;
  const strays = products.filter(({ url }) => !url.startsWith(`${baseUrl}/r/`));
  return strays.length === 0 ? "" : "a product without a tracked link";
}
