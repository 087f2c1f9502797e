import type { WireCall } from "../console/wire.ts";
import type { DemoProduct } from "../goods/types.ts";

type Origin = {
  /** The shop's number for it: the same for one form, however often it is sent. */
  orderId: string;
  /** Set by the click redirect; absent for a visit without an ad. */
  clickId?: string;
  /** The landing page it started from. */
  campaignSlug?: string;
};

/** Money is in US dollars, two decimals. */
export type Purchase = Origin & {
  kind: "order";
  productId: string;
  priceUsd: number;
  /** The price less the coupon. */
  valueUsd: number;
  couponCode?: string;
};

export type SignUp = Origin & { kind: "sign_up"; campaignSlug: string; email: string };
export type Install = Origin & { kind: "install"; campaignSlug: string };

/** What a visitor did that an advertiser may pay for. */
export type ShopAction = Purchase | SignUp | Install;

/** What became of the report; shown on the thank-you page. */
export type ActionOutcome = {
  reported: boolean;
  /** One sentence for the page, such as the reason why nothing was charged. */
  message?: string;
  /** The server calls it took, for the timeline. */
  calls?: WireCall[];
};

export type CouponVerdict =
  | { ok: true; code: string; percentOff: number }
  | { ok: false; message: string };

/** The servers of the demo's advertisers, as far as the shop needs them. */
export type Advertising = {
  /** Reports to the exchange what happened. */
  report(action: ShopAction): Promise<ActionOutcome>;
  /** Whether a code takes something off, asked before the order is placed. */
  checkCoupon(code: string, on: CouponUse): Promise<CouponVerdict>;
};

export type CouponUse = { productId: string; campaignSlug?: string };

/** What the landing page asks of its visitor. */
export type LandingAction = "buy" | "sign_up" | "install";

export type LandingCoupon = { code: string; percentOff: number; maxRedemptions: number };

/** An advertiser of the demo with a landing page. */
export type ShopAdvertiser = {
  slug: string;
  name: string;
  headline: string;
  text: string;
  action: LandingAction;
  /** The last one is filled in for the visitor. */
  coupons: readonly LandingCoupon[];
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

/** A page of results. `total` counts those of all pages, up to 500. */
export type ShopResults = { isPending: boolean; ids: string[]; hasMore: boolean; total: number };

/** **Errors** rejects where the exchange does not answer. */
export type ShopSearch = (query: string, page: number) => Promise<ShopResults>;

export type ShopOptions = {
  products: ProductLookups;
  search: ShopSearch;
  /** A failure never spoils the purchase; it is shown and logged. */
  advertising: Advertising;
  onReportError?(error: unknown, action: ShopAction): void;
  newOrderId?(): string;
  /** How long a visitor waits for the exchange; 5,000 when not given. */
  reportTimeoutMs?: number;
};
