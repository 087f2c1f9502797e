import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Filters } from "./filters.tsx";
import { cardAfter, columnsOf, hasModifier, isWriting } from "./keys.ts";
import { Results } from "./results.tsx";
import { type Address, useAddress } from "./use-address.ts";
import { useChoices } from "./use-choices.ts";
import { useProducts } from "./use-products.ts";

type Field = RefObject<HTMLInputElement | null>;

/** The product explorer: all that the public list knows, to look through by hand. */
export function App() {
  const address = useAddress();
  const products = useProducts(address.wish);
  const choices = useChoices(products.answer, address.wish);
  const field = useRef<HTMLInputElement>(null);
  useTitle(address.wish.q.trim());
  useKeys(field);
  return (
    <>
      <h1>Products</h1>
      <p class="soft">
        Every product here is an ad, and its link goes through this exchange. Nobody pays for a
        place in the list: your words and your order decide.
      </p>
      <search>
        <Search address={address} field={field} />
        <Filters address={address} choices={choices} />
      </search>
      <Results products={products} address={address} />
    </>
  );
}

function Search(props: { address: Address; field: Field }) {
  const { wish, type, settle } = props.address;
  const write = (q: string) => type({ ...wish, q, page: 1 });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") settle();
    if (event.key !== "Escape" || wish.q === "") return;
    event.preventDefault();
    write("");
  };
  return (
    <div class="search">
      <label for="words">What are you looking for?</label>
      <input
        id="words"
        ref={props.field}
        type="search"
        autocomplete="off"
        spellcheck={false}
        maxLength={500}
        placeholder="running shoes under $80"
        aria-describedby="keys"
        value={wish.q}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={settle}
      />
      <p id="keys" class="soft">
        <kbd>/</kbd> to search, arrow keys between products, <kbd>Esc</kbd> to clear
      </p>
    </div>
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
  return [...document.querySelectorAll<HTMLAnchorElement>(".card a")];
}
