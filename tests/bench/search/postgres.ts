import pg from "pg";

/** As many products as a first page of ours holds. */
export const PAGE = 10;

const TABLE = `create table bench_product as
  select number,
    setweight(to_tsvector('english', title), 'A')
      || setweight(to_tsvector('english', coalesce(brand, '')), 'B')
      || setweight(to_tsvector('english', array_to_string(category, ' ')), 'B')
      || setweight(to_tsvector('english', coalesce(description, '')), 'D') as document
  from product
  where retired_at is null`;

const ALL_WORDS = {
  name: "bench.all_words",
  text: `select number
from bench_product, websearch_to_tsquery('english', $1) as asked
where document @@ asked
order by ts_rank_cd(document, asked) desc, number
limit ${PAGE}`,
};

const ANY_WORD = {
  name: "bench.any_word",
  text: `select number
from bench_product,
  cast(replace(plainto_tsquery('english', $1)::text, '&', '|') as tsquery) as asked
where document @@ asked
order by ts_rank(document, asked) desc, number
limit ${PAGE}`,
};

/** PostgreSQL's own full text over the same products, in a table of its own. */
export async function createBaseline(client: pg.Client): Promise<void> {
  await client.query(TABLE);
  await client.query(
    "create index bench_product_document_idx on bench_product using gin (document)",
  );
  await client.query("vacuum analyze bench_product");
}

/** **Units** milliseconds. */
export interface BaselineTimes {
  /** All words, then any word when the page is not full: the work our one pass does. */
  readonly fullPageMs: number;
  /** Any word only when all words found nothing. */
  readonly anyAnswerMs: number;
}

type Connection = pg.Client | pg.PoolClient;

export async function timeBaseline(connection: Connection, query: string): Promise<BaselineTimes> {
  const startedAt = performance.now();
  const all = await connection.query({ ...ALL_WORDS, values: [query] });
  const allMs = performance.now() - startedAt;
  if (all.rows.length === PAGE) return { fullPageMs: allMs, anyAnswerMs: allMs };
  await connection.query({ ...ANY_WORD, values: [query] });
  const fullPageMs = performance.now() - startedAt;
  return { fullPageMs, anyAnswerMs: all.rows.length === 0 ? fullPageMs : allMs };
}

/** Connections with both statements prepared and every query asked once. */
export async function openBaselineClients(
  databaseUrl: string,
  options: { connections: number; queries: readonly string[] },
): Promise<{ clients: readonly pg.Client[]; close(): Promise<void> }> {
  const clients = Array.from(
    { length: options.connections },
    () => new pg.Client({ connectionString: databaseUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const [first] = clients;
  for (const query of options.queries) if (first !== undefined) await timeBaseline(first, query);
  // A statement gets its plan for all values after five executions.
  const few = options.queries.slice(0, 8);
  await Promise.all(
    clients.map(async (client) => {
      for (const query of few) await timeBaseline(client, query);
    }),
  );
  return {
    clients,
    async close() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}
