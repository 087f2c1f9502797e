import { useState } from "preact/hooks";
import type { ProductRecord } from "../../src/contract/resources/product.ts";
import { To } from "./address-link.tsx";
import type { Address } from "./use-address.ts";
import { count, price, rating } from "./words.ts";

/** One product: the label first, then what it is and costs, under one link to the exchange. */
export function Card({ product, address }: { product: ProductRecord; address: Address }) {
  const { id, title, disclosure, clickUrl } = product;
  return (
    <li class="card">
      <p class="label" id={`label-${id}`}>
        <Name text={disclosure} />
      </p>
      <Picture url={product.image.url} />
      <div class="about">
        <p class="title">
          <a
            href={clickUrl}
            target="_blank"
            rel="sponsored noopener noreferrer"
            aria-describedby={`label-${id}`}
          >
            <Name text={title} /> <span class="spoken">(opens a new tab)</span>
          </a>
        </p>
        <PriceLine price={product.price} />
        <Facts product={product} />
        <Stock availability={product.availability} />
        <To wish={{ ...address.wish, product: id }} address={address} class="more">
          Quick view<span class="spoken"> of {title}</span>
        </To>
      </div>
    </li>
  );
}

/** A shop's own words: never markup, and their direction stays inside. */
export function Name({ text }: { text: string }) {
  return <bdi dir="auto">{text}</bdi>;
}

/** The title beside it says what it shows. */
export function Picture({ url }: { url: string }) {
  const [lostUrl, setLostUrl] = useState<string>();
  return (
    <div class="picture">
      {lostUrl === url ? (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9zM7.5 7.5h.01" />
        </svg>
      ) : (
        <img
          src={url}
          alt=""
          width={480}
          height={480}
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => setLostUrl(url)}
        />
      )}
    </div>
  );
}

export function PriceLine({ price: given }: { price: ProductRecord["price"] }) {
  const { amount, currency, compareAtAmount, discountPercent } = given;
  return (
    <p class="price">
      <b>{price(amount, currency)}</b>
      {compareAtAmount === null ? null : (
        <s>
          <span class="spoken">before: </span>
          {price(compareAtAmount, currency)}
        </s>
      )}
      {discountPercent === null ? null : <span class="discount">{discountPercent}% off</span>}
    </p>
  );
}

function Facts({ product: { brand, rating: given } }: { product: ProductRecord }) {
  if (brand === undefined && given === undefined) return null;
  return (
    <p class="fact">
      {brand === undefined ? null : <Name text={brand} />}
      {brand === undefined || given === undefined ? null : " · "}
      <Rating rating={given} />
    </p>
  );
}

export function Rating({ rating: given }: { rating: ProductRecord["rating"] }) {
  if (given === undefined) return null;
  const [value, votes] = [rating(given.value), count(given.count)];
  return (
    <>
      <span aria-hidden="true">
        ★ {value} ({votes})
      </span>
      <span class="spoken">
        rated {value} of 5 by {votes}
      </span>
    </>
  );
}

export function Stock({ availability }: { availability: ProductRecord["availability"] }) {
  if (availability === "in_stock") return null;
  return <p class="stock">{availability === "preorder" ? "Pre-order" : "Out of stock"}</p>;
}
