import { useEffect, useRef } from "preact/hooks";
import type { BrowsedList, ProductRecord } from "../../src/contract/resources/product.ts";
import { Filters } from "./filters.tsx";
import { cardAfter, columnsOf, hasModifier, isWriting } from "./keys.ts";
import { QuickView } from "./quick-view.tsx";
import { Results } from "./results.tsx";
import { type Field, Search } from "./search.tsx";
import { useAddress } from "./use-address.ts";
import { useProducts } from "./use-products.ts";

/** What the server knew when it wrote the page. */
export interface Given {
  readonly search: string;
  readonly list?: BrowsedList;
  readonly product?: ProductRecord;
}

/** The product explorer: the public list, to browse by hand. */
export function App({ search, list, product }: Given) {
  const address = useAddress(search);
  const products = useProducts(address.wish, list);
  const field = useRef<HTMLInputElement>(null);
  const { answer } = products;
  useTitle(address.wish.q.trim());
  useKeys(field);
  return (
    <>
      <h1>Products</h1>
      <p class="soft">
        Every product here is an ad, and its link goes through this exchange. Placement is not for
        sale: the order depends on your search and on what you sort by.
      </p>
      <Search
        address={address}
        field={field}
        suggestions={answer?.list?.browse?.suggestions ?? []}
      />
      <div class="browse">
        <Filters address={address} browse={answer?.list?.browse} />
        <Results products={products} address={address} />
      </div>
      <QuickView address={address} items={answer?.list?.items ?? []} given={product} />
    </>
  );
}

function useTitle(words: string): void {
  useEffect(() => {
    document.title = `${words === "" ? "" : `${words} · `}Explore · Placard`;
  }, [words]);
}

/** Keys that work from anywhere, and the arrows between cards. */
function useKeys(place: Field): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const field = place.current;
      if (event.defaultPrevented || hasModifier(event)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const goes = event.target === field ? goFromSearch(event.key) : goElsewhere(event, field);
      if (goes) event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [place]);
}

function goFromSearch(key: string): boolean {
  const [first] = links();
  if (key !== "ArrowDown" || first === undefined) return false;
  first.focus();
  return true;
}

function goElsewhere(event: KeyboardEvent, field: HTMLInputElement | null): boolean {
  const all = links();
  const card = all.findIndex((link) => Object.is(link, event.target));
  const isToSearch = card === -1 ? event.key === "/" : /^(\/|Escape)$/.test(event.key);
  if (isToSearch && !isWriting(event.target)) return goToSearch(field);
  if (card === -1) return false;
  const cards = all.flatMap((link) => link.closest<HTMLElement>("li") ?? []);
  const next = cardAfter(event.key, { card, columns: columnsOf(cards), cards: cards.length });
  if (next === null) return false;
  if (next === -1) return goToSearch(field);
  all[next]?.focus();
  return true;
}

function goToSearch(field: HTMLInputElement | null): boolean {
  field?.focus();
  field?.select();
  return true;
}

function links(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(".card .title a")];
}
