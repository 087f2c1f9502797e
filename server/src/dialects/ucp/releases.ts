/** The releases of UCP that clients negotiate, the newest first. */
export const RELEASES = ["2026-08-25", "2026-04-08"] as const;
export type Release = (typeof RELEASES)[number];

const SERVICE = "dev.ucp.shopping";
export const SEARCH = "dev.ucp.shopping.catalog.search";
export const LOOKUP = "dev.ucp.shopping.catalog.lookup";
export type Capability = typeof SEARCH | typeof LOOKUP;

/** Where the pages of the specification moved between the releases. */
const FOLDERS: Readonly<Record<Release, string>> = {
  "2026-08-25": "specification/shopping/catalog",
  "2026-04-08": "specification/catalog",
};

/** The profile of the business: what it offers and where. What is absent is declined. */
export function renderProfile(baseUrl: string, release: Release): string {
  const site = `https://ucp.dev/${release}`;
  const capability = (name: "search" | "lookup") => [
    {
      version: release,
      spec: `${site}/${FOLDERS[release]}/${name}`,
      schema: `${site}/schemas/shopping/catalog_${name}.json`,
    },
  ];
  const [newest, ...older] = RELEASES;
  const supported = Object.fromEntries(
    older.map((one) => [one, `${baseUrl}${profilePathOf(one)}`]),
  );
  return JSON.stringify({
    ucp: {
      version: release,
      ...(release === newest ? { supported_versions: supported } : {}),
      services: {
        [SERVICE]: [
          {
            version: release,
            spec: `${site}/specification/overview`,
            transport: "mcp",
            schema: `${site}/services/shopping/mcp.openrpc.json`,
            endpoint: `${baseUrl}/ucp/${release}/mcp`,
          },
        ],
      },
      capabilities: { [SEARCH]: capability("search"), [LOOKUP]: capability("lookup") },
      payment_handlers: {},
    },
  });
}

/** The newest release has the well-known address. */
export function profilePathOf(release: Release): string {
  return release === RELEASES[0] ? "/.well-known/ucp" : `/ucp/profiles/${release}.json`;
}
