import type { ProductChange, SearchEngine, SearchPage, SearchRequest } from "../engine.ts";
import { type CatalogProduct, hasSameText } from "../product.ts";
import { planQuery } from "../query/plan.ts";
import { respellQuery } from "../query/respell.ts";
import { ABSENT, NumberMap } from "../snapshot/number-map.ts";
import type { Pace, Parts, PartsWriter } from "../snapshot/parts.ts";
import {
  addTo,
  DISCOUNT_STEPS,
  emptyTally,
  perFacet,
  priceKeyOf,
  type Tallied,
  type Tally,
} from "../tally.ts";
import { typeOfProduct } from "../types.ts";
import { Columns, NOBODY } from "./columns.ts";
import { type Exclusion, exclusionOf } from "./exclusion.ts";
import { Families } from "./family.ts";
import { createTermCollector, type Fields, type TermCollector } from "./fields.ts";
import { createSlotFilter, type SlotFilter } from "./filter.ts";
import { CLOSE_COVERAGE, closestOf, orderOf, soldOutLast } from "./order.ts";
import { type Judge, Scoreboard } from "./scoreboard.ts";
import {
  createSegmentBuilder,
  mergeSegments,
  openSegment,
  packSegment,
  type Segment,
  type SegmentBuilder,
} from "./segment.ts";
import type { Keep } from "./skip.ts";
import { rankedCountFor, type SpreadFacts, spread } from "./spread.ts";
import { wordsOf } from "./tokens.ts";
import { createTopList, type TopList } from "./top.ts";
import { FITTING, TypeColumn } from "./type-column.ts";
import { Vocabulary } from "./vocabulary.ts";

/** More pieces cost every search a look-up per word; fewer cost every change a merge. */
const SEGMENTS_MAX = 8;

/** Sorting more postings than these have would hold up the requests in between. */
const SEALED_CHANGES = 500;

/** Above this share of abandoned slots a fresh engine is smaller and faster. */
const WORN_SHARE = 0.3;
const WORN_SLOTS_MIN = 5_000;

interface Measured {
  readonly fields?: Fields | undefined;
  readonly judge?: Judge;
}

interface Staged {
  builder: SegmentBuilder;
  readonly segments: Segment[];
  readonly live: number[];
  readonly gone: number[];
  readonly inPlace: { slot: number; product: CatalogProduct }[];
  /** By how much the number of products that hold a term changes. */
  readonly counts: Map<number, number>;
}

interface Index {
  readonly vocabulary: Vocabulary;
  readonly columns: Columns;
  readonly families: Families;
  readonly types: TypeColumn;
  readonly collector: TermCollector;
  readonly scoreboard: Scoreboard;
  readonly slotByNumber: NumberMap;
  segments: readonly Segment[];
  liveCount: number;
}

/**
 * The default engine: BM25F over typed arrays inside the process. It needs no network to answer, so
 * a search costs well under a millisecond and goes on when everything else is down.
 *
 * `from`: an engine that was packed, to go on with where it lies. `measured`: other weights of
 * fields than the chosen ones, or another decision about what is shown, to measure them.
 *
 * **Source** chosen over seven other engines by measurement; see the decision on search.
 */
export function createMemoryEngine(from?: Parts, measured: Measured = {}): SearchEngine {
  const index = openIndex(from, measured);
  return {
    search: async (request) => search(index, request),
    tally: (request) => tally(index, request),
    respell: (text) =>
      respellQuery(text, { vocabulary: index.vocabulary, productCount: index.liveCount }),
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
    pack: (writer) => packIndex(index, writer),
    size: () => index.liveCount,
    isWorn() {
      const abandoned = index.columns.slotCount - index.liveCount;
      return abandoned > WORN_SLOTS_MIN && abandoned > index.columns.slotCount * WORN_SHARE;
    },
  };
}

function openIndex(from: Parts | undefined, { fields, judge }: Measured): Index {
  const vocabulary = new Vocabulary(from);
  return {
    vocabulary,
    columns: new Columns(from),
    families: new Families(from),
    types: new TypeColumn(from),
    collector: createTermCollector(vocabulary, fields),
    scoreboard: new Scoreboard(judge),
    slotByNumber: new NumberMap(from && { parts: from, name: "engine.slots" }),
    segments: from === undefined ? [] : openSegments(from),
    liveCount: from?.count("engine.live") ?? 0,
  };
}

