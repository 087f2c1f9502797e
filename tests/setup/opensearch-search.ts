import {
  type Field,
  type Index,
  type Json,
  onlyKeys,
  Refusal,
  recordOf,
  type StoredDocument,
} from "./opensearch-documents.ts";

/** **Source** Lucene's BM25 similarity, the default of OpenSearch. */
const K1 = 1.2;
const B = 0.75;

interface Scored {
  readonly document: StoredDocument;
  readonly score: number;
}

/** Says how well a document matches; `null`: not at all. */
type Clause = (document: StoredDocument) => number | null;

const SEARCH_KEYS = [
  ...["from", "size", "timeout", "track_total_hits", "_source", "query", "sort", "aggs"],
];

/**
 * Evaluates a search over the visible documents.
 *
 * **Source** OpenSearch 2, "Search", "Query DSL"; what is not written here is refused.
 */
export function search(index: Index, body: Json): Json {
  onlyKeys(body, SEARCH_KEYS, "search");
  const { from, size } = windowOf(index, body);
  if (typeof body.timeout !== "string" || !/^\d+ms$/.test(body.timeout)) {
    throw new Refusal(400, "parsing_exception", "failed to parse [timeout]");
  }
  const corpus = createCorpus(index);
  const clause = clauseOf(recordOf(body.query, "query"), corpus);
  const hits: Scored[] = [];
  for (const document of index.visible.values()) {
    const score = clause(document);
    if (score !== null) hits.push({ document, score });
  }
  hits.sort(orderOf(index, body.sort));
  const wanted = new Set(Array.isArray(body._source) ? body._source : []);
  const shown = hits.slice(from, from + size).map(({ document, score }) => ({
    _id: document.id,
    _score: score,
    _source: Object.fromEntries(
      Object.entries(document.source).filter(([name]) => wanted.has(name)),
    ),
  }));
  const total = body.track_total_hits === true ? { total: { value: hits.length } } : {};
  const documents = hits.map(({ document }) => document);
  return {
    hits: { max_score: null, ...total, hits: shown },
    ...(body.aggs === undefined ? {} : { aggregations: aggregate(index, body.aggs, documents) }),
  };
}

/** **Source** OpenSearch 2, "Terms aggregations", "Range aggregations". */
function aggregate(index: Index, asked: unknown, documents: readonly StoredDocument[]): Json {
  return Object.fromEntries(
    Object.entries(recordOf(asked, "aggs")).map(([name, one]) => {
      const body = recordOf(one, name);
      onlyKeys(body, ["terms", "range", "aggs"], name);
      const { field, size, ranges } = recordOf(body.terms ?? body.range, name);
      const values = ({ source }: StoredDocument) => valuesOf(source[String(field)]);
      if (searchable(index, String(field)).type === "text") {
        throw new Refusal(400, "illegal_argument_exception", `Text fields cannot be counted`);
      }
      const groups = Array.isArray(ranges)
        ? ranges.map((range) => {
            const { key, from = -Infinity, to = Infinity } = recordOf(range, "range");
            const isIn = (value: unknown) =>
              Number(value) >= Number(from) && Number(value) < Number(to);
            return { key, found: documents.filter((document) => values(document).some(isIn)) };
          })
        : [...new Set(documents.flatMap(values))].slice(0, Number(size)).map((key) => {
            return { key, found: documents.filter((document) => values(document).includes(key)) };
          });
      const buckets = groups.map(({ key, found }) => ({
        key,
        doc_count: found.length,
        ...(body.aggs === undefined ? {} : aggregate(index, body.aggs, found)),
      }));
      return [name, { buckets }];
    }),
  );
}

function windowOf(index: Index, { from = 0, size = 10 }: Json): { from: number; size: number } {
  if (typeof from !== "number" || typeof size !== "number" || from < 0 || size < 0) {
    throw new Refusal(400, "parsing_exception", "[from] and [size] must be numbers above 0");
  }
  if (from + size > Number(index.settings.max_result_window ?? 10_000)) {
    throw new Refusal(400, "illegal_argument_exception", "Result window is too large");
  }
  return { from, size };
}

interface Corpus {
  readonly index: Index;
  termsOf(document: StoredDocument, field: string): readonly string[];
  /** How many documents hold the term in the field, of how many, and their mean length. */
  statistics(field: string, term: string): { holding: number; all: number; meanLength: number };
}

function createCorpus(index: Index): Corpus {
  const termsByField = new Map<string, Map<string, readonly string[]>>();
  const load = (field: string) => {
    const known = termsByField.get(field);
    if (known !== undefined) return known;
    const loaded = new Map<string, readonly string[]>();
    for (const document of index.visible.values()) {
      loaded.set(document.id, fieldTerms(index, document, field));
    }
    termsByField.set(field, loaded);
    return loaded;
  };
  return {
    index,
    termsOf: (document, field) => load(field).get(document.id) ?? [],
    statistics(field, term) {
      const filled = [...load(field).values()].filter((terms) => terms.length > 0);
      const length = filled.reduce((sum, terms) => sum + terms.length, 0);
      const holding = filled.filter((terms) => terms.includes(term)).length;
      return { holding, all: filled.length, meanLength: length / Math.max(filled.length, 1) };
    },
  };
}

/** The whitespace analyzer's terms of a field, and of what is copied to it. */
function fieldTerms(index: Index, { source }: StoredDocument, field: string): string[] {
  const names = [...index.fields]
    .filter(([name, { copyTo }]) => name === field || copyTo === field)
    .map(([name]) => name);
  return names.flatMap((name) => {
    const value = source[name];
    return typeof value === "string" ? value.split(/\s+/).filter((term) => term !== "") : [];
  });
}

