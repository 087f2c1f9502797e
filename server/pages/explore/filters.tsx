import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Browse } from "../../src/contract/resources/product.ts";
import { To } from "./address-link.tsx";
import type { Address } from "./use-address.ts";
import { filterCountOf, priceOf, type Wish, withoutFilters } from "./wish.ts";
import { categoryPath, count, shortPrice } from "./words.ts";

/** The upper end of the last band of prices, which has none. */
const NO_END = 100_000_000;

/** Everything that narrows the list, with how many products each choice leaves. */
export function Filters({ address, browse }: { address: Address; browse: Browse | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const { wish } = address;
  const set = filterCountOf(wish);
  // Where no word finds anything, no filter does.
  if (set === 0 && !browse?.price.length) return <div />;
  return (
    <>
      <button
        type="button"
        class="quiet opener"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setOpen(!isOpen)}
      >
        Filters{set === 0 ? "" : ` (${set})`}
      </button>
      <section id="filters" class={isOpen ? "filters open" : "filters"} aria-label="Filters">
        {set === 0 ? null : (
          <To wish={withoutFilters(wish)} address={address} class="button quiet">
            Clear filters
          </To>
        )}
        {browse === undefined ? null : (
          <>
            <Places address={address} browse={browse} />
            <PriceBands address={address} browse={browse} />
            <Prices address={address} />
            <Traits address={address} browse={browse} />
            <Availability address={address} browse={browse} />
          </>
        )}
      </section>
    </>
  );
}

interface FacetsProps {
  readonly address: Address;
  readonly browse: Browse;
}

function toggle(wish: Wish, name: "brand" | "category" | "onlyColor", value: string) {
  const isChosen = isSame(wish[name], value);
  return { change: { [name]: isChosen ? "" : value }, isChosen };
}

function bound(wish: Wish, name: "minRating" | "minDiscountPercent", value: string) {
  const isChosen = wish[name] === Number(value);
  return { change: { [name]: isChosen ? null : Number(value) }, isChosen };
}

function Places({ address, browse }: FacetsProps) {
  const levelOf = (path: string) => path.split(">").length;
  return (
    <Facet name="Category">
      {browse.category.map(({ value, count: found }) => (
        <Choice
          key={value}
          address={address}
          found={found}
          level={levelOf(value)}
          {...toggle(address.wish, "category", value)}
        >
          <bdi>{categoryPath(value).split(" › ").at(-1)}</bdi>
        </Choice>
      ))}
    </Facet>
  );
}

function PriceBands({ address, browse }: FacetsProps) {
  const { wish } = address;
  return (
    <Facet name="Price">
      {browse.price.map(({ min, max, currency, count: found }) => {
        const change = {
          minPrice: min === 0 ? null : min,
          maxPrice: max === NO_END ? null : max,
        };
        const isChosen = wish.minPrice === change.minPrice && wish.maxPrice === change.maxPrice;
        const own = { ...change, currency: currency === "USD" ? "" : currency };
        const none = { minPrice: null, maxPrice: null, currency: "" };
        return (
          <Choice
            key={min}
            address={address}
            found={found}
            change={isChosen ? none : own}
            isChosen={isChosen}
          >
            {bandWords(min, max, currency)}
          </Choice>
        );
      })}
    </Facet>
  );
}

function Traits({ address, browse }: FacetsProps) {
  return (
    <>
      <Facet name="Brand">
        {browse.brand.map(({ value, count: found }) => (
          <Choice
            key={value}
            address={address}
            found={found}
            {...toggle(address.wish, "brand", value)}
          >
            <bdi>{value}</bdi>
          </Choice>
        ))}
      </Facet>
      <Facet name="Color">
        {browse.color.map(({ value, count: found }) => (
          <Choice
            key={value}
            address={address}
            found={found}
            {...toggle(address.wish, "onlyColor", value)}
          >
            <bdi>{value}</bdi>
          </Choice>
        ))}
      </Facet>
      <Facet name="Rating">
        {browse.rating.map(({ value, count: found }) => (
          <Choice
            key={value}
            address={address}
            found={found}
            {...bound(address.wish, "minRating", value)}
          >
            <span aria-hidden="true">★ {value} and up</span>
            <span class="spoken">{value} stars or more</span>
          </Choice>
        ))}
      </Facet>
      <Facet name="Discount">
        {browse.discount.map(({ value, count: found }) => (
          <Choice
            key={value}
            address={address}
            found={found}
            {...bound(address.wish, "minDiscountPercent", value)}
          >
            {value}% off or more
          </Choice>
        ))}
      </Facet>
    </>
  );
}

