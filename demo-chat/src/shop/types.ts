import type { DemoProduct } from "../catalogue/types.ts";

/** What the shop tells the advertiser's agent after a purchase. */
export type Purchase = {
  orderId: string;
  productId: string;
  /** US dollars, two decimals. */
  valueUsd: number;
  /** Set by the click hop; absent when someone came without an ad. */
  clickId?: string;
  couponCode?: string;
  /** The landing page the purchase started from. */
  campaignSlug?: string;
};

/** What became of the report; shown on the thank-you page. */
export type PurchaseOutcome = {
  reported: boolean;
  /** One sentence for the page, such as the reason why nothing was charged. */
  message?: string;
};

/** An advertiser of the demo with a landing page. */
export type ShopAdvertiser = {
  slug: string;
  name: string;
  headline: string;
  text: string;
  couponCode?: string;
  productIds: readonly string[];
};

export type DepartmentLink = { key: string; name: string };

export type ProductLookups = {
  departments: readonly DepartmentLink[];
  find(id: string): DemoProduct | undefined;
  /** Products of one department, or of all when none is named. */
  list(range: { department?: string; offset: number; limit: number }): readonly DemoProduct[];
  findAdvertiser(slug: string): ShopAdvertiser | undefined;
};

export type ShopOptions = {
  /** Public origin, without a slash at the end. */
  baseUrl: string;
  products: ProductLookups;
  /** Called once per order. A failure never spoils the purchase; it is shown and logged. */
  reportPurchase(purchase: Purchase): Promise<PurchaseOutcome>;
  onReportError?(error: unknown, purchase: Purchase): void;
  newOrderId?(): string;
  /** How long a buyer waits for the report; 5,000 when not given. */
  reportTimeoutMs?: number;
};
