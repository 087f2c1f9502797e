import type { ComponentChildren } from "preact";
import type { ProductList } from "../../src/contract/resources/product.ts";
import { Failure } from "../shared/failure.tsx";
import { Card, Name } from "./card.tsx";
import { type Chip, chipsOf } from "./chips.ts";
import type { Address } from "./use-address.ts";
import type { Products } from "./use-products.ts";
import { filterCountOf, NO_WISH, type Wish, withoutFilters } from "./wish.ts";
import { count, countWords } from "./words.ts";

/** The products, or in plain words why there are none. */
export function Results({ products, address }: { products: Products; address: Address }) {
  const { answer, isLoading, retry } = products;
  const list = answer?.list;
  return (
    <section aria-labelledby="results-title" aria-busy={isLoading}>
      <h2 id="results-title" class="spoken" tabIndex={-1}>
        Products
      </h2>
      <p class="count" role="status">
        {list === undefined || answer === undefined ? null : (
          <Count list={list} wish={answer.wish} />
        )}
      </p>
      {list === undefined || answer === undefined ? null : (
        <>
          <Chips chips={chipsOf(list, answer.wish)} choose={address.choose} />
          <Kinds list={list} wish={answer.wish} choose={address.choose} />
        </>
      )}
      {answer === undefined ? <p class="skeleton">Loading products</p> : null}
      {answer?.error === undefined ? null : <Failure error={answer.error} retry={retry} />}
      {list === undefined || answer === undefined ? null : (
        <>
          {list.items.length === 0 ? (
            <Nothing list={list} wish={answer.wish} address={address} />
          ) : (
            <ul class={isLoading ? "cards late" : "cards"}>
              {list.items.map((product) => (
                <Card key={product.id} product={product} />
              ))}
            </ul>
          )}
          <Pager list={list} address={address} />
        </>
      )}
    </section>
  );
}

function Count({ list, wish }: { list: ProductList; wish: Wish }) {
  if (list.status === "feed_pending") return <>The catalogue is being loaded</>;
  const words = wish.q.trim();
  return (
    <>
      {countWords(list)}
      {words === "" ? null : (
        <>
          {" for “"}
          <Name text={words} />”
        </>
      )}
    </>
  );
}

/** The search as understood; each part can be taken away. */
function Chips({ chips, choose }: { chips: readonly Chip[]; choose: (wish: Wish) => void }) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="From your search">
      {chips.map(({ words, without }) => (
        <li key={words}>
          <button type="button" aria-label={`Remove ${words}`} onClick={() => choose(without)}>
            {words} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const KINDS_MAX = 8;

/** Kinds of things among the products, to narrow the list by. */
function Kinds(props: { list: ProductList; wish: Wish; choose: (wish: Wish) => void }) {
  const { list, wish, choose } = props;
  const kinds = list.facets?.type ?? [];
  if (kinds.length < 2 || wish.type !== "" || wish.q.trim() === "") return null;
  return (
    <ul class="chips kinds" aria-label="Kinds">
      {kinds.slice(0, KINDS_MAX).map(({ value, count: found }) => (
        <li key={value}>
          <button type="button" onClick={() => choose({ ...wish, page: 1, type: value })}>
            {value} <span class="soft">{count(found)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Nothing(props: { list: ProductList; wish: Wish; address: Address }) {
  const { list, wish, address } = props;
  if (list.status === "feed_pending") {
    return (
      <Empty title="The catalogue is still being loaded">
        <p>This page checks again every second.</p>
      </Empty>
    );
  }
  if (wish.page > 1) {
    return (
      <Empty title="There are no more products">
        <p>The list ends before this page.</p>
        <Way words="Go to the first page" go={() => address.choose({ ...wish, page: 1 })} />
      </Empty>
    );
  }
  const { nearest } = list;
  const nearby =
    nearest === undefined ? null : (
      <Way
        words={`See products of the kind “${nearest}”`}
        go={() => address.choose({ ...NO_WISH, q: nearest, exclude: leftOut.join(",") })}
      />
    );
  const leftOut = list.query.exclude ?? [];
  const without =
    leftOut.length === 0 ? null : <p>Left out, because you asked: {leftOut.join(", ")}.</p>;
  if (filterCountOf(wish) > 0) {
    return (
      <Empty title="Nothing fits these filters">
        {without}
        <p>Without them there may be more, or try other words.</p>
        <Way words="Clear filters" go={() => address.choose(withoutFilters(wish))} />
        {nearby}
      </Empty>
    );
  }
  if (wish.q.trim() !== "") {
    return (
      <Empty title="Nothing fits these words">
        {without}
        <p>Try fewer or more general words, such as the kind of thing without its brand.</p>
        {nearby}
        <Way words="See all products" go={() => address.choose({ ...NO_WISH, sort: wish.sort })} />
      </Empty>
    );
  }
  return (
    <Empty title="There are no products yet">
      <p>
        An operator loads them with <code>operator feed import FILE</code>.
      </p>
    </Empty>
  );
}

function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Way({ words, go }: { words: string; go: () => void }) {
  return (
    <button type="button" class="quiet" onClick={go}>
      {words}
    </button>
  );
}

function Pager({ list, address }: { list: ProductList; address: Address }) {
  const { page, hasMore } = list;
  if (page === 1 && !hasMore) return null;
  const turn = (to: number) => {
    address.choose({ ...address.wish, page: to });
    document.querySelector<HTMLElement>("#results-title")?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  };
  return (
    <nav class="pager" aria-label="Pages">
      <button type="button" class="quiet" disabled={page === 1} onClick={() => turn(page - 1)}>
        Previous
      </button>
      <span class="number">Page {page}</span>
      <button type="button" class="quiet" disabled={!hasMore} onClick={() => turn(page + 1)}>
        Next
      </button>
    </nav>
  );
}
