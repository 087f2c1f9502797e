/** What a product says of itself. */
export interface DescribedProduct {
  readonly title: string;
  /** From the widest to the narrowest. */
  readonly category: readonly string[];
  readonly brand?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** A hint at a type from one place of a product's data. */
export interface Clue {
  /** `null` if the place only says what the product goes with. */
  readonly type: string | null;
  readonly goesWith: string | null;
  /** 1: the head of a title. */
  readonly weight: number;
  readonly source: "title" | "category" | "description";
}
