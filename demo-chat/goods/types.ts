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
  color: string;
  rating: number;
  ratingCount: number;
};

/** What a picture needs to know about its product. */
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

/** The label in the title, and the price relative to the type's usual one. */
export type Variant = readonly [label: string, priceFactor: number];

export type Color = readonly [name: string, hex: string];

export type ProductType = {
  key: string;
  /** Unique over the whole catalogue: it tells two titles of one brand apart. */
  noun: string;
  /** The part of the category path below the department. */
  path: readonly string[];
  /** The name of a file in `drawings`. */
  picture: string;
  /** Usual price from cheap to dear, US dollars, for a variant with factor 1. */
  priceUsd: readonly [low: number, high: number];
  colors: readonly Color[];
  variants: readonly Variant[];
  /** Sentences about the goods; `{variant}` and `{color}` are filled in. */
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

/** One variant of one model, before it becomes a product. */
export type Model = {
  brand: string;
  line: string;
  color: Color;
  variant: Variant;
  variantAt: number;
  /** The same for all variants of one model. */
  modelKey: number;
  /** 0 for the first; counts up once every combination of a type has been used. */
  edition: number;
};
