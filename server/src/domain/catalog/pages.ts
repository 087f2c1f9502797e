import { createHash } from "node:crypto";
import { createBoundedMap } from "../../core/bounded-map.ts";
import type { Cache } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import type { SearchPage, SearchRequest } from "./engine.ts";
import type { Generation } from "./generation.ts";

/**
 * Lists are numbered pages of whatever the catalogue is now, and an import between two of them
 * moves products from one page to another. What was shown on an earlier page lately is therefore
 * left out of the later ones, whoever it was shown to, since a reader has no name here. The first
 * page is never touched: it is always what is true now.
 */
export interface PageMemory {
  search(generation: Generation, request: SearchRequest): Promise<SearchPage>;
}

/** One page that was given. */
interface Shown {
  /** The revision it was true for. */
  readonly epoch: string;
  /** 0-based. */
  readonly page: number;
  readonly numbers: readonly number[];
  /** **Units** ms since 1970: processes compare it. */
  readonly atMs: number;
}

/** How long a reader may take from one page to the next. */
const REMEMBERED_MS = 120_000;
const LISTS_MAX = 5_000;
/** Of one list, over all its readers and the imports they saw. */
const PAGES_MAX = 96;

export function createPageMemory(options: {
  readonly clock: Clock;
  /** Shared by processes: the next page may be asked of another one. */
  readonly cache?: Cache | undefined;
}): PageMemory {
  const nowMs = () => options.clock.now().getTime();
  const lists = createBoundedMap<string, Shown[]>(LISTS_MAX);
  const shared = options.cache?.kind === "redis" ? createSharedPages(options.cache) : undefined;

  const recalled = (key: string): Shown[] =>
    (lists.get(key) ?? []).filter(({ atMs }) => atMs > nowMs() - REMEMBERED_MS);

  const remember = (key: string, shown: Shown): void => {
    const before = recalled(key);
    const isKnown = before.some((page) => isSame(page, shown));
    lists.set(key, isKnown ? before : [...before, shown].slice(-PAGES_MAX));
    if (!isKnown) void shared?.add(key, shown);
  };

  return {
    async search(generation, request) {
      const page = Math.floor(request.offset / request.count);
      const key = keyOf(request);
      const others = page === 0 ? [] : ((await shared?.read(key)) ?? []);
      const shown = page === 0 ? [] : merged(recalled(key), others, nowMs());
      // Read after the last wait: from here on the generation stands still.
      const epoch = String(generation.rev);
      const isMoved = shown.some((one) => one.epoch !== epoch && one.page < page);
      const found = await (isMoved
        ? searchAround(generation, request, { page, shown })
        : generation.engine.search(request));
      const { numbers } = found;
      if (found.hasMore || page > 0) remember(key, { epoch, page, numbers, atMs: nowMs() });
      return found;
    },
  };
}

/** Fills page after page with what no earlier page has shown, now or lately. */
async function searchAround(
  { engine }: Generation,
  request: SearchRequest,
  { page, shown }: { page: number; shown: readonly Shown[] },
): Promise<SearchPage> {
  const shownCount = shown.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const count = request.offset + request.count + shownCount + 1;
  const found = await engine.search({ ...request, offset: 0, count });
  let rest = found.numbers;
  let numbers: readonly number[] = [];
  for (let at = 0; at <= page; at += 1) {
    const isFree = freeFrom(shown, at);
    numbers = rest.filter(isFree).slice(0, request.count);
    const taken = new Set(numbers);
    rest = rest.filter((number) => !taken.has(number));
  }
  return { numbers, hasMore: found.hasMore || rest.some(freeFrom(shown, page + 1)) };
}

/** Whether a product was shown on none of the pages before one. */
function freeFrom(shown: readonly Shown[], page: number): (number: number) => boolean {
  const before = new Set(shown.flatMap((one) => (one.page < page ? one.numbers : [])));
  return (number) => !before.has(number);
}

interface SharedPages {
  read(key: string): Promise<Shown[]>;
  add(key: string, shown: Shown): Promise<void>;
}

function createSharedPages(cache: Cache): SharedPages {
  const nameOf = (key: string) =>
    `catalog:pages:${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;
  return {
    read: async (key) => (await cache.list(nameOf(key))).flatMap(parseShown),
    add: (key, shown) =>
      cache.append(nameOf(key), JSON.stringify(shown), { max: PAGES_MAX, ttlMs: REMEMBERED_MS }),
  };
}

function merged(left: readonly Shown[], right: readonly Shown[], nowMs: number): Shown[] {
  const added = right.filter((shown) => !left.some((known) => isSame(known, shown)));
  const both = [...left, ...added].filter(({ atMs }) => atMs > nowMs - REMEMBERED_MS);
  return both.slice(-PAGES_MAX);
}

function isSame(left: Shown, right: Shown): boolean {
  return (
    left.epoch === right.epoch &&
    left.page === right.page &&
    left.numbers.length === right.numbers.length &&
    left.numbers.every((number, index) => number === right.numbers[index])
  );
}

function keyOf({ offset: _offset, ...list }: SearchRequest): string {
  return JSON.stringify(list);
}

function parseShown(text: string): Shown[] {
  try {
    const value: unknown = JSON.parse(text);
    return isShown(value) ? [value] : [];
  } catch {
    // Not worth failing a search: at worst a page repeats a product.
    return [];
  }
}

function isShown(value: unknown): value is Shown {
  if (typeof value !== "object" || value === null) return false;
  if (!("epoch" in value && "page" in value && "numbers" in value && "atMs" in value)) return false;
  const { epoch, page, numbers, atMs } = value;
  return (
    typeof epoch === "string" &&
    typeof page === "number" &&
    typeof atMs === "number" &&
    Array.isArray(numbers)
  );
}
