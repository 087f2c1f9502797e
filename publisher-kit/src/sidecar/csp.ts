type Directives = ReadonlyMap<string, readonly string[]>;

/**
 * Which of a page's policies forbids an address, as the name of its directive; undefined if all
 * allow it. `policies`: the values of `Content-Security-Policy`, of headers and meta elements.
 *
 * **Source** CSP Level 3, 6.7.2: matching a URL against a source list.
 */
export function forbiddenBy(
  policies: readonly string[],
  directive: "connect-src" | "img-src",
  url: URL,
  page: URL,
): string | undefined {
  for (const policy of policies.flatMap((value) => value.split(","))) {
    const directives = directivesOf(policy);
    const name = directives.has(directive) ? directive : "default-src";
    const sources = directives.get(name);
    if (sources !== undefined && !sources.some((source) => allows(source, url, page))) return name;
  }
  return undefined;
}

/** The first directive of a name counts. */
function directivesOf(policy: string): Directives {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(";")) {
    const [name = "", ...sources] = part.trim().split(/\s+/);
    const key = name.toLowerCase();
    if (key !== "" && !directives.has(key)) directives.set(key, sources);
  }
  return directives;
}

function allows(source: string, url: URL, page: URL): boolean {
  const given = source.toLowerCase();
  if (given === "*") return /^https?:$/.test(url.protocol) || url.protocol === page.protocol;
  if (given === "'self'") return isSameHost(url, page);
  if (/^[a-z][a-z0-9+.-]*:$/.test(given)) return isScheme(url.protocol, given);
  const found = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(given);
  if (found === null) return false;
  const [, scheme = page.protocol, host = "", port] = found;
  return isScheme(url.protocol, scheme) && isHost(url.hostname, host) && isPort(url, port);
}

/** `http:` allows `https:` too. */
const isScheme = (protocol: string, given: string): boolean =>
  protocol === given || (given === "http:" && protocol === "https:");

const isSameHost = (url: URL, page: URL): boolean =>
  url.origin === page.origin || (url.host === page.host && isScheme(url.protocol, page.protocol));

const isHost = (host: string, given: string): boolean =>
  given.startsWith("*.") ? host.endsWith(given.slice(1)) : host === given;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

function isPort({ protocol, port }: URL, given: string | undefined): boolean {
  const own = port || DEFAULT_PORTS[protocol];
  return given === "*" || own === (given ?? DEFAULT_PORTS[protocol]);
}
