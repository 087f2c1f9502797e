/** One line of a product feed, with the names of the JSONL import format. */
export type FeedRow = {
  id: string;
  title: string;
  description: string;
  brand: string;
  category: string[];
  price: number;
  compareAtPrice?: number;
  currency: string;
  availability: "in_stock" | "out_of_stock" | "preorder";
  imageUrl: string;
  link: string;
  gtin: string;
  color?: string;
  rating: number;
  ratingCount: number;
};

/** What a picture shows of its product. */
export type PictureSpec = {
  /** The name of a file in `drawings`. */
  kind: string;
  title: string;
  brand: string;
  /** The colour of the goods, `#rrggbb`. */
  colorHex: string;
  /** Decides stripes, handles and other details; the same for all colours of one model. */
  style: number;
  /** Smallest variant 0, largest 1. */
  size: number;
};

export type DemoProduct = {
  row: FeedRow;
  picture: PictureSpec;
  typeKey: string;
  departmentKey: string;
};

/** A kind or size: the label in the title, and the price relative to the type's usual one. */
export type Option = readonly [label: string, priceFactor: number];

export type Color = readonly [name: string, hex: string];

export type ProductType = {
  /** An id of the vocabulary; several nouns may share it. */
  type: string;
  /** Unique over the whole catalogue: it distinguishes two titles of one brand. */
  noun: string;
  /** The part of the category path below the department. */
  path: readonly string[];
  /** The name of a file in `drawings`. */
  picture: string;
  /** Usual price from cheap to dear, US dollars, for factors of 1. */
  priceUsd: readonly [low: number, high: number];
  /** Smallest first. */
  sizes: readonly Option[];
  /** Words before the noun; those that begin with "with" stand behind it. */
  kinds: readonly Option[];
  /** Empty for goods that nobody chooses by colour. */
  colors: readonly Color[];
  /** Sentences about the goods; `{2 kg/3 kg}` is the first for the first size, and so on. */
  facts: readonly string[];
};

export type Department = {
  key: string;
  name: string;
  brands: readonly string[];
  lines: readonly string[];
  /** Closing sentences that fit everything in the department. */
  closings: readonly string[];
  types: readonly ProductType[];
};

/** One size and colour of one model, before it becomes a product. */
export type Model = {
  brand: string;
  line: string;
  kind: Option;
  color: Color | undefined;
  size: Option;
  sizeAt: number;
  /** The same for all sizes and colours of one model. */
  modelKey: number;
  /** 0 for the first; counts up once every combination of a type has been used. */
  edition: number;
};