function clauseOf(query: Json, corpus: Corpus): Clause {
  const [entry, ...others] = Object.entries(query);
  if (entry === undefined || others.length > 0) {
    throw new Refusal(400, "parsing_exception", "a query has exactly one clause");
  }
  const [name, value] = entry;
  const body = recordOf(value, name);
  if (name === "bool") return boolOf(body, corpus);
  if (name === "match") return matchOf(body, corpus);
  if (name === "term") return termOf(body, corpus);
  if (name === "range") return rangeOf(body, corpus);
  if (name === "constant_score") return constantOf(body, corpus);
  throw new Refusal(400, "parsing_exception", `unknown query [${name}]`);
}

function boolOf(body: Json, corpus: Corpus): Clause {
  onlyKeys(body, ["filter", "should", "must_not"], "bool");
  const clauses = (list: unknown): Clause[] =>
    (Array.isArray(list) ? list : []).map((one) => clauseOf(recordOf(one, "clause"), corpus));
  const [filters, shoulds] = [clauses(body.filter), clauses(body.should)];
  const never = clauses(body.must_not);
  return (document) => {
    if (never.some((clause) => clause(document) !== null)) return null;
    if (filters.some((clause) => clause(document) === null)) return null;
    const scores = shoulds.map((clause) => clause(document)).filter((score) => score !== null);
    // Without a filter at least one of them has to match.
    if (filters.length === 0 && shoulds.length > 0 && scores.length === 0) return null;
    return scores.reduce((sum, score) => sum + score, 0);
  };
}

function matchOf(body: Json, corpus: Corpus): Clause {
  const { name, value } = onlyField(body, corpus, "text");
  const options = recordOf(value, "match");
  onlyKeys(options, ["query", "operator", "minimum_should_match", "boost"], "match");
  const terms = String(options.query).split(/\s+/);
  const least = options.operator === "and" ? terms.length : options.minimum_should_match;
  const boost = Number(options.boost ?? 1);
  const scorers = terms.map((term) => bm25Of(name, term, corpus));
  return (document) => {
    const scores = scorers.map((score) => score(document)).filter((score) => score > 0);
    if (scores.length < Number(least ?? 1)) return null;
    return boost * scores.reduce((sum, score) => sum + score, 0);
  };
}

function bm25Of(field: string, term: string, corpus: Corpus): (document: StoredDocument) => number {
  const { holding, all, meanLength } = corpus.statistics(field, term);
  const rarity = Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
  return (document) => {
    const terms = corpus.termsOf(document, field);
    const count = terms.filter((one) => one === term).length;
    if (count === 0) return 0;
    const norm = K1 * (1 - B + (B * terms.length) / meanLength);
    return Math.fround((rarity * count) / (count + norm));
  };
}

function termOf(body: Json, corpus: Corpus): Clause {
  const { name, value } = onlyField(body, corpus);
  return ({ source }) => (valuesOf(source[name]).includes(value) ? 1 : null);
}

function rangeOf(body: Json, corpus: Corpus): Clause {
  const { name, value } = onlyField(body, corpus);
  const bounds = recordOf(value, "range");
  onlyKeys(bounds, ["gte", "lte"], "range");
  const from = Number(bounds.gte ?? Number.NEGATIVE_INFINITY);
  const to = Number(bounds.lte ?? Number.POSITIVE_INFINITY);
  return ({ source }) =>
    valuesOf(source[name]).some((one) => Number(one) >= from && Number(one) <= to) ? 1 : null;
}

function constantOf(body: Json, corpus: Corpus): Clause {
  onlyKeys(body, ["filter", "boost"], "constant_score");
  const clause = clauseOf(recordOf(body.filter, "filter"), corpus);
  const boost = Number(body.boost ?? 1);
  return (document) => (clause(document) === null ? null : boost);
}

function onlyField(body: Json, { index }: Corpus, type?: string): { name: string; value: unknown } {
  const [entry, ...others] = Object.entries(body);
  if (entry === undefined || others.length > 0) {
    throw new Refusal(400, "parsing_exception", "expected one field");
  }
  const [name, value] = entry;
  const field = searchable(index, name);
  if (type !== undefined && field.type !== type) {
    throw new Refusal(400, "illegal_argument_exception", `[${name}] is no ${type}`);
  }
  return { name, value };
}

function searchable(index: Index, name: string): Field {
  const field = index.fields.get(name);
  if (field?.isIndexed) return field;
  throw new Refusal(400, "query_shard_exception", `Cannot search on field [${name}]`);
}

function valuesOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

type Order = (left: Scored, right: Scored) => number;

/** **Source** OpenSearch 2, "Sort results"; a missing value comes last. */
function orderOf(index: Index, sort: unknown): Order {
  const keys = (Array.isArray(sort) ? sort : []).map((one) => {
    const [name, direction] = Object.entries(recordOf(one, "sort"))[0] ?? ["", ""];
    if (direction !== "asc" && direction !== "desc") {
      throw new Refusal(400, "illegal_argument_exception", `Illegal sort order [${direction}]`);
    }
    if (name !== "_score" && searchable(index, name).type === "text") {
      throw new Refusal(400, "illegal_argument_exception", `Text fields cannot sort: [${name}]`);
    }
    return { name, sign: direction === "asc" ? 1 : -1 };
  });
  return (left, right) => {
    for (const { name, sign } of keys) {
      const order = compared(keyOf(left, name), keyOf(right, name));
      if (order !== 0) return order * sign;
    }
    return 0;
  };
}

function keyOf({ document, score }: Scored, name: string): unknown {
  return name === "_score" ? score : document.source[name];
}

function compared(left: unknown, right: unknown): number {
  if (typeof left === "string" && typeof right === "string") {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  return Number(left) - Number(right);
}
