/** The releases of UCP that clients negotiate, the newest first. */
export const RELEASES = ["2026-08-25", "2026-04-08"] as const;
export type Release = (typeof RELEASES)[number];

export const SEARCH = "dev.ucp.shopping.catalog.search";
export const LOOKUP = "dev.ucp.shopping.catalog.lookup";
export type Capability = typeof SEARCH | typeof LOOKUP;

/** The profile of the business: what it offers and where. What is absent is declined. */
export function renderProfile(baseUrl: string, release: Release): string {
  const site = `https://ucp.dev/${release}`;
  // Its pages moved between the releases.
  const folder = release === "2026-04-08" ? "catalog" : "shopping/catalog";
  const capability = (name: "search" | "lookup") => ({
    version: release,
    spec: `${site}/specification/${folder}/${name}`,
    schema: `${site}/schemas/shopping/catalog_${name}.json`,
  });
  const service = {
    version: release,
    spec: `${site}/specification/overview`,
    transport: "mcp",
    schema: `${site}/services/shopping/mcp.openrpc.json`,
    endpoint: `${baseUrl}/ucp/${release}/mcp`,
  };
  const [newest, ...older] = RELEASES;
  const others = older.map((one) => [one, `${baseUrl}${profilePathOf(one)}`]);
  return JSON.stringify({
    ucp: {
      version: release,
      supported_versions: release === newest ? Object.fromEntries(others) : undefined,
      services: { "dev.ucp.shopping": [service] },
      capabilities: { [SEARCH]: [capability("search")], [LOOKUP]: [capability("lookup")] },
      payment_handlers: {},
    },
  });
}

/** The newest release has the well-known address. */
export function profilePathOf(release: Release): string {
  return release === RELEASES[0] ? "/.well-known/ucp" : `/ucp/profiles/${release}.json`;
}
