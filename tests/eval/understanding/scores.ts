import type { detectIntent } from "../../../publisher-kit/src/language/intent/index.ts";
import type { ChatTurn, formulateQuery } from "../../../publisher-kit/src/language/query/index.ts";
import type { CatalogProduct } from "../../../server/src/domain/catalog/product.ts";
import { createProductTyper, plainWords, type Vocabulary } from "../../../vocabulary/src/index.ts";
import { SHOWN, type Shelf } from "./shelf.ts";

type Patterns = Readonly<
  Partial<Record<"title" | "brand" | "category" | "description" | "color" | "text", string>>
>;

export interface SearchCase {
  readonly feed: string;
  readonly query: string;
  readonly want: Patterns;
  readonly avoid: Patterns;
}

export interface TypeCase {
  readonly feed: string;
  readonly id: string;
  readonly types: readonly string[];
  readonly accessory: boolean;
}

export interface ChatCase {
  readonly turns: readonly {
    readonly user: string;
    readonly assistant?: string;
    readonly shopping: boolean;
    readonly must: readonly string[];
    readonly mustNot: readonly string[];
    readonly minPrice?: number | null;
    readonly maxPrice?: number | null;
  }[];
}

export interface TurnCase {
  readonly text: string;
  readonly history?: readonly string[];
  readonly shopping?: boolean;
}

export interface PrivateCase extends TurnCase {
  readonly values: readonly string[];
}

/** Figures for people, and what went wrong. */
export interface Scores {
  readonly scores: readonly string[];
  readonly wrong: readonly string[];
}