function Availability({ address, browse }: FacetsProps) {
  const { wish } = address;
  return (
    <Facet name="Availability">
      {browse.availability
        .filter(({ value }) => value === "in_stock")
        .map(({ value, count: found }) => (
          <Choice
            key={value}
            address={address}
            found={found}
            change={{ inStockOnly: !wish.inStockOnly }}
            isChosen={wish.inStockOnly}
          >
            In stock only
          </Choice>
        ))}
      {browse.availability
        .filter(({ value }) => value !== "in_stock")
        .map(({ value, count: found }) => (
          <li key={value} class="plain">
            {value === "preorder" ? "Pre-order" : "Out of stock"} <Found count={found} />
          </li>
        ))}
    </Facet>
  );
}

function isSame(left: string, right: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\s*>\s*/g, ">");
  return plain(left) === plain(right);
}

function bandWords(min: number, max: number, currency: string): string {
  if (max === NO_END) return `${shortPrice(min, currency)} and up`;
  if (min === 0) return `Up to ${shortPrice(max, currency)}`;
  return `${shortPrice(min, currency)} to ${shortPrice(max, currency)}`;
}

function Facet({ name, children }: { name: string; children: readonly ComponentChildren[] }) {
  if (children.flat().length === 0) return null;
  return (
    <div class="facet">
      <h2>{name}</h2>
      <ul>{children}</ul>
    </div>
  );
}

function Choice(props: {
  address: Address;
  change: Partial<Wish>;
  found: number;
  isChosen: boolean;
  level?: number;
  children: ComponentChildren;
}) {
  const { address, change, found, isChosen, level = 1 } = props;
  return (
    <li class={`level-${Math.min(level, 4)}`}>
      <To
        wish={{ ...address.wish, page: 1, ...change }}
        address={address}
        isCurrent={isChosen}
        class="choice"
      >
        <span>
          {props.children}
          {isChosen ? <span class="spoken"> (chosen; choose again to remove)</span> : null}
        </span>{" "}
        <Found count={found} />
      </To>
    </li>
  );
}

function Found({ count: found }: { count: number }) {
  return (
    <span class="soft">
      {count(found)}
      <span class="spoken"> products</span>
    </span>
  );
}

function Prices({ address }: { address: Address }) {
  const { wish, type, settle } = address;
  const { minPrice, maxPrice } = wish;
  const [isBad, setBad] = useState({ min: false, max: false });
  const isCrossed = minPrice !== null && maxPrice !== null && minPrice > maxPrice;
  const trouble =
    isBad.min || isBad.max
      ? "Write a price as a number, such as 20 or 19.99."
      : isCrossed
        ? "The lowest price is above the highest."
        : "";
  const sign = wish.currency === "" ? "$" : wish.currency;
  return (
    <div class="facet">
      <div class="prices">
        <Price
          id="minPrice"
          name={`Price from, ${sign}`}
          value={minPrice}
          isBad={isBad.min || isCrossed}
          change={(value) => type({ ...wish, page: 1, minPrice: value })}
          complain={(min) => setBad((before) => ({ ...before, min }))}
          settle={settle}
        />
        <Price
          id="maxPrice"
          name={`to, ${sign}`}
          value={maxPrice}
          isBad={isBad.max || isCrossed}
          change={(value) => type({ ...wish, page: 1, maxPrice: value })}
          complain={(max) => setBad((before) => ({ ...before, max }))}
          settle={settle}
        />
      </div>
      <p id="price-trouble" class="bad" role="alert">
        {trouble}
      </p>
    </div>
  );
}

function Price(props: {
  id: string;
  name: string;
  value: number | null;
  isBad: boolean;
  change: (value: number | null) => void;
  complain: (isBad: boolean) => void;
  settle: () => void;
}) {
  const { id, name, value, isBad, change, complain, settle } = props;
  const [text, setText] = useState(String(value ?? ""));
  // What is being written stays as it is; a change from elsewhere, such as going back, shows.
  useEffect(() => {
    if (priceOf(text) === value) return;
    setText(String(value ?? ""));
    complain(false);
  }, [value]);
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const written = currentTarget.value;
    const read = priceOf(written);
    setText(written);
    complain(read === null && written.trim() !== "");
    if (read !== value) change(read);
  };
  return (
    <div>
      <label for={id}>{name}</label>
      <input
        id={id}
        name={id}
        form="search"
        inputMode="decimal"
        autocomplete="off"
        value={text}
        aria-invalid={isBad}
        aria-describedby="price-trouble"
        onInput={onInput}
        onBlur={settle}
      />
    </div>
  );
}
