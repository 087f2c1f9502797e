import type { DemoProduct } from "../goods/types.ts";
import { type Html, html } from "./html.ts";
import {
  couponField,
  type FormKeys,
  fieldBlock,
  fieldState,
  hiddenFields,
  layout,
  priceLine,
  type Tried,
} from "./parts.ts";
import type { LandingAction, LandingCoupon, ShopAdvertiser } from "./types.ts";

type KeyedOffer = { product: DemoProduct; formKey: string; tried?: Tried };

export type Landing = {
  advertiser: ShopAdvertiser;
  offers: readonly KeyedOffer[];
  /** Of the form that asks for something else than buying. */
  formKey: string;
  clickId?: string;
  /** An address that was refused. */
  tried?: Tried;
};

const OFFERS: Readonly<Record<LandingAction, string>> = {
  buy: "Offers",
  sign_up: "What you will use",
  install: "What it goes with",
};

/** The landing page of one advertiser: what it is paid for can be done right here. */
export function campaignPage(landing: Landing): Html {
  const { advertiser, offers, clickId } = landing;
  const { name, headline, text, coupons, action } = advertiser;
  const isWrong = landing.tried !== undefined || offers.some(({ tried }) => tried?.error);
  const items = offers.map((offer) =>
    action === "buy" ? buyCard(advertiser, offer, clickId) : plainCard(offer, clickId),
  );
  return layout(
    isWrong ? `Error: ${name}` : name,
    html`<header class="hero"><p class="brand">${name}</p>
<h1>${headline}</h1><p>${text}</p>
${coupons.length === 0 ? undefined : html`<ul class="codes">${coupons.map(codeLine)}</ul>`}
${action === "sign_up" ? signUpForm(landing) : undefined}
${action === "install" ? installForm(landing) : undefined}</header>
<h2>${OFFERS[action]}</h2>
${
  items.length === 0
    ? html`<p class="empty">No offers at the moment. <a href="/shop">Go to the shop</a>.</p>`
    : html`<ul class="grid">${items}</ul>`
}`,
  );
}

function codeLine({ code, percentOff, maxRedemptions }: LandingCoupon): Html {
  const limit = maxRedemptions === 1 ? ", for one order only" : "";
  return html`<li><code>${code}</code> ${percentOff}% off${limit}</li>`;
}

function signUpForm({ advertiser, formKey, clickId, tried }: Landing): Html {
  const keys = { formKey, ...(clickId !== undefined && { clickId }) };
  return html`<form class="act" method="post" action="/shop/c/${advertiser.slug}/sign-up">
${hiddenFields(keys)}
${fieldBlock({
  id: "email",
  label: "Email address",
  help: "Any address works: nothing is sent. The exchange receives only a number computed from it.",
  tried,
  input: html`<input id="email" name="email" type="email" required maxlength="254"
 autocomplete="email" value="${tried?.value ?? ""}" ${fieldState("email", tried)}>`,
})}
<button type="submit">Sign up</button>
</form>`;
}

function installForm({ advertiser, formKey, clickId }: Landing): Html {
  const keys = { formKey, ...(clickId !== undefined && { clickId }) };
  return html`<form class="act" method="post" action="/shop/c/${advertiser.slug}/install">
${hiddenFields(keys)}
<button type="submit">Install</button>
<p class="help">Demo: nothing is put on your device.</p>
</form>`;
}

function plainCard({ product }: KeyedOffer, clickId: string | undefined): Html {
  return html`<li class="card">${picture(product)}
<h3><a href="${productUrl(product.row.id, clickId)}">${product.row.title}</a></h3>
${priceLine(product)}
</li>`;
}

function buyCard(advertiser: ShopAdvertiser, offer: KeyedOffer, clickId: string | undefined): Html {
  const { product, formKey } = offer;
  const keys = { formKey, ...(clickId !== undefined && { clickId }) };
  return html`<li class="card">${picture(product)}
<h3><a href="${productUrl(product.row.id, clickId)}">${product.row.title}</a></h3>
${priceLine(product)}
${offerForm(advertiser, offer, keys)}
</li>`;
}

function offerForm(advertiser: ShopAdvertiser, offer: KeyedOffer, keys: FormKeys): Html {
  const { row } = offer.product;
  if (row.availability === "out_of_stock") return html`<p class="stock out_of_stock">Sold out</p>`;
  const newest = advertiser.coupons.at(-1);
  const tried = offer.tried ?? (newest === undefined ? undefined : { value: newest.code });
  return html`<form class="buy" method="post" action="/shop/c/${advertiser.slug}/buy">
${hiddenFields(keys)}
<input type="hidden" name="product_id" value="${row.id}">
${tried === undefined ? undefined : couponField(`coupon-${row.id}`, "Optional.", tried)}
<button type="submit" class="quiet" aria-label="Buy ${row.title}">Buy</button>
</form>`;
}

function picture({ row }: DemoProduct): Html {
  return html`
<img src="/shop/img/${row.id}.svg" alt="" width="480" height="480" loading="lazy">`;
}

function productUrl(id: string, clickId: string | undefined): string {
  return clickId === undefined ? `/shop/p/${id}` : `/shop/p/${id}?click_id=${clickId}`;
}