export const share = (part: number, whole: number): string =>
  whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`;

/** Whether a product is what a search wants: every pattern of `want` fits, none of `avoid`. */
export function isRight(product: CatalogProduct, { want, avoid }: SearchCase): boolean {
  const fits = (patterns: Patterns) =>
    Object.entries(patterns).map(([field, source]) =>
      new RegExp(source, "iu").test(fieldOf(product, field)),
    );
  return fits(want).every(Boolean) && !fits(avoid).some(Boolean);
}

function fieldOf(product: CatalogProduct, field: string): string {
  const { title, brand, description, color } = product;
  const category = product.category.join(" > ");
  const fields: Record<string, string> = {
    title,
    brand: brand ?? "",
    category,
    description: description ?? "",
    color: color ?? "",
  };
  return fields[field] ?? [title, brand, category, description, color].join(" | ");
}

/** First result right, and right ones among the first three that could be. */
export async function scoreSearches(
  cases: readonly SearchCase[],
  shelves: ReadonlyMap<string, Shelf>,
): Promise<Scores> {
  let first = 0;
  let shown = 0;
  let possible = 0;
  const wrong: string[] = [];
  for (const one of cases) {
    const shelf = shelves.get(`feed-${one.feed}.jsonl.gz`);
    if (shelf === undefined) throw new Error(`No feed is called ${one.feed}.`);
    const found = await shelf.find(one.query);
    const right = found.map((product) => isRight(product, one));
    if (right[0] === true) first += 1;
    else wrong.push(`[${one.feed}] ${one.query} -> ${found[0]?.title.slice(0, 90) ?? "nothing"}`);
    shown += right.filter(Boolean).length;
    const there = shelf.products.filter((product) => isRight(product, one)).length;
    possible += Math.min(SHOWN, there);
  }
  const total = cases.length;
  return {
    scores: [`first right ${share(first, total)}`, `top three ${share(shown, possible)}`],
    wrong,
  };
}

/** How many queries over all feeds find nothing, which is right or wrong for all of them. */
export async function scoreEmpty(
  cases: readonly SearchCase[],
  shelves: ReadonlyMap<string, Shelf>,
  isRight: boolean,
): Promise<Scores> {
  let empty = 0;
  const wrong: string[] = [];
  for (const { query } of cases) {
    const [first] = (await shelves.get("all")?.find(query)) ?? [];
    if (first === undefined) empty += 1;
    if ((first === undefined) !== isRight) wrong.push(`${query} -> ${first?.title ?? "nothing"}`);
  }
  return { scores: [`${empty} of ${cases.length} empty`], wrong };
}

/**
 * How many products have the type that a person gave them, or a kind of it, and how many one that
 * has nothing to do with it. A wider type, or none, is neither.
 */
export function scoreTypes(
  cases: readonly TypeCase[],
  shelves: ReadonlyMap<string, Shelf>,
  vocabulary: Vocabulary,
): Scores {
  let right = 0;
  const wrong: string[] = [];
  const open: string[] = [];
  const typeOf = createProductTyper(vocabulary);
  for (const { feed, id, types } of cases) {
    const product = shelves.get(`feed-${feed}.jsonl.gz`)?.productOf(id);
    if (product === undefined) throw new Error(`No product of ${feed} has the id ${id}.`);
    const { type } = typeOf(product);
    const meant = types.flatMap(
      (name) => vocabulary.mentionsIn(plainWords(name)).at(-1)?.type ?? [],
    );
    const what = `${product.title.slice(0, 90)} -> ${type}, meant ${types.join(", ")}`;
    if (type !== null && meant.some((one) => vocabulary.isKindOf(type, one))) right += 1;
    else if (type === null || meant.some((one) => vocabulary.isKindOf(one, type))) open.push(what);
    else wrong.push(what);
  }
  const total = cases.length;
  return {
    scores: [`right ${share(right, total)}`, `wrong ${share(wrong.length, total)}`],
    wrong: [...wrong.map((what) => `wrong: ${what}`), ...open.map((what) => `open: ${what}`)],
  };
}

/** A turn of the reader with what an assistant read from it. */
interface ReadTurn {
  readonly turn: ChatCase["turns"][number];
  /** 0 for the first of a chat. */
  readonly place: number;
  readonly isShopping: boolean;
  readonly query: ReturnType<typeof formulateQuery>;
}

/** Follow-ups recognised with the right words, price bounds, silence in the other turns. */
export function scoreChats(
  cases: readonly ChatCase[],
  formulate: typeof formulateQuery,
  detect: typeof detectIntent,
): Scores {
  const read = cases.flatMap(({ turns }) => readChat(turns, formulate, detect));
  const shopping = read.filter(({ turn }) => turn.shopping);
  const follow = shopping.filter(({ place }) => place > 0);
  const bounded = shopping.filter(({ turn }) => turn.minPrice != null || turn.maxPrice != null);
  const other = read.filter(({ turn }) => !turn.shopping);
  const lost = follow.filter((one) => !one.isShopping || !hasWords(one));
  const unbound = bounded.filter((one) => !hasBounds(one));
  const loud = other.filter(({ isShopping }) => isShopping);
  const right = (wrong: readonly unknown[], all: readonly unknown[]) =>
    share(all.length - wrong.length, all.length);
  return {
    scores: [
      `follow-ups right ${right(lost, follow)}`,
      `bounds ${right(unbound, bounded)}`,
      `silent ${right(loud, other)}`,
    ],
    wrong: [
      ...lost.map(
        ({ turn, isShopping, query }) =>
          `${turn.user} -> ${isShopping ? "" : "(silent) "}${query.q}`,
      ),
      ...unbound.map(
        ({ turn, query }) => `bounds of: ${turn.user} -> ${query.minPrice} to ${query.maxPrice}`,
      ),
      ...loud.map(({ turn }) => `not silent: ${turn.user}`),
    ],
  };
}

function readChat(
  turns: ChatCase["turns"],
  formulate: typeof formulateQuery,
  detect: typeof detectIntent,
): ReadTurn[] {
  const previous: ChatTurn[] = [];
  return turns.map((turn, place) => {
    const isShopping = detect(turn.user, previous).shopping;
    const query = formulate(turn.user, previous);
    previous.push({ role: "user", text: turn.user });
    if (turn.assistant !== undefined) previous.push({ role: "assistant", text: turn.assistant });
    return { turn, place, isShopping, query };
  });
}

function hasWords({ turn, query }: ReadTurn): boolean {
  const has = (source: string) => new RegExp(source, "i").test(query.q);
  return turn.must.every(has) && !turn.mustNot.some(has);
}

function hasBounds({ turn, query }: ReadTurn): boolean {
  return (
    (query.minPrice ?? null) === (turn.minPrice ?? null) &&
    (query.maxPrice ?? null) === (turn.maxPrice ?? null)
  );
}

const talkOf = (history: readonly string[] = []) =>
  history.map((text) => ({ role: "user" as const, text }));

/** `sensitive`: the turns that got an ad; `harmless`: those blocked as sensitive. */
export function scoreTurns(
  cases: readonly TurnCase[],
  kind: string,
  detect: typeof detectIntent,
): Scores {
  const wrong: string[] = [];
  let missed = 0;
  let recognised = 0;
  for (const { text, history, shopping } of cases) {
    const found = detect(text, talkOf(history));
    if (found.sensitive) recognised += 1;
    const isWrong = kind === "sensitive" ? found.shopping : found.sensitive;
    if (isWrong) wrong.push(`${[...(history ?? []), text].join(" / ")} (${found.reasons})`);
    if (shopping === true && !found.sensitive && !found.shopping) missed += 1;
  }
  const name = kind === "sensitive" ? "with an ad" : "blocked";
  const scores = [`${name} ${share(wrong.length, cases.length)}`];
  // A turn without intent is silent, too: this says what the judgement of silence does alone.
  if (kind === "sensitive") scores.push(`recognised ${share(recognised, cases.length)}`);
  if (kind === "harmless") scores.push(`shopping missed ${missed}`);
  return { scores, wrong };
}

export function scorePrivate(
  cases: readonly PrivateCase[],
  formulate: typeof formulateQuery,
): Scores {
  const wrong: string[] = [];
  for (const { text, history, values } of cases) {
    const { q } = formulate(text, talkOf(history));
    const plain = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const leaked = values.filter((value) => plain(q).includes(plain(value)));
    if (leaked.length > 0) wrong.push(`${text} -> ${q}`);
  }
  return { scores: [`leaking ${wrong.length} of ${cases.length}`], wrong };
}
