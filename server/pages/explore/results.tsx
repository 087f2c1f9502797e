import type { ComponentChildren } from "preact";
import type { BrowsedList, ProductRecord } from "../../src/contract/resources/product.ts";
import { Failure } from "../shared/failure.tsx";
import { To } from "./address-link.tsx";
import { Card, Name } from "./card.tsx";
import { type Chip, chipsOf } from "./chips.ts";
import type { Address } from "./use-address.ts";
import { isTracked, type Products } from "./use-products.ts";
import { filterCountOf, NO_WISH, SORTS, type Wish, withoutFilters } from "./wish.ts";
import { boundWords, countWords, pagesOf } from "./words.ts";

/** The products, or in plain words why there are none. */
export function Results({ products, address }: { products: Products; address: Address }) {
  const { answer, isLoading, retry } = products;
  const list = answer?.list;
  const isEmpty = list?.items.length === 0 || answer?.error !== undefined;
  return (
    <section class="results" aria-labelledby="results-title" aria-busy={isLoading}>
      <h2 id="results-title" class="spoken" tabIndex={-1}>
        Results
      </h2>
      <div class="above">
        <p class="count" role="status">
          {list === undefined || answer === undefined ? null : (
            <Count list={list} wish={answer.wish} />
          )}
        </p>
        {isEmpty ? null : <SortBy address={address} />}
      </div>
      {list === undefined || answer === undefined ? null : (
        <>
          <Spelling list={list} wish={answer.wish} address={address} />
          <Chips chips={chipsOf(list, answer.wish)} address={address} />
          <Kinds list={list} wish={answer.wish} address={address} />
        </>
      )}
      {answer === undefined ? <p class="skeleton">Loading products</p> : null}
      {answer?.error === undefined ? null : <Failure error={answer.error} retry={retry} />}
      {list === undefined || answer === undefined ? null : (
        <>
          {list.items.length === 0 ? (
            <Nothing list={list} wish={answer.wish} address={address} />
          ) : (
            <Cards items={list.items} address={address} isLate={isLoading} />
          )}
          <Pager list={list} wish={answer.wish} address={address} />
        </>
      )}
    </section>
  );
}

function Cards(props: { items: readonly ProductRecord[]; address: Address; isLate?: boolean }) {
  return (
    <ul class={props.isLate === true ? "cards late" : "cards"}>
      {props.items.map((product) => (
        <Card key={product.id} product={product} address={props.address} />
      ))}
    </ul>
  );
}

function SortBy({ address }: { address: Address }) {
  const { wish, choose } = address;
  return (
    <div class="sort">
      <label for="sort">Sort by</label>
      <select
        id="sort"
        name="sort"
        form="search"
        value={wish.sort}
        onChange={({ currentTarget: { value } }) => {
          const sort = SORTS.find(([known]) => known === value)?.[0] ?? NO_WISH.sort;
          choose({ ...wish, page: 1, sort });
        }}
      >
        {SORTS.map(([known, words]) => (
          <option key={known} value={known} selected={known === wish.sort}>
            {words}
          </option>
        ))}
      </select>
      <button type="submit" form="search" class="unscripted">
        Apply
      </button>
    </div>
  );
}

function Spelling({ list, wish, address }: { list: BrowsedList; wish: Wish; address: Address }) {
  const spelling = list.browse?.spelling;
  if (spelling === undefined) return null;
  return (
    <p class="spelling">
      Did you mean{" "}
      <To wish={{ ...wish, q: spelling, page: 1 }} address={address}>
        <Name text={spelling} />
      </To>
      ?
    </p>
  );
}

function Count({ list, wish }: { list: BrowsedList; wish: Wish }) {
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

/** The search as understood; each part can be removed. */
function Chips({ chips, address }: { chips: readonly Chip[]; address: Address }) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="From your search">
      {chips.map(({ words, without }) => (
        <li key={words}>
          <To wish={without} address={address} label={`Remove ${words}`}>
            {words} <span aria-hidden="true">×</span>
          </To>
        </li>
      ))}
    </ul>
  );
}

const KINDS_MAX = 8;

/** Kinds of things among the best products, to narrow the list by. */
function Kinds({ list, wish, address }: { list: BrowsedList; wish: Wish; address: Address }) {
  const kinds = (list.facets?.type ?? []).filter(({ value }) => value !== list.query.type);
  if (kinds.length === 0 || wish.type !== "" || wish.q.trim() === "") return null;
  return (
    <ul class="chips kinds" aria-label="Narrow to">
      <li aria-hidden="true" class="soft">
        Narrow to
      </li>
      {kinds.slice(0, KINDS_MAX).map(({ value }) => (
        <li key={value}>
          <To wish={{ ...wish, page: 1, type: value }} address={address}>
            {value}
          </To>
        </li>
      ))}
    </ul>
  );
}