function openSegments(from: Parts): Segment[] {
  const length = from.count("engine.segments");
  return Array.from({ length }, (_, position) => openSegment(from, position));
}

function packIndex(index: Index, writer: PartsWriter): void {
  index.vocabulary.pack(writer);
  index.columns.pack(writer);
  index.families.pack(writer, index.columns.slotCount);
  index.types.pack(writer, index.columns.slotCount);
  index.slotByNumber.pack(writer, "engine.slots");
  for (const [position, segment] of index.segments.entries()) {
    packSegment(segment, writer, position);
  }
  writer.fact("engine.segments", index.segments.length);
  writer.fact("engine.live", index.liveCount);
}

function wantedOf(index: Index, request: SearchRequest, size: number): Wanted {
  const exclusion = exclusionOf(index, request.exclude);
  const passing = createSlotFilter(index.columns, request.filters);
  if (exclusion === null) return { filter: passing, exclusion, size };
  const passes = (slot: number) => passing.passes(slot) && !exclusion.isOut(slot);
  return { filter: { passes }, exclusion, size };
}

function search(index: Index, request: SearchRequest): SearchPage {
  const { columns } = index;
  const count = request.offset + request.count;
  const find = wordsOf(request.text).length === 0 ? browse : match;
  // One more than asked for tells whether there is a next page.
  const top = find(index, request, wantedOf(index, request, count + 1));
  return {
    numbers: top.slice(request.offset, count).map((slot) => columns.numberOf(slot)),
    hasMore: top.length > count,
  };
}

interface Wanted {
  readonly filter: SlotFilter;
  readonly exclusion: Exclusion | null;
  readonly size: number;
}

/** Without words there is no relevance: what is most reduced goes first. */
function browse({ columns }: Index, request: SearchRequest, { filter, size }: Wanted): number[] {
  if (request.text.trim() !== "") return [];
  const sort = request.sort === "relevance" ? "discount" : request.sort;
  const order = orderOf(sort, columns, () => 0);
  const top = createTopList(size, request.soldOutLast ? soldOutLast(columns, order) : order);
  for (let slot = 0; slot < columns.slotCount; slot += 1) {
    if (filter.passes(slot)) top.offer(slot);
  }
  return top.take();
}

function match(index: Index, request: SearchRequest, wanted: Wanted): number[] {
  const { columns, scoreboard } = index;
  const { filter, exclusion, size } = wanted;
  const { sort, text } = request;
  const isSoldOutLast = request.soldOutLast === true;
  const scoreOf = (slot: number) =>
    scoreboard.scoreOf(slot) * (exclusion === null ? 1 : exclusion.factorOf(slot));
  const byScore = orderOf(sort, columns, scoreOf);
  const order = isSoldOutLast ? soldOutLast(columns, byScore) : byScore;
  if (sort !== "relevance") {
    const top = createTopList(size, order);
    for (const slot of matchesOf(index, request, filter, null).slots) top.offer(slot);
    return top.take();
  }
  const count = rankedCountFor(size);
  const top = createTopList(count, order);
  const keep: Keep | null = exclusion === null && !isSoldOutLast ? { kind: "best", count } : null;
  const { slots: matches } = matchesOf(index, request, filter, keep);
  if (isSoldOutLast) for (const slot of matches) top.offer(slot);
  else offerByScore(top, matches, scoreOf);
  const facts = { ...spreadFacts(index, text), scoreOf };
  if (!isSoldOutLast) return spread(top.take(), facts, size);
  const placed = spread(top.take(), facts);
  const isSoldOut = (slot: number) => columns.isSoldOut(slot);
  return [...placed.filter((slot) => !isSoldOut(slot)), ...placed.filter(isSoldOut)].slice(0, size);
}

interface Matches {
  readonly slots: Iterable<number>;
  isAnswer(slot: number): boolean;
}

/** What a list holds on all of its pages; by relevance at least what `keep` asks for. */
function matchesOf(
  { columns, scoreboard, segments, types, ...index }: Index,
  { sort, text, isNarrow }: SearchRequest,
  filter: SlotFilter,
  keep: Keep | null,
): Matches {
  // A list in another order ends where its products are of another type: chips are no kettle.
  const isCut = isNarrow === true || sort !== "relevance";
  const plan = planQuery(text, index.vocabulary, index.liveCount, isCut);
  const relationOf = plan.asked === null ? () => FITTING : types.relationTo(plan.asked);
  const searched = { segments, filter, capacity: columns.capacity, relationOf };
  const isAnswer = (slot: number) => scoreboard.isAnswer(plan, slot);
  if (sort === "relevance") return { slots: scoreboard.run(plan, { ...searched, keep }), isAnswer };
  const closest: Keep = { kind: "closest", coverage: CLOSE_COVERAGE };
  const slots = closestOf(scoreboard.run(plan, { ...searched, keep: closest }), scoreboard);
  return { slots, isAnswer };
}

