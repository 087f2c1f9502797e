import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import type { Browse } from "../../src/contract/resources/product.ts";
import type { Address } from "./use-address.ts";
import { fieldsOf, NO_WISH, type Wish } from "./wish.ts";
import { categoryPath, count } from "./words.ts";

export type Field = RefObject<HTMLInputElement | null>;
type Suggestion = Browse["suggestions"][number];

const KINDS = { type: "Product type", category: "Category", brand: "Brand" };

interface SearchProps {
  readonly address: Address;
  readonly field: Field;
  readonly suggestions: readonly Suggestion[];
}

/** The field with suggestions below it: a combobox of the ARIA patterns. */
export function Search(props: SearchProps) {
  const { address, field, suggestions } = props;
  const { wish, settle } = address;
  const { isListed, at, take, write, close, onKeyDown } = useOptions(props);
  const combobox = {
    role: "combobox",
    list: undefined,
    "aria-autocomplete": "list",
    "aria-expanded": isListed,
    "aria-controls": "suggestions",
    "aria-activedescendant": isListed && at >= 0 ? `suggestion-${at}` : undefined,
  } as const;
  return (
    <form id="search" class="search" action="/explore" method="get">
      <label for="words">What are you looking for?</label>
      <div class="field-row">
        <input
          id="words"
          name="q"
          ref={field}
          type="search"
          {...combobox}
          autocomplete="off"
          spellcheck={false}
          maxLength={500}
          placeholder="running shoes under $80"
          aria-describedby="keys"
          value={wish.q}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            settle();
            close();
          }}
        />
        <button type="submit" class="unscripted">
          Search
        </button>
        <Options suggestions={suggestions} at={at} isListed={isListed} take={take} />
      </div>
      <Kept wish={wish} />
      <p id="keys" class="soft">
        <kbd>/</kbd> to search, arrow keys between products, <kbd>Esc</kbd> to clear
      </p>
    </form>
  );
}

/** Which suggestion the keys have reached, and what each key does. */
function useOptions(props: SearchProps) {
  const { address, field, suggestions } = props;
  const { wish, type, settle } = address;
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const isListed = isOpen && suggestions.length > 0 && wish.q.trim() !== "";
  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const write = (q: string) => {
    type({ ...wish, q, page: 1, product: "" });
    setOpen(true);
    setAt(-1);
  };
  const move = (step: number) => {
    const places = suggestions.length + 1;
    setAt(((at + 1 + step + places) % places) - 1);
  };
  const take = (suggestion: Suggestion) => {
    address.choose(wishFor(suggestion));
    close();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const chosen = isListed ? suggestions[at] : undefined;
    const acts: Record<string, (() => void) | undefined> = {
      Enter: () => {
        if (chosen === undefined) settle();
        else take(chosen);
        close();
      },
      ...(isListed && { ArrowDown: () => move(1), ArrowUp: () => move(-1), Escape: close }),
      ...(!isListed && wish.q !== "" && { Escape: () => write("") }),
    };
    const act = acts[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return { isListed, at, take, write, close, onKeyDown };
}

function Options(props: {
  suggestions: readonly Suggestion[];
  at: number;
  isListed: boolean;
  take: (suggestion: Suggestion) => void;
}) {
  const { suggestions, at, isListed, take } = props;
  return (
    <div id="suggestions" role="listbox" aria-label="Suggestions" hidden={!isListed}>
      {suggestions.map((suggestion, index) => (
        <div
          key={`${suggestion.kind} ${suggestion.value}`}
          id={`suggestion-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault();
            take(suggestion);
          }}
        >
          <span>{categoryPath(suggestion.value)}</span>
          <span class="soft">
            {KINDS[suggestion.kind]}
            {suggestion.count === undefined ? "" : ` · ${count(suggestion.count)}`}
          </span>
        </div>
      ))}
    </div>
  );
}

/** What the form must not lose when it is sent without a script. */
function Kept({ wish }: { wish: Wish }) {
  const own = { q: "", sort: NO_WISH.sort, minPrice: null, maxPrice: null, page: 1, product: "" };
  const others = [...fieldsOf({ ...wish, ...own })];
  return (
    <>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

function wishFor({ kind, value }: Suggestion): Wish {
  if (kind === "category") return { ...NO_WISH, category: value };
  return kind === "brand" ? { ...NO_WISH, brand: value } : { ...NO_WISH, q: value };
}
