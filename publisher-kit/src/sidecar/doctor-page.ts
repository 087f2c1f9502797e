import { createPublisherKit } from "@placard/publisher-kit";
import { createFetchHandler } from "@placard/publisher-kit/fetch";
import type { Card, PublisherKitOptions } from "@placard/publisher-kit/types";
import { forbiddenBy } from "./csp.ts";

const CALL_MAX_MS = 30_000;
const HOME = "http://localhost/";

export type Check = {
  name: string;
  /** `change`: something has to be changed, and `text` says what. */
  state: "ok" | "change" | "skipped";
  text: string;
};

export type DoctorOptions = {
  kit: PublisherKitOptions;
  /** The message of the turn. */
  text: string;
  /** The page with the widget, and the `endpoint` that the widget gets. */
  page?: { url: string; endpoint: string } | undefined;
  /** Epoch milliseconds. */
  now: () => number;
};

type Handle = (request: Request) => Promise<Response>;
/** The widget's routes: `send` posts to one of them as a browser does. */
type Routes = {
  endpoint: URL;
  send(route: string, body: unknown, token?: string): Promise<{ status: number; body: Fields }>;
};
type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks the widget's routes: those of a page where one is given, with its origin and CSP, else
 * those of a kit in test mode. Nothing of it is billed.
 */
export async function* pageChecks(options: DoctorOptions): AsyncGenerator<Check> {
  const { page, text, now } = options;
  if (page === undefined) {
    const skip = "Give the page with `--page https://…` to check it.";
    yield { name: "origin", state: "skipped", text: skip };
    yield { name: "csp", state: "skipped", text: skip };
    const kit = createPublisherKit({ baseUrl: HOME, apiKey: "doctor", test: true });
    const handle = createFetchHandler(kit);
    yield* checkView(routesAt(new URL("/offers", HOME), new URL(HOME), handle), { text, now });
    await kit.close({ drainMs: 0 });
    return;
  }
  const url = new URL(page.url);
  const endpoint = new URL(page.endpoint, url);
  const handle: Handle = (request) => fetch(request, { signal: AbortSignal.timeout(CALL_MAX_MS) });
  const routes = routesAt(endpoint, url, handle);
  try {
    const policies = await policiesOf(url);
    const cards = yield* checkView(routes, { text, now, origin: url.origin });
    yield checkPolicy({ policies, page: url, endpoint }, cards);
  } catch (error) {
    yield { name: "page", state: "change", text: reasonOf(error) };
  }
}

/** The code of what went wrong below, such as ECONNREFUSED, else its words. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = Object(cause);
  return String(code ?? message ?? cause);
}

function routesAt(endpoint: URL, page: URL, handle: Handle): Routes {
  return {
    endpoint,
    async send(route, body, token) {
      const headers = {
        "content-type": "application/json",
        origin: page.origin,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const url = `${String(endpoint).replace(/\/+$/, "")}/${route}`;
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await handle(new Request(url, init)).catch((error: unknown) => {
        const help = "Look for its error in the log of your server.";
        throw new Error(`POST ${url} gets no answer (${reasonOf(error)}). ${help}`);
      });
      return { status: response.status, body: Object(await response.json().catch(() => null)) };
    },
  };
}

type Viewing = { text: string; now: () => number; origin?: string };

/** A session, a turn and an event of its first card. **Shape** the turn's cards. */
async function* checkView(routes: Routes, viewing: Viewing): AsyncGenerator<Check, Card[]> {
  const { endpoint, send } = routes;
  const { text, origin } = viewing;
  const session = await send("session", {});
  const { token } = session.body;
  if (session.status !== 200 || typeof token !== "string") {
    yield { name: "origin", state: "change", text: refusal(endpoint, "session", session, origin) };
    return [];
  }
  if (origin !== undefined) yield { name: "origin", state: "ok", text: `${origin} is accepted` };
  const turn = await send("turn", { text }, token);
  const cards: Card[] = Array.isArray(turn.body.cards) ? turn.body.cards : [];
  const [card] = cards;
  if (card === undefined) {
    const { reason } = turn.body;
    const failed = turn.status !== 200;
    const words = failed ? refusal(endpoint, "turn", turn, origin) : `no_fill ${reason}`;
    yield { name: "view", state: failed ? "change" : "skipped", text: words };
    return [];
  }
  yield await checkEvent(routes, { token, card, turnId: turn.body.turnId, ...viewing });
  return cards;
}

type Event = Viewing & { token: string; card: Card; turnId: unknown };

async function checkEvent(
  { endpoint, send }: Routes,
  { token, card, turnId, now, origin }: Event,
): Promise<Check> {
  // A view of a booked card would be billed; "why" takes the same way and costs nothing.
  const type = card.kind === "product" ? "viewable" : "why";
  const { cardToken } = card;
  const event = { id: `doctor-${now()}`, type, cardToken, turnId, at: now() };
  const taken = await send("events", { token, events: [event] });
  if (taken.status !== 202) {
    return { name: "view", state: "change", text: refusal(endpoint, "events", taken, origin) };
  }
  if (taken.body.accepted === 1) {
    return { name: "view", state: "ok", text: "an event of the first card is accepted" };
  }
  const help = "Give the processes of your server one `sessionSecret`, or one key.";
  return { name: "view", state: "change", text: `The event was rejected. ${help}` };
}

function refusal(
  endpoint: URL,
  route: string,
  { status, body }: { status: number; body: Fields },
  origin = "",
): string {
  const { code = "", message = "" } = Object(body.error);
  const said = `${endpoint}/${route} answers ${status} ${code}`.trim();
  if (code === "origin_refused") return `${said}. Add "${origin}" to the adapter's \`origins\`.`;
  // A page for every path answers 200.
  if (status === 404 || status === 200)
    return `${said}. Mount the adapter there, or set \`--endpoint\`.`;
  return `${said}. ${message}`.trim();
}

const META = /<meta[^>]+http-equiv=["']?content-security-policy["']?[^>]*>/gi;

async function policiesOf(page: URL): Promise<string[]> {
  try {
    const response = await fetch(page, { signal: AbortSignal.timeout(CALL_MAX_MS) });
    const metas = (await response.text()).match(META) ?? [];
    const inMetas = metas.flatMap((meta) => /content="([^"]*)"/i.exec(meta)?.[1] ?? []);
    const policies = [response.headers.get("content-security-policy") ?? "", ...inMetas];
    return policies.filter((policy) => policy !== "");
  } catch (error) {
    throw new Error(`${page} cannot be read (${reasonOf(error)}).`);
  }
}

type Policed = { policies: readonly string[]; page: URL; endpoint: URL };

function checkPolicy({ policies: given, page, endpoint }: Policed, cards: readonly Card[]): Check {
  if (given.length === 0) return { name: "csp", state: "ok", text: "the page has no policy" };
  const blocked = forbiddenBy(given, "connect-src", endpoint, page);
  if (blocked !== undefined) {
    const text = `\`${blocked}\` forbids ${endpoint.origin}. Add it to \`connect-src\`.`;
    return { name: "csp", state: "change", text };
  }
  for (const { image } of cards) {
    const url = image && new URL(image.url, page);
    const name = url && forbiddenBy(given, "img-src", url, page);
    if (url === undefined || name === undefined) continue;
    const help = 'Set `images: "proxy"` of the adapter, or add it to `img-src`.';
    return { name: "csp", state: "change", text: `\`${name}\` forbids ${url.origin}. ${help}` };
  }
  return { name: "csp", state: "ok", text: "allows the routes and the images of the cards" };
}
