import { useEffect, useRef, useState } from "preact/hooks";
import type { ProductRecord } from "../../src/contract/resources/product.ts";
import { To } from "./address-link.tsx";
import { Name, Picture, PriceLine, Rating, Stock } from "./card.tsx";
import type { Address } from "./use-address.ts";
import { isTracked } from "./use-products.ts";
import { ORIGIN } from "./wish.ts";

/** A product's details over the list; its address can be shared, and works without a script. */
export function QuickView(props: {
  address: Address;
  items: readonly ProductRecord[];
  given: ProductRecord | undefined;
}) {
  const { wish } = props.address;
  const listed = [...props.items, ...(props.given === undefined ? [] : [props.given])];
  const known = listed.find(({ id }) => id === wish.product);
  const product = useProduct(wish.product, known);
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  const without = { ...wish, product: "" };
  const closing = useRef(() => {});
  closing.current = () => props.address.choose(without);
  const isOpen = wish.product !== "" && product !== undefined;
  useEffect(() => {
    const element = dialog.current;
    if (element === null || !isOpen) return;
    opener.current = document.activeElement;
    // The server's markup is open already, but is no modal yet.
    element.close();
    element.showModal();
    // A click beside the box is one on the dialog itself.
    element.onclick = ({ target }) => {
      if (target === element) closing.current();
    };
    return () => {
      element.close();
      const before = opener.current;
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isOpen, wish.product]);
  if (!isOpen) return null;
  return (
    <dialog
      ref={dialog}
      open
      class="quick"
      aria-labelledby="quick-title"
      onCancel={(event) => {
        event.preventDefault();
        props.address.choose(without);
      }}
    >
      <div class="quick-body">
        <To wish={without} address={props.address} class="close" label="Close">
          ×
        </To>
        <Details product={product} />
      </div>
    </dialog>
  );
}

function Details({ product }: { product: ProductRecord }) {
  const { title, disclosure, description, brand, category = [], seller, gtin } = product;
  const facts = [
    ["Brand", brand],
    ["Category", category.length === 0 ? undefined : category.join(" › ")],
    ["Seller", seller],
    ["GTIN", gtin],
  ] as const;
  return (
    <>
      <Picture url={product.image.url} />
      <div class="about">
        <p class="label" id="quick-label">
          <Name text={disclosure} />
        </p>
        <h2 id="quick-title">
          <Name text={title} />
        </h2>
        <PriceLine price={product.price} />
        {product.rating === undefined ? null : (
          <p class="fact">
            <Rating rating={product.rating} />
          </p>
        )}
        <Stock availability={product.availability} />
        {description === undefined ? null : (
          <p dir="auto" class="description">
            {description}
          </p>
        )}
        <dl>
          {facts.map(([name, value]) =>
            value === undefined ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Name text={value} />
                </dd>
              </div>
            ),
          )}
        </dl>
        <a
          class="button"
          href={product.clickUrl}
          target="_blank"
          rel="sponsored noopener noreferrer"
          aria-describedby="quick-label"
        >
          View at the shop <span class="spoken">(opens a new tab)</span>
        </a>
      </div>
    </>
  );
}

/** A product that is on no list here, such as a shared one, is fetched. */
function useProduct(id: string, known: ProductRecord | undefined): ProductRecord | undefined {
  const [fetched, setFetched] = useState<ProductRecord>();
  useEffect(() => {
    if (id === "" || known !== undefined || fetched?.id === id) return;
    const overtaken = new AbortController();
    const options: RequestInit = { credentials: "omit", signal: overtaken.signal };
    fetch(`/api/public/shopfeed-products/${encodeURIComponent(id)}?origin=${ORIGIN}`, options)
      .then(async (response): Promise<void> => {
        if (!response.ok) return;
        const product: ProductRecord = await response.json();
        if (isTracked(product)) setFetched(product);
      })
      // Without its details the list behind them still stands.
      .catch(() => undefined);
    return () => overtaken.abort();
  }, [id, known]);
  return known ?? (fetched?.id === id ? fetched : undefined);
}
