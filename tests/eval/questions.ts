import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

/** A turn, and the pattern that the title of each of the first three products must match. */
type Turn = [text: string, wanted: string];
interface Card {
  readonly kind: string;
  readonly title: string;
  readonly sponsor?: string;
  readonly price?: { readonly amount: number };
}

const FILE = new URL("./questions.jsonl", import.meta.url);
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SHOWN = 3;

/**
 * Asks a running demo the questions of an ordinary person, each conversation as a new visitor, and
 * the explorer the first question of each. Prints the question and the first three cards; `✗` marks
 * a card that is about something else, and a turn that should have been silent or was.
 */
export async function evaluateQuestions(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: { url: { type: "string", default: "http://127.0.0.1:8787" } },
  });
  const lines = (await readFile(FILE, "utf8")).trimEnd().split("\n");
  const wrong = { demo: 0, explore: 0 };
  let turns = 0;
  for (const line of lines) {
    const conversation: Turn[] = JSON.parse(line);
    const ask = await visit(values.url);
    for (const [text, wanted] of conversation) {
      turns += 1;
      wrong.demo += Number(!print(text, wanted, await ask(text)));
    }
    const [text = "", wanted = ""] = conversation[0] ?? [];
    // The explorer is a search: it answers whoever asks.
    if (wanted !== "") {
      const isRight = print(`  explore: ${text}`, wanted, await explore(values.url, text));
      wrong.explore += Number(!isRight);
    }
  }
  const found = `${turns - wrong.demo} of ${turns} turns right`;
  process.stdout.write(`\n${found}; ${wrong.explore} searches of the explorer wrong\n`);
  return wrong.demo + wrong.explore === 0 ? 0 : 1;
}

function print(text: string, wanted: string, cards: readonly Card[]): boolean {
  const shown = cards.slice(0, SHOWN);
  const isSilenceRight = wanted === "" ? cards.length === 0 : cards.length > 0;
  process.stdout.write(`${isSilenceRight ? " " : "✗"} ${text}\n`);
  const pattern = new RegExp(wanted || "^$", "i");
  const judged = shown.map((card) => {
    // A campaign names what it sells in its own words.
    const isRight = card.kind === "campaign" ? wanted !== "" : pattern.test(card.title);
    const name = card.kind === "campaign" ? `[${card.sponsor}] ${card.title}` : card.title;
    process.stdout.write(`    ${isRight ? " " : "✗"} ${priceOf(card)} ${name}\n`);
    return isRight;
  });
  return isSilenceRight && judged.every((isRight) => isRight);
}

const priceOf = ({ price }: Card): string => `${price?.amount.toFixed(2) ?? ""}`.padStart(8);

/** A new visitor of the demo; gives the cards beside each answer. */
async function visit(url: string): Promise<(text: string) => Promise<readonly Card[]>> {
  const headers = { "content-type": "application/json", "user-agent": BROWSER, origin: url };
  const page = await fetch(`${url}/demo`, { headers });
  const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  return async (text) => {
    const body = JSON.stringify({ text });
    const options = { method: "POST", headers: { ...headers, cookie }, body };
    const said = await (await fetch(`${url}/demo/chat`, options)).text();
    const offers = said
      .trimEnd()
      .split("\n")
      .map((line): { type: string; cards?: Card[] } => JSON.parse(line))
      .find(({ type }) => type === "offers");
    return offers?.cards ?? [];
  };
}

async function explore(url: string, text: string): Promise<readonly Card[]> {
  const q = encodeURIComponent(text);
  const found = await fetch(`${url}/api/public/shopfeed-products?q=${q}`);
  const { items = [] }: { items?: Omit<Card, "kind">[] } = await found.json();
  return items.map((item) => ({ ...item, kind: "product" }));
}
