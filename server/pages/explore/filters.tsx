import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Address } from "./use-address.ts";
import type { Choice, Choices } from "./use-choices.ts";
import { filterCountOf, priceOf, SORTS, type Sort, type Wish, withoutFilters } from "./wish.ts";

const DISCOUNTS = [10, 20, 30, 50, 70] as const;

/** Everything that narrows or orders the list; a change begins again at its first page. */
export function Filters({ address, choices }: { address: Address; choices: Choices }) {
  const [isOpen, setOpen] = useState(false);
  const { wish } = address;
  const set = filterCountOf(wish);
  const choose = (change: Partial<Wish>) => address.choose({ ...wish, page: 1, ...change });
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
      <fieldset id="filters" class={isOpen ? "filters open" : "filters"}>
        <legend class="spoken">Filters</legend>
        <Order sort={wish.sort} choose={(sort) => choose({ sort })} />
        <Discount
          chosen={wish.minDiscountPercent}
          choose={(minDiscountPercent) => choose({ minDiscountPercent })}
        />
        <Prices address={address} />
        <NameField
          id="brand"
          name="Brand"
          choices={choices.brands}
          chosen={wish.brand}
          choose={(brand) => choose({ brand })}
        />
        <NameField
          id="category"
          name="Category"
          choices={choices.categories}
          chosen={wish.category}
          choose={(category) => choose({ category })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={wish.inStockOnly}
            onChange={({ currentTarget }) => choose({ inStockOnly: currentTarget.checked })}
          />
          In stock only
        </label>
        {set === 0 ? null : (
          <button type="button" class="quiet" onClick={() => address.choose(withoutFilters(wish))}>
            Clear filters
          </button>
        )}
      </fieldset>
    </>
  );
}

function Order({ sort, choose }: { sort: Sort; choose: (sort: Sort) => void }) {
  return (
    <Field id="sort" name="Order">
      <select
        id="sort"
        value={sort}
        onChange={({ currentTarget: { value } }) =>
          choose(SORTS.find(([known]) => known === value)?.[0] ?? "relevance")
        }
      >
        {SORTS.map(([known, words]) => (
          <option key={known} value={known}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Discount(props: { chosen: number | null; choose: (percent: number | null) => void }) {
  const { chosen, choose } = props;
  return (
    <Field id="discount" name="Discount">
      <select
        id="discount"
        value={String(chosen ?? "")}
        onChange={({ currentTarget: { value } }) => choose(value === "" ? null : Number(value))}
      >
        <option value="">Any</option>
        {discountsWith(chosen).map((percent) => (
          <option key={percent} value={String(percent)}>{`At least ${percent}%`}</option>
        ))}
      </select>
    </Field>
  );
}

/** An address may carry a bound that is not among the usual ones. */
function discountsWith(chosen: number | null): number[] {
  const all = new Set<number>(DISCOUNTS);
  if (chosen !== null) all.add(chosen);
  return [...all].sort((one, other) => one - other);
}

function Field(props: { id: string; name: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={props.id}>{props.name}</label>
      {props.children}
    </div>
  );
}

function NameField(props: {
  id: string;
  name: string;
  choices: readonly Choice[];
  chosen: string;
  choose: (name: string) => void;
}) {
  const { id, name, choices, chosen, choose } = props;
  return (
    <Field id={id} name={name}>
      <select id={id} value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">Any</option>
        {choices.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Field>
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
  return (
    <div class="field">
      <div class="prices">
        <Price
          id="price-min"
          name="Price from, $"
          value={minPrice}
          isBad={isBad.min || isCrossed}
          change={(value) => type({ ...wish, page: 1, minPrice: value })}
          complain={(min) => setBad((before) => ({ ...before, min }))}
          settle={settle}
        />
        <Price
          id="price-max"
          name="to, $"
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
