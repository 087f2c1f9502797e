import type { Card, TurnResponse } from "@placard/publisher-kit/types";
import pg from "pg";
import { uuidFromId } from "../../../server/src/contract/ids.ts";
import type { SoakMarket, SoakUnit } from "../soak/market.ts";

export const THINGS = ["boots", "a tent", "a kettle", "a lamp", "a backpack"] as const;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** What readers of an app saw: views that were accepted and reports of answers. */
export type Seen = {
  requests: number;
  filled: number;
  views: number;
  /** Reports of answers: offers in a context and labels. */
  answers: number;
  labels: number;
};

/**
 * A reader of an app in a browser: turns of the widget whose cards are seen, and answers of the
 * chat. `number` makes the questions of readers differ.
 */
export function openReader(url: string, number: number) {
  const seen: Seen = { requests: 0, filled: 0, views: 0, answers: 0, labels: 0 };
  let token = "";
  let turns = 0;

  async function send(route: string, body: object, bearer = ""): Promise<Response> {
    seen.requests += 1;
    const response = await fetch(`${url}${route}`, {
      method: "POST",
      headers: {
        origin: new URL(url).origin,
        "content-type": "application/json",
        "user-agent": FIREFOX,
        ...(bearer !== "" && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return response;
  }

  const ask = (): string => {
    turns += 1;
    const thing = THINGS[(number + turns) % THINGS.length];
    return `I'm looking for ${thing} for hiking, about ${10 * number + turns} dollars`;
  };

  return {
    seen,
    /** A turn of the widget, whose cards the reader sees. **Shape** the cards. */
    async look(text = ask()): Promise<readonly Card[]> {
      if (token === "") ({ token } = await (await send("/offers/session", {})).json());
      const turn: TurnResponse = await (await send("/offers/turn", { text }, token)).json();
      if (turn.status !== "filled") return [];
      seen.filled += 1;
      const { turnId, cards } = turn;
      const events = cards.map(({ cardToken }, at) => {
        return { id: `${turnId}-${at}`, type: "viewable", cardToken, turnId, at: Date.now() };
      });
      const { accepted } = await (await send("/offers/events", { token, events })).json();
      if (accepted !== cards.length) throw new Error(`${accepted} of ${cards.length} views`);
      seen.views += cards.filter(({ title }) => title.startsWith("Northwind cpm")).length;
      return cards;
    },
    /** Where pictures of a turn come from with `images: "proxy"`. **Shape** one origin for each. */
    async pictures(): Promise<string[]> {
      const session = await (await send("/proxied/session", {})).json();
      const turn = await (await send("/proxied/turn", { text: ask() }, session.token)).json();
      const cards: readonly Card[] = turn.cards ?? [];
      return cards.flatMap(({ image }) => (image === undefined ? [] : new URL(image.url).origin));
    },
    /** An answer of the chat, read to its end. **Shape** its text. */
    async chat(): Promise<string> {
      const said = await (await send("/chat", { text: ask() })).text();
      const [answer = "", queued = "0"] = said.split("\n");
      seen.answers = Number(queued);
      if (answer.includes("(http")) seen.labels += 1;
      return answer;
    },
  };
}

/** The events of a market at the exchange, by unit; each is counted there once. */
export async function eventsOf(
  databaseUrl: string,
  market: SoakMarket,
): Promise<Record<SoakUnit, number>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const counts: Record<SoakUnit, number> = { cpm: 0, cpia: 0, cpr: 0 };
    for (const { campaignId, unit } of market.campaigns) {
      const { rows } = await client.query<{ events: string; counted: string }>(
        `select count(distinct id) as events, coalesce(sum(counted), 0) as counted
          from event where campaign_id = $1`,
        [uuidFromId(campaignId)],
      );
      const { events, counted } = rows[0] ?? { events: "-1", counted: "-2" };
      if (events !== counted) throw new Error(`${unit}: ${events} events, ${counted} counted`);
      counts[unit] = Number(events);
    }
    return counts;
  } finally {
    await client.end();
  }
}
