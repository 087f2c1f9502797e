import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import type { Drive } from "./host.ts";

const ANSWER_TIMEOUT_MS = 30_000;
const TURN_TIMEOUT_MS = 5_000;
const LEAVE_AFTER_MS = 300;
const POLL_MS = 50;
/** Cards come when the stream of their answer ends, after the last word that is waited for. */
const STREAM_END_MS = 500;
const VIEWPORT = { width: 1280, height: 1000 };
/** A click redirect of the exchange. */
const CLICK = /\/r\/[\w-]{64}/;
const LABEL = /\b(?:Ad|Sponsored|Advertisement)\b/;
const NO_OFFER = "I have no offer for this.";

/** What a reader saw of one turn. */
export interface Seen {
  readonly cards: number;
  /** Whether the card that earns by its view is among them. */
  readonly isSold: boolean;
  readonly isCited: boolean;
}

const NOTHING: Seen = { cards: 0, isSold: false, isCited: false };

/** Somebody at the host: in a tab of Chromium, or at its HTTP route. */
export interface Reader {
  /** Throws for a card or citation without its label. */
  send(text: string): Promise<Seen>;
  /**
   * Sends and is gone before the answer has ended, or with a host that answers in one piece, as
   * soon as it has: whether that piece cites.
   */
  sendAndLeave(text: string): Promise<boolean>;
  /** What the page complained of. */
  complaints(): readonly string[];
}

export interface Readers {
  open(): Promise<Reader>;
  close(): Promise<void>;
}

export async function openReaders(browser: Browser, url: string, drive: Drive): Promise<Readers> {
  if (drive.shows === "text") {
    return { open: async () => textReader(url), close: () => Promise.resolve() };
  }
  // A view of a browser without a window counts as a program's.
  const userAgent = `Mozilla/5.0 (X11; Linux x64) Chrome/${browser.version()} Safari/537.36`;
  const context = await browser.newContext({ userAgent, viewport: VIEWPORT });
  return { open: () => pageReader(context, url, drive), close: () => context.close() };
}

function textReader(url: string): Reader {
  const ask = (text: string, signal: AbortSignal) =>
    fetch(`${url}/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text }),
      signal,
    });
  return {
    async send(text) {
      const response = await ask(text, AbortSignal.timeout(ANSWER_TIMEOUT_MS));
      const said = await response.text();
      if (!response.ok || said === "")
        throw new Error(`/chat answered ${response.status}: ${said}`);
      return { ...NOTHING, isCited: citesIn(said) };
    },
    async sendAndLeave(text) {
      const gone = new AbortController();
      const response = await ask(text, gone.signal);
      const first = await response.body?.getReader().read();
      gone.abort();
      return citesIn(new TextDecoder().decode(first?.value));
    },
    complaints: () => [],
  };
}

/** Whether an answer names its sponsor with a link; throws if the link has no label. */
function citesIn(said: string): boolean {
  if (said.includes("[[")) throw new Error(`A mark was shown: ${said}`);
  if (!CLICK.test(said)) return false;
  if (!LABEL.test(said)) throw new Error(`An offer has no label: ${said}`);
  return true;
}

async function pageReader(context: BrowserContext, url: string, drive: Drive): Promise<Reader> {
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on("pageerror", (error) => complaints.push(String(error)));
  tab.on("console", (line) => {
    const isAboutFiles = line.text().startsWith("Failed to load resource");
    if (line.type() === "error" && !isAboutFiles) complaints.push(line.text());
  });
  await tab.goto(url);
  const send = async (text: string) => {
    await tab.bringToFront();
    const box = tab.getByRole("textbox").first();
    await box.fill(text);
    const button = tab.getByRole("button", { name: /send/i });
    if ((await button.count()) > 0) await button.first().click();
    else await box.press("Enter");
  };
  // Once the page has taken over what its server has drawn.
  await tab.waitForLoadState("networkidle");
  return {
    async send(text) {
      if (drive.shows === "messages") return readMessage(tab, () => send(text));
      return readBox(tab, () => send(text));
    },
    async sendAndLeave(text) {
      await send(text);
      await tab.waitForTimeout(LEAVE_AFTER_MS);
      await tab.close();
      return false;
    },
    complaints: () => complaints,
  };
}

const boxesOf = (tab: Page) => tab.getByRole("complementary", { name: "Sponsored" });

/** A turn of the page's one box, whose request says whether it was filled. */
async function readBox(tab: Page, send: () => Promise<void>): Promise<Seen> {
  const isTurn = (one: Response) => one.url().endsWith("/offers/turn");
  // A server that needs more than a second for the session gets no turn.
  const answered = tab.waitForResponse(isTurn, { timeout: TURN_TIMEOUT_MS }).catch(() => undefined);
  await send();
  const body = (await (await answered)?.text().catch(() => "")) ?? "";
  const { status, cards = [] } = JSON.parse(body || "{}");
  if (status !== "filled") return NOTHING;
  const [{ clickUrl }] = cards;
  await boxesOf(tab).locator(`a[href="${clickUrl}"]`).first().waitFor();
  return viewCards(tab);
}

/** A turn of a chat in which each message has its box and its citations. */
async function readMessage(tab: Page, send: () => Promise<void>): Promise<Seen> {
  const countBoxes = () => boxesOf(tab).count();
  const countAnswers = async () =>
    (await tab.innerText("body")).split(/Take Northwind cpr|I have no offer for this\./).length;
  const [boxes, answers] = [await countBoxes(), await countAnswers()];
  await send();
  await poll(tab, async () => (await countAnswers()) > answers, "an answer");
  const said = (await tab.innerText("body")).trimEnd();
  const isCited = said.lastIndexOf("Take Northwind cpr") > said.lastIndexOf(NO_OFFER);
  if (isCited) await poll(tab, async () => (await countBoxes()) > boxes, "a box for the message");
  else await tab.waitForTimeout(STREAM_END_MS);
  if ((await countBoxes()) === boxes) return NOTHING;
  const seen = await viewCards(tab);
  if (!isCited) return seen;
  const linked = async () => citesIn(`${await tab.innerText("body")}${await linksOf(tab)}`);
  await poll(tab, linked, "a label with its link");
  return { ...seen, isCited };
}

const linksOf = async (tab: Page): Promise<string> =>
  (await tab.locator('a[href*="/r/"]').evaluateAll((links) => links.map(String))).join(" ");

/** The cards of the newest box, each with its label first; the sold one is scrolled into view. */
async function viewCards(tab: Page): Promise<Seen> {
  const cards = boxesOf(tab).last().getByRole("listitem");
  for (const card of await cards.all()) {
    const label = await card.locator("[part=disclosure]").innerText();
    const text = await card.innerText();
    if (!LABEL.test(label) || !text.startsWith(label))
      throw new Error(`A card has no label: ${text}`);
  }
  const sold = cards.filter({ hasText: "Northwind cpm" });
  const isSold = (await sold.count()) > 0;
  if (isSold) await sold.first().scrollIntoViewIfNeeded();
  return { ...NOTHING, cards: await cards.count(), isSold };
}

async function poll(tab: Page, holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + ANSWER_TIMEOUT_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) {
      throw new Error(`There is not ${what}:\n${await tab.innerText("body")}`);
    }
    await tab.waitForTimeout(POLL_MS);
  }
}
