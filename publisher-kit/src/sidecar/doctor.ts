import { createPublisherKit } from "@placard/publisher-kit";
import type { Card, KitEvent, PublisherKitOptions } from "@placard/publisher-kit/types";
import { type Check, type DoctorOptions, pageChecks } from "./doctor-page.ts";

/** Beyond it, times of reports and ends of sessions are wrong. */
const SKEW_MAX_MS = 60_000;
const CALL_MAX_MS = 10_000;

const ok = (name: string, text: string): Check => ({ name, state: "ok", text });
const change = (name: string, text: string): Check => ({ name, state: "change", text });
const skipped = (name: string, text: string): Check => ({ name, state: "skipped", text });

/**
 * Checks a publisher's set-up step by step: exchange, clock, key, placements, a turn, a click; and
 * of a page origin, turn, view and CSP. Nothing it does is billed. Never rejects.
 */
export async function* diagnose(options: DoctorOptions): AsyncGenerator<Check> {
  const exchange = await checkExchange(options);
  yield* exchange.checks;
  if (exchange.isReached) {
    const keyed = await checkKey(options);
    yield* keyed.checks;
    if (keyed.isAccepted) yield* checkTurn(options);
  }
  yield* pageChecks(options);
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = Object(cause);
  return String(code ?? message ?? cause);
};

async function checkExchange({ kit, now }: DoctorOptions) {
  const url = `${kit.baseUrl.replace(/\/+$/, "")}/api/public/info`;
  const failed = (text: string) => ({ isReached: false, checks: [change("exchange", text)] });
  try {
    const askedAtMs = now();
    const response = await fetch(url, { signal: AbortSignal.timeout(CALL_MAX_MS) });
    const localMs = (askedAtMs + now()) / 2;
    const { apiVersion } = Object(await response.json().catch(() => null));
    if (apiVersion === undefined) {
      const help = "Set PLACARD_URL to the public URL of the exchange.";
      return failed(`${url} answers ${response.status} and is no exchange. ${help}`);
    }
    const checks = [ok("exchange", `${kit.baseUrl} answers, version ${apiVersion}`)];
    return { isReached: true, checks: [...checks, clockOf(response, localMs)] };
  } catch (error) {
    const help = "Set PLACARD_URL, or allow this machine to connect to it.";
    return failed(`${url} cannot be reached (${reasonOf(error)}). ${help}`);
  }
}

function clockOf({ headers }: Response, localMs: number): Check {
  const skewMs = localMs - Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(skewMs)) return skipped("clock", "The exchange sends no time.");
  const words = `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs < 0 ? "behind" : "ahead of"}`;
  if (Math.abs(skewMs) <= SKEW_MAX_MS) return ok("clock", `${words} the exchange`);
  return change("clock", `${words} the exchange. Synchronize this machine's clock (NTP).`);
}

async function checkKey({ kit }: DoctorOptions) {
  const failed = (text: string) => ({ isAccepted: false, checks: [change("key", text)] });
  const help = 'Set PLACARD_KEY to a key that create_key { "scope": "report" } returned.';
  if (kit.apiKey === "") return failed(`There is no key. ${help}`);
  const args = { role: "publisher", status: "active", limit: 100 };
  try {
    const response = await fetch(`${kit.baseUrl.replace(/\/+$/, "")}/api/agent`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${kit.apiKey}` },
      body: JSON.stringify({ tool: "list_campaigns", arguments: args }),
      signal: AbortSignal.timeout(CALL_MAX_MS),
    });
    const body = Object(await response.json().catch(() => null));
    if (response.status === 401) {
      return failed(`The exchange does not accept this key, or it was revoked. ${help}`);
    }
    if (!response.ok) {
      const { code = "", message = "" } = Object(body.error);
      return failed(`The exchange answers ${response.status} ${code}: ${message}`);
    }
    const items: unknown[] = Array.isArray(body.items) ? body.items : [];
    return { isAccepted: true, checks: [ok("key", "accepted"), placementsOf(items, kit)] };
  } catch (error) {
    return failed(`The exchange does not answer with this key (${reasonOf(error)}).`);
  }
}

function placementsOf(items: readonly unknown[], { placements }: PublisherKitOptions): Check {
  const booked = new Set(items.map((item) => String(Object(item).placementId)));
  const missing = placements?.filter((id) => !booked.has(id)) ?? [];
  if (missing.length > 0) {
    const help = "Check `--placements`, or wait for a booking.";
    return change("placements", `No live campaign books ${missing.join(", ")}. ${help}`);
  }
  if (items.length > 0) {
    return ok("placements", `${items.length} live campaigns on ${booked.size} placements`);
  }
  return ok("placements", "no live campaign; turns show products only");
}

async function* checkTurn({ kit: given, text, now }: DoctorOptions): AsyncGenerator<Check> {
  const dropped: string[] = [];
  const onEvent = (event: KitEvent): void => {
    if (event.type === "card_dropped") dropped.push(event.reason);
  };
  const kit = createPublisherKit({ ...given, mode: "sidebar", onEvent, logger: {} });
  try {
    // The first turn of a process also compiles the rules of the language.
    await kit.turn({ text: "hello" });
    const startedAtMs = now();
    const turn = await kit.turn({ text });
    const took = `${Math.round(now() - startedAtMs)} ms`;
    if (turn.status === "filled") {
      yield ok("turn", `${turn.cards.length} cards in ${took}`);
      yield await checkClick(turn.cards);
    } else if (dropped.includes("bad_click_url")) {
      const help = "Set PLACARD_URL to the public URL of the exchange.";
      yield change("turn", `The links of the cards lead to another origin. ${help}`);
    } else {
      const help = "`--text` sets the message.";
      yield change("turn", `${turn} It took ${took}. ${help}`);
    }
  } finally {
    await kit.close({ drainMs: 0 });
  }
}

/** With HEAD the link redirects and counts nothing. */
async function checkClick([card]: readonly Card[]): Promise<Check> {
  if (card === undefined) return skipped("click", "The turn has no card.");
  try {
    const signal = AbortSignal.timeout(CALL_MAX_MS);
    const init = { method: "HEAD", redirect: "manual", signal } as const;
    const { status } = await fetch(card.clickUrl, init);
    if (status === 302) return ok("click", "the first card's link redirects");
    const help = "Let your proxy pass /r/ to the exchange.";
    return change("click", `${card.clickUrl} answers ${status} instead of 302. ${help}`);
  } catch (error) {
    return change("click", `${card.clickUrl} cannot be reached (${reasonOf(error)}).`);
  }
}
