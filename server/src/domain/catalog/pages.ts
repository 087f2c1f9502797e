import { createHash } from "node:crypto";
import { PRODUCT_PAGE_SIZE_MAX } from "../../contract/resources/product.ts";
import { type Cache, createBoundedMap } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import type { SearchPage, SearchRequest } from "./engine.ts";
import type { Generation } from "./generation.ts";

/**
 * Lists are numbered pages of the catalogue as it is now, and an import between two of them moves
 * products from one page to another. Products that any reader was shown on an earlier page in the
 * last two minutes are therefore left out of the later ones. The first page is never changed: it
 * always shows the present order.
 */
export interface PageMemory {
  search(generation: Generation, request: SearchRequest): Promise<RememberedPage>;
}

export interface RememberedPage extends SearchPage {
  /**
   * Resolves when other processes know the page. An answer waits for it: the next page may be
   * requested from another process at once.
   */
  readonly stored?: Promise<void> | undefined;
}

interface Shown {
  /** The revision it was true for. */
  readonly epoch: string;
  /** 0-based. */
  readonly page: number;
  readonly numbers: readonly number[];
  /** **Units** ms since 1970: processes compare it. */
  readonly atMs: number;
}

/** How long a reader may take from one page to the next. **Units** ms. */
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
  const lists = createBoundedMap<string, (Shown & Pick<RememberedPage, "stored">)[]>(LISTS_MAX);
  const shared = options.cache?.kind === "redis" ? createSharedPages(options.cache) : undefined;
  // A clock that was set back must not keep pages for longer.
  const isRecent = ({ atMs }: Shown) => Math.abs(nowMs() - atMs) < REMEMBERED_MS;

  const remember = (key: string, shown: Shown): Promise<void> | undefined => {
    const before = (lists.get(key) ?? []).filter(isRecent);
    const known = before.find((page) => isSame(page, shown));
    if (known !== undefined) return known.stored;
    const stored = shared?.add(key, shown);
    lists.set(key, [...before, { ...shown, stored }].slice(-PAGES_MAX));
    return stored;
  };

  return {
    async search(generation, request) {
      const page = Math.floor(request.offset / request.count);
      const key = keyOf(request);
      const others = page === 0 ? [] : ((await shared?.read(key)) ?? []);
      const shown = page === 0 ? [] : [...(lists.get(key) ?? []), ...others].filter(isRecent);
      // Read after the last wait: from here on the generation stands still.
      const epoch = String(generation.rev);
      const isMoved = shown.some((one) => one.epoch !== epoch && one.page < page);
      const found = await (isMoved
        ? searchAround(generation, request, { page, shown })
        : generation.engine.search(request));
      // A list longer than any page is only counted.
      const isWhole = !found.hasMore || request.count > PRODUCT_PAGE_SIZE_MAX;
      if (isWhole && page === 0) return found;
      const { numbers } = found;
      return { ...found, stored: remember(key, { epoch, page, numbers, atMs: nowMs() }) };
    },
  };
}

/** Fills page after page with what no earlier page has shown, now or lately. */
async function searchAround(
  { engine }: Generation,
  request: SearchRequest,
  { page, shown }: { page: number; shown: readonly Shown[] },
): Promise<SearchPage> {
  const shownCount = new Set(shown.flatMap(({ numbers }) => numbers)).size;
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

function freeFrom(shown: readonly Shown[], page: number): (number: number) => boolean {
  const before = new Set(shown.flatMap((one) => (one.page < page ? one.numbers : [])));
  return (number) => !before.has(number);
}

function createSharedPages(cache: Cache) {
  const nameOf = (key: string) =>
    `catalog:pages:${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;
  return {
    read: async (key: string) =>
      (await cache.list(nameOf(key))).map((text): Shown => JSON.parse(text)),
    add: (key: string, shown: Shown) =>
      cache.append(nameOf(key), JSON.stringify(shown), { max: PAGES_MAX, ttlMs: REMEMBERED_MS }),
  };
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
