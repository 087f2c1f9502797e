import { type CatalogProduct, hasSameText } from "../product.ts";
import { Columns } from "./columns.ts";
import { createTermCollector, type TermCollector } from "./fields.ts";
import { createSlotFilter, type SlotFilter } from "./filter.ts";
import { closestOf, orderOf } from "./order.ts";
import type { Pace, ProductChange, SearchEngine, SearchPage, SearchRequest } from "./port.ts";
import { planQuery } from "./query-plan.ts";
import { Scoreboard } from "./score.ts";
import {
  createSegmentBuilder,
  mergeSegments,
  type Segment,
  type SegmentBuilder,
} from "./segment.ts";
import { wordsOf } from "./tokens.ts";
import { createTopList } from "./top.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** More pieces cost every search a look-up per word; fewer cost every change a merge. */
const SEGMENTS_MAX = 8;

/** Sorting more postings than these have would hold up the requests in between. */
const SEALED_CHANGES = 500;

/** Above this share of abandoned slots a fresh engine is smaller and faster. */
const WORN_SHARE = 0.3;
const WORN_SLOTS_MIN = 5_000;

/** What one prepared change will do when it is made visible. */
interface Staged {
  builder: SegmentBuilder;
  readonly segments: Segment[];
  readonly live: number[];
  readonly gone: number[];
  readonly inPlace: { slot: number; product: CatalogProduct }[];
  /** By how much the number of products that hold a term changes. */
  readonly counts: Map<number, number>;
}

/** All that the engine holds. */
interface Index {
  readonly vocabulary: Vocabulary;
  readonly columns: Columns;
  readonly collector: TermCollector;
  readonly scoreboard: Scoreboard;
  readonly slotByNumber: Map<number, number>;
  segments: readonly Segment[];
  liveCount: number;
}

/**
 * The default engine: BM25F over typed arrays inside the process. It needs no network to answer, so
 * a search costs well under a millisecond and goes on when everything else is down.
 *
 * **Source** chosen over seven other engines by measurement; see the decision on search.
 */
export function createMemoryEngine(): SearchEngine {
  const vocabulary = createVocabulary();
  const index: Index = {
    vocabulary,
    columns: new Columns(),
    collector: createTermCollector(vocabulary),
    scoreboard: new Scoreboard(),
    slotByNumber: new Map(),
    segments: [],
    liveCount: 0,
  };
  return {
    search: async (request) => search(index, request),
    async prepare(changes, pace) {
      const staged = newStaged();
      for (const [position, change] of changes.entries()) {
        stage(index, change, staged);
        if ((position + 1) % SEALED_CHANGES === 0) seal(index, staged);
        await pace();
      }
      seal(index, staged);
      return () => commit(index, staged);
    },
    settle: (pace) => settle(index, pace),
    size: () => index.liveCount,
    isWorn() {
      const abandoned = index.columns.slotCount - index.liveCount;
      return abandoned > WORN_SLOTS_MIN && abandoned > index.columns.slotCount * WORN_SHARE;
    },
  };
}

function search(index: Index, request: SearchRequest): SearchPage {
  const { columns } = index;
  const passes = createSlotFilter(columns, request.filters);
  const count = request.offset + request.count;
  const find = wordsOf(request.text).length === 0 ? browse : match;
  // One more than asked for tells whether there is a next page.
  const top = find(index, request, { passes, size: count + 1 });
  return {
    numbers: top.slice(request.offset, count).map((slot) => columns.numberOf(slot)),
    hasMore: top.length > count,
  };
}

interface Wanted {
  readonly passes: SlotFilter;
  readonly size: number;
}

/** Without words there is no relevance: what is most reduced goes first. */
function browse({ columns }: Index, request: SearchRequest, { passes, size }: Wanted): number[] {
  if (request.text.trim() !== "") return [];
  const top = createTopList(
    size,
    orderOf(request.sort, columns, () => 0),
  );
  for (let slot = 0; slot < columns.slotCount; slot += 1) {
    if (passes(slot)) top.offer(slot);
  }
  return top.take();
}

function match(index: Index, request: SearchRequest, { passes, size }: Wanted): number[] {
  const { columns, scoreboard, segments } = index;
  const plan = planQuery(request.text, index.vocabulary, index.liveCount);
  const matches = scoreboard.run(plan, { segments, passes, capacity: columns.capacity });
  const chosen = request.sort === "relevance" ? matches : closestOf(matches, scoreboard);
  const order = orderOf(request.sort, columns, (slot) => scoreboard.scoreOf(slot));
  const top = createTopList(size, order);
  for (const slot of chosen) top.offer(slot);
  return top.take();
}

function stage(index: Index, { before, after }: ProductChange, staged: Staged): void {
  const oldSlot = before === null ? undefined : index.slotByNumber.get(before.number);
  if (before !== null && after !== null && oldSlot !== undefined && hasSameText(before, after)) {
    staged.inPlace.push({ slot: oldSlot, product: after });
    return;
  }
  const count = (term: number, delta: 1 | -1) =>
    staged.counts.set(term, (staged.counts.get(term) ?? 0) + delta);
  if (before !== null && oldSlot !== undefined) {
    index.collector.collect(before, (term) => count(term, -1));
    staged.gone.push(oldSlot);
  }
  if (after === null) return;
  const slot = index.columns.reserve(after);
  index.collector.collect(after, (term, weight) => {
    count(term, 1);
    staged.builder.add(term, slot, weight);
  });
  staged.live.push(slot);
}

function seal(index: Index, staged: Staged): void {
  const segment = staged.builder.build(index.vocabulary.size());
  if (segment.terms.length > 0) staged.segments.push(segment);
  staged.builder = createSegmentBuilder();
}

function commit(index: Index, staged: Staged): void {
  const { columns, slotByNumber, vocabulary } = index;
  for (const slot of staged.gone) {
    columns.setLive(slot, false);
    slotByNumber.delete(columns.numberOf(slot));
  }
  for (const slot of staged.live) {
    columns.setLive(slot, true);
    slotByNumber.set(columns.numberOf(slot), slot);
  }
  for (const { slot, product } of staged.inPlace) columns.write(slot, product);
  for (const [term, delta] of staged.counts) vocabulary.addDocuments(term, delta);
  index.liveCount += staged.live.length - staged.gone.length;
  index.segments = [...index.segments, ...staged.segments];
}

async function settle(index: Index, pace: Pace): Promise<void> {
  const { segments, columns, vocabulary } = index;
  const tail = smallTail(segments);
  if (tail === 0) return;
  const kept = segments.slice(0, segments.length - tail);
  const merged = await mergeSegments(segments.slice(kept.length), {
    termCount: vocabulary.size(),
    isLive: (slot) => columns.isLive(slot),
    pace,
  });
  index.segments = [...kept, merged];
}

function newStaged(): Staged {
  return {
    builder: createSegmentBuilder(),
    segments: [],
    live: [],
    gone: [],
    inPlace: [],
    counts: new Map(),
  };
}

/**
 * How many of the last segments to merge: all that together are no small part of the one before
 * them, so that each posting is moved only a few times in its life.
 */
function smallTail(segments: readonly Segment[]): number {
  if (segments.length <= SEGMENTS_MAX) return 0;
  let tail = 0;
  let size = 0;
  for (const segment of segments.toReversed()) {
    if (tail >= 2 && segment.slots.length > size * 2) break;
    size += segment.slots.length;
    tail += 1;
  }
  return tail;
}
