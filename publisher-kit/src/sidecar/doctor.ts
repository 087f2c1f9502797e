import { createPublisherKit } from "@placard/publisher-kit";
import type { Card, KitEvent, PublisherKitOptions } from "@placard/publisher-kit/types";
import { type Check, type DoctorOptions, pageChecks, reasonOf } from "./doctor-page.ts";

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
  const keyed = exchange.isReached ? await checkKey(options) : undefined;
  if (keyed?.isAccepted) {
    yield* keyed.checks;
    yield* checkTurn(options);
    return yield* pageChecks(options);
  }
  if (keyed === undefined) yield* unmade("exchange", ["clock", "key"]);
  else yield* keyed.checks;
  const part = keyed === undefined ? "exchange" : "key";
  yield* unmade(part, ["placements", "turn", "click"]);
  if (options.page !== undefined) yield* pageChecks(options);
  else yield* unmade(part, ["origin", "csp", "view"]);
}

const unmade = (part: string, names: readonly string[]): Check[] =>
  names.map((name) => skipped(name, `It needs the ${part}. Change that first.`));

async function checkExchange({ kit, now }: DoctorOptions) {
  const url = `${kit.baseUrl.replace(/\/+$/, "")}/api/public/info`;
  const failed = (text: string) => ({ isReached: false, checks: [change("exchange", text)] });
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    const wanted = "the URL of the exchange, such as https://ads.example.com";
    return failed(`PLACARD_URL must be ${wanted}; got "${kit.baseUrl}".`);
  }
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
    const { status, body } = await callTool(kit, "list_campaigns", args);
    if (status === 401) {
      return failed(`The exchange does not accept this key, or it was revoked. ${help}`);
    }
    if (status !== 200) {
      const { code = "", message = "" } = Object(body.error);
      return failed(`The exchange answers ${status} ${code}: ${message}`);
    }
    const { role, key: known } = (await callTool(kit, "whoami", {})).body;
    if (role === "advertiser") {
      return failed(`This key belongs to an advertiser, who has no placements. ${help}`);
    }
    const { scope } = Object(known);
    const wrong = change("key", `The scope of this key is "${scope}", not "report". ${help}`);
    const items: unknown[] = Array.isArray(body.items) ? body.items : [];
    const isWrong = scope !== undefined && scope !== "report";
    const key = isWrong ? wrong : ok("key", "accepted");
    return { isAccepted: true, checks: [key, placementsOf(items, kit)] };
  } catch (error) {
    return failed(`The exchange does not answer with this key (${reasonOf(error)}).`);
  }
}

async function callTool(kit: PublisherKitOptions, tool: string, args: object) {
  const response = await fetch(`${kit.baseUrl.replace(/\/+$/, "")}/api/agent`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${kit.apiKey}` },
    body: JSON.stringify({ tool, arguments: args }),
    signal: AbortSignal.timeout(CALL_MAX_MS),
  });
  return { status: response.status, body: Object(await response.json().catch(() => null)) };
}

const counted = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? "" : "s"}`;

function placementsOf(items: readonly unknown[], { placements }: PublisherKitOptions): Check {
  const booked = new Set(items.map((item) => String(Object(item).placementId)));
  const missing = placements?.filter((id) => !booked.has(id)) ?? [];
  if (missing.length > 0) {
    const help = "Check `--placements`, or wait for a booking.";
    return change("placements", `No live campaign books ${missing.join(", ")}. ${help}`);
  }
  if (items.length > 0) {
    const campaigns = counted(items.length, "live campaign");
    return ok("placements", `${campaigns} on ${counted(booked.size, "placement")}`);
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
      yield ok("turn", `${counted(turn.cards.length, "card")} in ${took}`);
      return yield await checkClick(turn.cards);
    }
    if (dropped.includes("bad_click_url")) {
      const help = "Set PLACARD_URL to the public URL of the exchange.";
      yield change("turn", `The links of the cards lead to another origin. ${help}`);
    } else {
      const help = "`--text` sets the message.";
      yield change("turn", `${turn} It took ${took}. ${help}`);
    }
    yield* unmade("turn", ["click"]);
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
