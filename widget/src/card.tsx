import type { Card, CardPrice, WidgetEventType } from "@placard/publisher-kit/types";
import { Component } from "preact";
import { CardMenu } from "./card-menu.tsx";
import type { Words } from "./words.ts";

export type CardActions = {
  watch: (element: Element, card: Card) => () => void;
  onAction: (type: WidgetEventType, card: Card) => void;
  onError: () => void;
};
type Props = {
  card: Card;
  words: Words;
  /** Unique inside the box; names the parts that refer to each other. */
  id: string;
  actions: CardActions;
};
type State = { isBroken?: boolean; isPictureLost?: boolean };

function PriceLine({ price, words }: { price: CardPrice; words: Words }) {
  const { amount, currency, compareAtAmount, discountPercent, discountAmount } = price;
  const saving = discountPercent
    ? words.off(words.percent(discountPercent))
    : discountAmount && words.save(words.money(discountAmount, currency));
  return (
    <p part="price">
      <b>{words.money(amount, currency)}</b>
      {compareAtAmount && compareAtAmount > amount ? (
        <s part="compare-at">
          <span class="spoken">{words.was}</span> {words.money(compareAtAmount, currency)}
        </s>
      ) : null}
      {saving ? <span part="discount">{saving}</span> : null}
    </p>
  );
}

function Facts({ card, words }: { card: Card; words: Words }) {
  const { seller, sponsor, rating, availability, disclosure } = card;
  // A sponsor the label names already is not named twice.
  const from = seller ? words.soldBy(seller) : !disclosure.includes(sponsor ?? "") && sponsor;
  const stock =
    (availability === "out_of_stock" && words.outOfStock) ||
    (availability === "preorder" && words.preorder);
  const value = words.number(rating?.value ?? 0);
  const count = words.number(rating?.count ?? 0);
  return (
    <>
      {stock ? <p part="stock">{stock}</p> : null}
      {rating?.count ? (
        <p part="fact">
          <span aria-hidden="true">
            ★ {value} ({count})
          </span>
          <span class="spoken">{words.rating(value, count)}</span>
        </p>
      ) : null}
      {from ? (
        <p part="fact">
          <bdi>{from}</bdi>
        </p>
      ) : null}
    </>
  );
}

/**
 * One offer. The label is first in reading order; one link covers the card. An error below stays
 * inside: the card is left out and the page around it never sees it.
 */
export class CardView extends Component<Props, State> {
  override state: State = {};
  item: Element | null = null;
  unwatch?: () => void;

  override componentDidMount(): void {
    const { actions, card } = this.props;
    if (this.item) this.unwatch = actions.watch(this.item, card);
  }

  override componentWillUnmount(): void {
    this.unwatch?.();
  }

  override componentDidCatch(): void {
    this.setState({ isBroken: true });
    this.props.actions.onError();
  }

  picture() {
    const { image, kind } = this.props.card;
    if (!image && kind === "campaign") return null;
    return (
      <div part="image">
        {image && !this.state.isPictureLost ? (
          <img
            src={image.url}
            alt={image.alt ?? ""}
            loading="lazy"
            referrerpolicy="no-referrer"
            onError={() => this.setState({ isPictureLost: true })}
          />
        ) : (
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9zM7.5 7.5h.01" />
          </svg>
        )}
      </div>
    );
  }

  link() {
    const { card, words, id, actions } = this.props;
    const onClick = () => actions.onAction("click", card);
    return (
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
    );
  }

  render({ card, words, id, actions }: Props, { isBroken }: State) {
    if (isBroken) return null;
    const { price, text, couponCode } = card;
    return (
      <li
        part="card"
        ref={(item) => {
          this.item = item;
        }}
      >
        <p part="disclosure" id={id}>
          <bdi>{card.disclosure}</bdi>
        </p>
        {this.picture()}
        <div part="body">
          <p part="title">{this.link()}</p>
          {text ? (
            <p part="text">
              <bdi>{text}</bdi>
            </p>
          ) : null}
          {price ? <PriceLine price={price} words={words} /> : null}
          <Facts card={card} words={words} />
          {couponCode ? <p part="coupon">{words.code(couponCode)}</p> : null}
        </div>
        <CardMenu card={card} words={words} id={`${id}m`} onAction={actions.onAction} />
      </li>
    );
  }
}
