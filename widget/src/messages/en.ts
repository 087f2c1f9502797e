/** All words the widget says itself. Numbers and money arrive formatted. */
export type Messages = {
  /** The language of these texts. */
  lang: string;
  dir: "ltr" | "rtl";
  /** Ad, Advertisement and Sponsored, the labels of the exchange, in this language. */
  labels: readonly [ad: string, advertisement: string, sponsored: string];
  /** Name of the landmark. */
  region: string;
  /** Said once to screen readers when cards appear. */
  shown: (count: number) => string;
  hidden: string;
  undo: string;
  /** Stands on a card that the chat's answer cites. */
  cited: string;
  /** Spoken before a struck-through price. */
  was: string;
  off: (percent: string) => string;
  save: (money: string) => string;
  soldBy: (name: string) => string;
  outOfStock: string;
  preorder: string;
  rating: (value: string, count: string) => string;
  code: (code: string) => string;
  copy: string;
  copied: string;
  /** Drawn as a button; the whole card is the link. */
  view: string;
  newTab: string;
  options: (title: string) => string;
  hide: string;
  why: string;
  whyText: string;
  /** Who pays for the card. */
  sponsor: (name: string) => string;
};

export const en: Messages = {
  lang: "en",
  dir: "ltr",
  labels: ["Ad", "Advertisement", "Sponsored"],
  region: "Sponsored",
  shown: (count) => `${count} sponsored offer${count === 1 ? "" : "s"}`,
  hidden: "Offer hidden",
  undo: "Undo",
  cited: "In the answer",
  was: "Original price",
  off: (percent) => `${percent} off`,
  save: (money) => `Save ${money}`,
  soldBy: (name) => `Sold by ${name}`,
  outOfStock: "Out of stock",
  preorder: "Pre-order",
  rating: (value, count) => `Rated ${value} out of 5 by ${count}`,
  code: (code) => `Code ${code}`,
  copy: "Copy",
  copied: "Copied",
  view: "View offer",
  newTab: "opens in a new tab",
  options: (title) => `Options for ${title}`,
  hide: "Hide this offer",
  why: "Why this ad",
  whyText:
    "This is advertising. It was chosen because it matches words in your last message. " +
    "The advertiser does not receive your message.",
  sponsor: (name) => `Paid for by ${name}`,
};
