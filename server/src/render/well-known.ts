import type { RenderedDocument } from "./documents.ts";

const TYPE = "text/plain; charset=utf-8";
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year; a server is restarted more often than that. */
const VALID_DAYS = 360;

export interface WellKnownOptions {
  readonly baseUrl: string;
  /** Where holes are reported: a `mailto:` or `https:` address. Default: our support page. */
  readonly securityContact: string | undefined;
  readonly now: Date;
}

/** What crawlers and finders of holes look for, by addresses that the whole web agrees on. */
export function renderWellKnown(options: WellKnownOptions): RenderedDocument[] {
  const document = (path: string, text: string): RenderedDocument => ({ path, type: TYPE, text });
  return [
    document("/robots.txt", robotsText(options.baseUrl)),
    document("/.well-known/security.txt", securityText(options)),
  ];
}

/** The descriptions may be indexed; links that count clicks, checkouts and the console may not. */
function robotsText(baseUrl: string): string {
  const closed = [
    "/api/agent",
    "/mcp",
    "/adcp/",
    "/ucp/",
    "/r/",
    "/checkout/",
    "/console",
    "/metrics",
    "/webhooks/",
  ];
  return `# What agents can do here: ${baseUrl}/llms.txt
User-agent: *
${closed.map((path) => `Disallow: ${path}\n`).join("")}Allow: /
`;
}

/** **Source** RFC 9116. Equal in all processes that start on the same day. */
function securityText({ baseUrl, securityContact, now }: WellKnownOptions): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString();
  const canonical = `${baseUrl}/.well-known/security.txt`;
  return [
    `Contact: ${securityContact ?? `${baseUrl}/docs`}`,
    `Expires: ${expires.replace(".000Z", "Z")}`,
    "Preferred-Languages: en",
    // RFC 9116 requires https; a server without it is a local one.
    ...(baseUrl.startsWith("https:") ? [`Canonical: ${canonical}`] : []),
    "",
  ].join("\n");
}
