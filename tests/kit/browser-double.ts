import { createPublisherKit } from "@placard/publisher-kit";
import type { Card, KitEvent, PublisherKitOptions } from "@placard/publisher-kit/types";
import { campaign, delivery, startExchange } from "./exchange-double.ts";

const ORIGIN = "https://chat.example";
export const ASK = "I'm looking for trail running boots";
export const SECRET = "a secret of at least sixteen";

type Double = Awaited<ReturnType<typeof startExchange>>;
export type Send = (
  route: string,
  body: unknown,
  headers?: Record<string, string>,
  method?: string,
) => Promise<{ status: number; body: Record<string, unknown>; headers: Headers }>;

export async function cpmExchange() {
  const exchange = await startExchange({
    list_campaigns: () => ({ body: { items: [campaign(1, "cpm")], nextCursor: null } }),
  });
  exchange.handlers.deliver_ad = (call) => ({
    body: delivery(exchange.baseUrl, { campaignId: String(call.args.campaignId), unit: "cpm" }),
  });
  return exchange;
}

export function kitFor(exchange: Double, options: Partial<PublisherKitOptions> = {}) {
  const events: KitEvent[] = [];
  const kit = createPublisherKit({
    baseUrl: exchange.baseUrl,
    apiKey: "rk_live_test_key_of_the_publisher",
    sessionSecret: SECRET,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { kit, events };
}

export function sendThrough(handler: (request: Request) => Promise<Response>): Send {
  return async (route, body, headers = {}, method = "POST") => {
    const response = await handler(
      new Request(`${ORIGIN}/offers/${route}`, {
        method,
        headers: { origin: ORIGIN, "content-type": "application/json", ...headers },
        ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const parsed = text === "" ? {} : JSON.parse(text);
    return { status: response.status, body: parsed, headers: response.headers };
  };
}

export async function openSession(send: Send): Promise<string> {
  const { body } = await send("session", {});
  return String(body.token);
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export async function showTurn(send: Send, token: string, consent = {}) {
  const { body } = await send("turn", { text: ASK, consent }, bearer(token));
  const cards: Card[] = Array.isArray(body.cards) ? body.cards : [];
  const [card] = cards.filter(({ kind }) => kind === "campaign");
  return { turnId: String(body.turnId), cards, cardToken: card?.cardToken ?? "" };
}

export const reported = (exchange: Double): Record<string, unknown>[] =>
  exchange
    .callsOf("report_events")
    .flatMap(({ args }) => (Array.isArray(args.events) ? args.events : []));
