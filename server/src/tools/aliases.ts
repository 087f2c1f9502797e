/** A tool's former name, under which it still answers for six months. */
export interface ToolAlias {
  readonly name: string;
  readonly deprecatedAt: Date;
  readonly sunsetAt: Date;
}

/**
 * Former names of tools. A renamed tool gets its line here; lists show only the present name.
 *
 * **Source** server/docs/contract.md, versions.
 */
const ALIASES: ReadonlyMap<string, ToolAlias> = new Map([
  [
    "search_offers",
    {
      name: "search_affiliate_offers",
      deprecatedAt: new Date("2026-11-21T00:00:00Z"),
      sunsetAt: new Date("2027-05-21T00:00:00Z"),
    },
  ],
]);

/** What a former name stands for; nothing once its time is over, or for any other name. */
export function aliasOf(name: string, now: Date): ToolAlias | undefined {
  const alias = ALIASES.get(name);
  return alias !== undefined && now < alias.sunsetAt ? alias : undefined;
}

/** What a name was changed to, also long ago: for advice. */
export function renamedTo(name: string): string | undefined {
  return ALIASES.get(name)?.name;
}

/** **Source** RFC 9745 (a structured date, in seconds) and RFC 8594 (an HTTP date). */
export function deprecationHeaders(alias: ToolAlias): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Math.floor(alias.deprecatedAt.getTime() / 1000)}`,
    Sunset: alias.sunsetAt.toUTCString(),
  };
}