function tally(index: Index, request: SearchRequest): Tally {
  const { columns } = index;
  const { filter } = wantedOf(index, request, 0);
  const tallied = { ...emptyTally(), answering: perFacet(() => new Set<string>()) };
  const add = (slot: number, isAnswer: boolean) => {
    tallied.total += 1;
    for (const [name, value] of valuesOf(columns, slot)) {
      addTo(tallied.values[name], value);
      if (isAnswer) tallied.answering[name].add(value);
    }
  };
  if (wordsOf(request.text).length > 0) {
    const { slots, isAnswer } = matchesOf(index, request, filter, null);
    for (const slot of slots) add(slot, isAnswer(slot));
  } else if (request.text.trim() === "") {
    for (let slot = 0; slot < columns.slotCount; slot += 1) {
      if (filter.passes(slot)) add(slot, true);
    }
  }
  return tallied;
}

function* valuesOf(columns: Columns, slot: number): Iterable<[Tallied, string]> {
  const [brandAt, colorAt] = [columns.brandOf(slot), columns.colorOf(slot)];
  if (brandAt !== NOBODY) yield ["brand", columns.nameOf("brand", brandAt)];
  if (colorAt !== NOBODY) yield ["color", columns.nameOf("color", colorAt)];
  yield ["category", columns.pathNameOf(columns.pathOf(slot))];
  const currency = columns.nameOf("currency", columns.currencyOf(slot));
  yield ["price", priceKeyOf(currency, columns.priceOf(slot))];
  yield ["rating", String(columns.starsOf(slot))];
  yield ["discount", discountKeyOf(columns.discountOf(slot))];
  const isSoldOut = columns.isSoldOut(slot) ? "out_of_stock" : "preorder";
  yield ["availability", columns.isInStock(slot) ? "in_stock" : isSoldOut];
}

function discountKeyOf(percent: number): string {
  return String(DISCOUNT_STEPS.findLast((step) => step <= percent) ?? 0);
}

function spreadFacts({ columns, families }: Index, text: string): Omit<SpreadFacts, "scoreOf"> {
  return {
    familyOf: (slot) => families.of(slot),
    isInStock: (slot) => columns.isInStock(slot),
    brandOf(slot) {
      const brand = columns.brandOf(slot);
      return brand === NOBODY ? null : brand;
    },
    // Who names a brand wants products of it.
    isAsked(brand) {
      const name = wordsOf(columns.nameOf("brand", brand));
      return wordsOf(text).some((word) => name.includes(word));
    },
  };
}

/** Most matches are worse than the worst kept, which two numbers tell quicker than the order. */
function offerByScore(top: TopList, matches: Iterable<number>, scoreOf: (slot: number) => number) {
  let floor = 0;
  for (const slot of matches) {
    if (scoreOf(slot) < floor) continue;
    top.offer(slot);
    const worst = top.worst();
    if (worst !== null) floor = scoreOf(worst);
  }
}

function stage(index: Index, { before, after }: ProductChange, staged: Staged): void {
  const oldSlot = before === null ? ABSENT : index.slotByNumber.get(before.number);
  if (before !== null && after !== null && oldSlot !== ABSENT && hasSameText(before, after)) {
    staged.inPlace.push({ slot: oldSlot, product: after });
    return;
  }
  const count = (term: number, delta: 1 | -1) =>
    staged.counts.set(term, (staged.counts.get(term) ?? 0) + delta);
  if (before !== null && oldSlot !== ABSENT) {
    index.collector.collect(before, (term) => count(term, -1));
    staged.gone.push(oldSlot);
  }
  if (after === null) return;
  const slot = index.columns.reserve(after);
  index.families.write(slot, after);
  index.types.write(slot, typeOfProduct(after));
  index.collector.collect(after, (term, weight) => {
    count(term, 1);
    staged.builder.add(term, slot, weight);
  });
  staged.live.push(slot);
}

function seal(index: Index, staged: Staged): void {
  const segment = staged.builder.build(index.vocabulary.size);
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
    termCount: vocabulary.size,
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
