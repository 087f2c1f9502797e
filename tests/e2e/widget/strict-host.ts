import { createServer } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { z } from "zod";

const turnSchema = z.object({ text: z.string() });
const citationsSchema = z.object({ turnId: z.string() });

export const NONCE = "bm9uY2U";

/** The policy of server/docs/contract.md: no style, one nonce for scripts, Trusted Types. */
export const STRICT_POLICY = [
  "default-src 'none'",
  `script-src 'nonce-${NONCE}'`,
  "style-src 'none'",
  "connect-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "report-uri /reports",
].join("; ");

export interface Page {
  readonly html: string;
  readonly policy?: string;
}

interface Answer {
  readonly status?: number;
  readonly body: string;
  readonly type?: string;
  readonly policy?: string;
  readonly afterMs?: number;
}

export interface StrictHost {
  readonly url: string;
  /** What is served, by name and by path; a test may add to it. */
  readonly files: Map<string, string>;
  readonly pages: Record<string, Page>;
  /** Paths that were asked for so far, without the query. */
  readonly asked: string[];
  /** Bodies of what browsers reported against the policy. */
  readonly reports: string[];
  /** Events that the widget reported. */
  readonly events: string[];
  /** What the turn route answers to a text; a string is sent as it is. */
  onTurn: (text: string) => { status?: number; body: unknown; afterMs?: number };
  close(): Promise<void>;
}

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">
<rect width="200" height="200" fill="#c8d6df"/><circle cx="100" cy="100" r="60" fill="#4a6b7c"/>
</svg>`;

function typeOf(path: string): string {
  return path.endsWith(".css") ? "text/css" : "text/javascript";
}

/**
 * A chat app's server: its pages with their policy, the widget's files, and the kit's routes, which
 * a test may let fail. Every answer cites every card of the turn that is named after its tokens.
 */
export async function serveStrictHost(
  files: Map<string, string>,
  pages: Record<string, Page>,
): Promise<StrictHost> {
  const asked: string[] = [];
  const reports: string[] = [];
  const events: string[] = [];
  const answers: Record<string, (body: string) => Answer> = {
    "/offers/turn": (body) => {
      const answer = host.onTurn(turnSchema.parse(JSON.parse(body)).text);
      const isText = typeof answer.body === "string";
      return { ...answer, body: isText ? `${answer.body}` : JSON.stringify(answer.body) };
    },
    "/offers/session": () => ({
      body: '{"token":"t","expiresAt":"2999-01-01T00:00:00Z"}',
    }),
    "/offers/citations": (body) => {
      const tokens = citationsSchema.parse(JSON.parse(body)).turnId.split(" ");
      const cited = tokens.map((cardToken) => ({ cardToken, kind: "rec" }));
      return { body: JSON.stringify({ status: "done", cited }) };
    },
    "/lost/session": () => ({ status: 503, body: "{}" }),
    "/odd/session": () => ({ body: '"' }),
    "/offers/events": (body) => {
      events.push(body);
      return { status: 202, body: "{}" };
    },
    "/reports": (body) => {
      reports.push(body);
      return { status: 204, body: "" };
    },
  };
  const find = (path: string, body: string): Answer => {
    const page = pages[path];
    const file = files.get(path.slice(1));
    if (page) return { body: page.html, type: "text/html; charset=utf-8", policy: page.policy };
    if (file !== undefined) return { body: file, type: typeOf(path) };
    if (path.startsWith("/picture")) return { body: PICTURE, type: "image/svg+xml" };
    return answers[path]?.(body) ?? { status: 404, body: "" };
  };
  const server = createServer(async (req, res) => {
    const path = new URL(req.url ?? "/", "http://host").pathname;
    asked.push(path);
    const answer = find(path, await textOf(req));
    res.setHeader("content-type", answer.type ?? "application/json");
    if (answer.policy) res.setHeader("content-security-policy", answer.policy);
    setTimeout(() => res.writeHead(answer.status ?? 200).end(answer.body), answer.afterMs ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  const host: StrictHost = {
    url: `http://127.0.0.1:${address.port}`,
    files,
    pages,
    asked,
    reports,
    events,
    onTurn: () => ({ body: { status: "no_fill", reason: "empty" } }),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return host;
}
