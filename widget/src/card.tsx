import type { Card, CardPrice, CardRating, WidgetEventType } from "@placard/publisher-kit/types";
import type { ComponentChild } from "preact";
import { menu, onKeyDown } from "./card-menu.tsx";
import { en } from "./messages/en.ts";
import { watch } from "./viewability.ts";
import type { Words } from "./words.ts";

/** Draws a card. `cited`: tokens of the cited cards, where an answer may cite this one. */
type DrawCard = (words: Words, cited?: readonly string[]) => ComponentChild;

/** What the reader did with the card. Without a type: the card could not be drawn. */
type Act = (type?: WidgetEventType) => void;

function priceLine(
  { amount, currency, compareAtAmount, discountPercent, discountAmount }: CardPrice,
  words: Words,
) {
  const money = (value: number) => words.digits(value, "currency", currency);
  const saving = discountPercent
    ? words.off(words.digits(discountPercent / 100, "percent"))
    : discountAmount
      ? words.save(money(discountAmount))
      : null;
  return (
    <p part="price">
      <b>{money(amount)}</b>
      {compareAtAmount && compareAtAmount > amount ? (
        <s part="compare-at">
          <span class="spoken">{words.was}</span> {money(compareAtAmount)}
        </s>
      ) : null}
      {saving && <span part="discount">{saving}</span>}
    </p>
  );
}

function ratingLine(rating: CardRating, words: Words) {
  const value = words.digits(rating.value, "decimal");
  const count = words.digits(rating.count);
  return (
    rating.count > 0 && (
      <p part="fact">
        <span aria-hidden>
          ★ {value} ({count})
        </span>
        <span class="spoken">{words.rating(value, count)}</span>
      </p>
    )
  );
}

function drawing(path: string) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden>
      <path d={path} />
    </svg>
  );
}

/** A drawing lies behind the picture, and remains when the picture does not load. */
function picture({ image, kind }: Card) {
  return (
    (image || kind === "product") && (
      <div part="image">
        {image && (
          <img
            src={image.url}
            alt={image.alt ?? ""}
            loading="lazy"
            referrerpolicy="no-referrer"
            onError={(event) => event.currentTarget.remove()}
          />
        )}
        {drawing("M3 12V3h9l9 9-9 9zM7 7h2")}
      </div>
    )
  );
}

/** In the page's language what the exchange says itself: the label, who pays, who sells. */
function labelOf(disclosure: string, { labels, soldBy, sponsor }: Words) {
  if (labels === en.labels) return disclosure;
  const parts = disclosure.split(" · ").map((part) => {
    const [, way, name = ""] = /^(sold|paid for|sponsored) by (.+)/i.exec(part) ?? [];
    if (way) return (/sold/i.test(way) ? soldBy : sponsor)(name);
    return labels[en.labels.indexOf(part)] ?? part;
  });
  return parts.join(" · ");
}

/** Above the link, so that the code can be marked and copied. */
function coupon(code: string, words: Words) {
  return (
    <button
      part="coupon"
      onClick={({ currentTarget }) =>
        navigator.clipboard.writeText(code).then(() => {
          const said = currentTarget.lastElementChild;
          if (said) said.textContent = words.copied;
        }, String)
      }
    >
      <bdi>{words.code(code)}</bdi> <span role="status">{words.copy}</span>
    </button>
  );
}

/** A line of the card, left out when there is nothing to say. */
function line(part: string, text: string | false | undefined) {
  return (
    text && (
      <p part={part}>
        <bdi>{text}</bdi>
      </p>
    )
  );
}

function body(card: Card, words: Words, id: string, act: Act) {
  const { disclosure, text, price, rating, availability, seller, sponsor, couponCode } = card;
  const onClick = () => act("click");
  const isNew = (name = ""): name is string => name !== "" && !disclosure.includes(name);
  return (
    <div part="body">
      <p part="title">
        <a
          part="link"
          href={card.clickUrl}
          target="_blank"
          rel="sponsored noopener noreferrer"
          aria-describedby={id}
          onClick={onClick}
          // The middle button opens a tab without a click event.
          onAuxClick={(event) => event.button === 1 && onClick()}
        >
          <bdi>{card.title}</bdi> <span class="spoken">({words.newTab})</span>
        </a>
      </p>
      {line("text", text)}
      {price && priceLine(price, words)}
      {line(
        "stock",
        availability === "out_of_stock"
          ? words.outOfStock
          : availability === "preorder" && words.preorder,
      )}
      {rating && ratingLine(rating, words)}
      {/* A name that the label contains is not repeated. */}
      {line("fact", isNew(seller) && seller !== sponsor && words.soldBy(seller))}
      {line("fact", isNew(sponsor) && words.sponsor(sponsor))}
      {couponCode && coupon(couponCode, words)}
      <p part="action" aria-hidden>
        {words.view}
      </p>
    </div>
  );
}

/**
 * One offer. The label is first in reading order; one link covers the card. An error stays inside:
 * the card is left out and the page around it never sees it.
 * Shape: `id` is unique inside the box and names the parts that refer to each other.
 */
export function createCard(card: Card, id: string, act: Act): DrawCard {
  /** Keeps its identity, so that the second a card has to be seen outlives a new drawing. */
  const seen = (item: Element | null) => (item ? watch(item, () => act("viewable")) : undefined);
  const menuId = `${id}m`;
  return (words, cited) => {
    try {
      return (
        <li
          key={id}
          part={cited?.includes(card.cardToken) ? "card cited" : "card"}
          ref={seen}
          onKeyDown={onKeyDown}
        >
          <p part="disclosure" id={id}>
            <bdi>{labelOf(card.disclosure, words)}</bdi>{" "}
            {/* Keeps its place from the start, so that nothing moves when the answer ends. */}
            {cited && <span part="citation">{words.cited}</span>}
          </p>
          {picture(card)}
          {body(card, words, id, act)}
          {/* Opens the menu of that id by the browser's own means. */}
          <button part="menu-button" aria-label={words.options(card.title)} popovertarget={menuId}>
            {drawing("M4 12h2M11 12h2M18 12h2")}
          </button>
          {menu(card.sponsor ?? card.seller, words, menuId, act)}
        </li>
      );
    } catch {
      act();
      return null;
    }
  };
}

/** What stands where a card was hidden, until other cards come. */
export function createGap(id: string, undo: () => void): DrawCard {
  return (words) => (
    <li key={`${id}-`} part="gap">
      <p>{words.hidden}</p>
      <button part="undo" onClick={undo}>
        {words.undo}
      </button>
    </li>
  );
}

/** Looks like cards while they are on their way; nothing in it moves. */
export const skeleton = (
  <ul aria-hidden>
    {[1, 2, 3].map((place) => (
      <li key={place} part="skeleton">
        <div part="image" />
        <div part="body">
          <p />
          <p />
          <p />
        </div>
      </li>
    ))}
  </ul>
);