interface NothingProps {
  readonly list: BrowsedList;
  readonly wish: Wish;
  readonly address: Address;
}

function Nothing({ list, wish, address }: NothingProps) {
  if (list.status === "feed_pending") {
    return (
      <Empty title="The catalogue is still being loaded">
        <p>This page checks again every second.</p>
      </Empty>
    );
  }
  if (wish.page > 1 && list.total !== 0) {
    return (
      <Empty title="There are no more products">
        <p>The list ends before this page.</p>
        <To wish={{ ...wish, page: 1 }} address={address} class="button quiet">
          Go to the first page
        </To>
      </Empty>
    );
  }
  const hasAny = filterCountOf(wish) > 0 || wish.q.trim() !== "";
  if (!hasAny) {
    return (
      <Empty title="There are no products yet">
        <p>
          An operator loads them with <code>operator feed import FILE</code>.
        </p>
      </Empty>
    );
  }
  return (
    <>
      <Advice list={list} wish={wish} address={address} />
      <Instead list={list} address={address} />
    </>
  );
}

function Advice({ list, wish, address }: NothingProps) {
  const leftOut = list.query.exclude ?? [];
  const without =
    leftOut.length === 0 ? null : <p>Left out, because you asked: {leftOut.join(", ")}.</p>;
  const { nearest } = list;
  const nearby =
    nearest === undefined ? null : (
      <To
        wish={{ ...NO_WISH, q: nearest, exclude: leftOut.join(",") }}
        address={address}
        class="button quiet"
      >
        See products of the kind “{nearest}”
      </To>
    );
  if (filterCountOf(wish) > 0) {
    return (
      <Empty title="No products match these filters">
        {without}
        <p>Remove a filter, or try other words.</p>
        <To wish={withoutFilters(wish)} address={address} class="button quiet">
          Clear filters
        </To>{" "}
        {nearby}
      </Empty>
    );
  }
  const bound = boundWords(list.query);
  if (bound !== null) {
    const { q, currency = "USD" } = list.query;
    return (
      <Empty title={`No such product costs ${bound}`}>
        {without}
        <p>
          A price in {currency} is compared with products priced in {currency} alone.
        </p>
        <To
          wish={{ ...NO_WISH, q, exclude: leftOut.join(",") }}
          address={address}
          class="button quiet"
        >
          Show them at any price
        </To>{" "}
        {nearby}
      </Empty>
    );
  }
  const isUnderstood = list.query.q !== "";
  return (
    <Empty title={isUnderstood ? "No products match these words" : "These words name no product"}>
      {without}
      <p>
        {isUnderstood
          ? "Try fewer or more general words, such as the kind of thing without its brand."
          : "This page finds products by what they are called, such as “desk lamp”."}
      </p>
      {nearby}{" "}
      <To wish={{ ...NO_WISH, sort: wish.sort }} address={address} class="button quiet">
        See all products
      </To>
    </Empty>
  );
}

/** Of the nearest kind that has products, within the same bounds. */
function Instead({ list, address }: { list: BrowsedList; address: Address }) {
  const suggested = (list.browse?.suggested ?? []).filter(isTracked);
  if (suggested.length === 0) return null;
  return (
    <>
      <h3>{`Products of the kind “${list.nearest}”`}</h3>
      <p class="soft">They keep to your bounds, but lack some of your words.</p>
      <Cards items={suggested} address={address} />
    </>
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

/** Pages beside the present one that are shown by their numbers. */
const NEIGHBOURS = 2;

function Pager({ list, wish, address }: NothingProps) {
  const { page, hasMore } = list;
  if (page === 1 && !hasMore) return null;
  const last = pagesOf(list) ?? (hasMore ? page + 1 : page);
  const near = Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, at) => page - NEIGHBOURS + at);
  const numbers = [...new Set([1, ...near, last])].filter((one) => one >= 1 && one <= last);
  const leave = () => {
    document.querySelector<HTMLElement>("#results-title")?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  };
  const to = (number: number, words: string, label?: string) => (
    <To
      wish={{ ...wish, page: number, product: "" }}
      address={address}
      {...(label === undefined ? {} : { label })}
      then={leave}
    >
      {words}
    </To>
  );
  return (
    <nav class="pager" aria-label="Pages">
      {page === 1 ? null : to(page - 1, "Previous")}
      {numbers.map((number, at) => (
        <span key={number}>
          {at > 0 && number - (numbers[at - 1] ?? 0) > 1 ? <span class="soft">… </span> : null}
          {number === page ? (
            <span class="here" aria-current="page">
              {number}
            </span>
          ) : (
            to(number, String(number), `Page ${number}`)
          )}
        </span>
      ))}
      {hasMore ? to(page + 1, "Next") : null}
    </nav>
  );
}
