/** Protocols of other agents; the operator says which are on. */
export const DIALECTS = ["adcp", "ucp"] as const;
export type Dialect = (typeof DIALECTS)[number];

interface DialectFacts {
  readonly protocol: string;
  readonly versions: readonly string[];
  readonly meaning: string;
  /** Where a client begins, and where it calls. */
  readonly discovery: string;
  readonly endpoint: string;
}

const FACTS: Readonly<Record<Dialect, DialectFacts>> = {
  adcp: {
    protocol: "AdCP",
    versions: ["3.0"],
    meaning: "A seller for buyer agents: products, media buys, creatives, delivery, events.",
    discovery: "/.well-known/adagents.json",
    endpoint: "/adcp/mcp",
  },
  ucp: {
    protocol: "UCP",
    versions: ["2026-08-25", "2026-04-08"],
    meaning: "The product catalogue for shopping agents, with tracked links and disclosures.",
    discovery: "/.well-known/ucp",
    endpoint: "/ucp/2026-08-25/mcp",
  },
};

export function dialectsOn(baseUrl: string, names: readonly Dialect[]): object[] {
  return names.map((name) => {
    const { discovery, endpoint, ...facts } = FACTS[name];
    return {
      name,
      ...facts,
      discovery: `${baseUrl}${discovery}`,
      endpoint: `${baseUrl}${endpoint}`,
    };
  });
}

/** What each protocol that is on serves, and where: a section of the texts for agents. */
export function otherProtocols(baseUrl: string, names: readonly Dialect[]): string {
  if (names.length === 0) return "";
  const lines = names.map((name) => {
    const { protocol, versions, meaning, discovery, endpoint } = FACTS[name];
    const address = `MCP at ${baseUrl}${endpoint}, discovery at ${baseUrl}${discovery}`;
    return `- Agents that speak ${protocol} ${versions.join(" or ")}: ${meaning} ${address}.\n`;
  });
  return `## Other protocols\n\n${lines.join("")}\n`;
}
