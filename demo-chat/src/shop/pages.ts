import type { DemoProduct } from "../catalogue/types.ts";
import { type Html, html } from "./html.ts";
import type { Order } from "./orders.ts";
import type { DepartmentLink, PurchaseOutcome, ShopAdvertiser } from "./types.ts";

const MONEY = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const STOCK_WORDS = {
  in_stock: "In stock, ready to ship",
  preorder: "Pre-order, ships when it arrives",
  out_of_stock: "Sold out",
} as const;

type Form = { clickId?: string; formKey: string };

type Front = {
  departments: readonly DepartmentLink[];
  department: DepartmentLink | undefined;
  items: readonly DemoProduct[];
  page: number;
  hasMore: boolean;
};

/** The list of products, of all departments or of one. */
export function frontPage({ departments, department, items, page, hasMore }: Front): Html {
  const title = department?.name ?? "All departments";
  const chips = [{ key: "", name: "All" }, ...departments].map(({ key, name }) =>
    key === (department?.key ?? "")
      ? html`<li><a href="${frontUrl(key, 1)}" aria-current="page">${name}</a></li>`
      : html`<li><a href="${frontUrl(key, 1)}">${name}</a></li>`,
  );
  const key = department?.key ?? "";
  const list =
    items.length === 0
      ? html`<p class="empty">No products here. <a href="/shop">Go to all departments</a>.</p>`
      : html`<ul class="grid">${items.map(productCard)}</ul>`;
  return layout(
    title,
    html`<h1>${title}</h1>
<nav aria-label="Departments"><ul class="chips">${chips}</ul></nav>
${list}
<nav class="pager" aria-label="Pages">
${page > 1 ? html`<a rel="prev" href="${frontUrl(key, page - 1)}">Previous page</a>` : undefined}
<span>Page ${page}</span>
${hasMore ? html`<a rel="next" href="${frontUrl(key, page + 1)}">Next page</a>` : undefined}
</nav>`,
  );
}

function frontUrl(department: string, page: number): string {
  const query = new URLSearchParams();
  if (department !== "") query.set("department", department);
  if (page > 1) query.set("page", String(page));
  return query.size === 0 ? "/shop" : `/shop?${query.toString()}`;
}

function productCard({ row }: DemoProduct): Html {
  return html`<li class="card">
<img src="/shop/img/${row.id}.svg" alt="" width="480" height="480" loading="lazy">
<h2><a href="/shop/p/${row.id}">${row.title}</a></h2>
${priceLine({ row })}
</li>`;
}

/** One product with its form. */
export function productPage(product: DemoProduct, form: Form): Html {
  const { row } = product;
  const trail = row.category.map((name) => html`<li>${name}</li>`);
  return layout(
    row.title,
    html`<ol class="trail" aria-label="Category">${trail}</ol>
<article class="product">
<img src="/shop/img/${row.id}.svg" alt="Drawing of the product" width="480" height="480">
<div>
<p class="brand">${row.brand}</p>
<h1>${row.title}</h1>
<p class="rating">Rated ${row.rating.toFixed(1)} of 5 in
${row.ratingCount.toLocaleString("en-US")} ${row.ratingCount === 1 ? "review" : "reviews"}</p>
${priceLine(product)}
<p class="stock ${row.availability}">${STOCK_WORDS[row.availability]}</p>
<p>${row.description}</p>
${buyForm(product, { ...form, action: `/shop/p/${row.id}/buy` })}
<dl class="facts"><div><dt>Colour</dt><dd>${row.color}</dd></div>
<div><dt>GTIN</dt><dd>${row.gtin}</dd></div>
<div><dt>Article</dt><dd>${row.id}</dd></div></dl>
</div>
</article>`,
  );
}

function buyForm({ row }: DemoProduct, form: Form & { action: string }): Html {
  if (row.availability === "out_of_stock") {
    return html`<p class="note">This product cannot be ordered at the moment.
<a href="/shop">See what is in stock</a>.</p>`;
  }
  return html`<form class="buy" method="post" action="${form.action}">
${hiddenFields(row.id, form)}
<label for="coupon">Coupon code</label>
<p class="help" id="coupon-help">Optional. It is passed to the advertiser with the order.</p>
<input id="coupon" name="coupon" maxlength="40" autocomplete="off" autocapitalize="characters"
 spellcheck="false" pattern="[A-Za-z0-9_\\-]*" aria-describedby="coupon-help"
 title="Letters, digits, - and _">
<button type="submit">${row.availability === "preorder" ? "Pre-order" : "Buy"} for
${MONEY.format(row.price)}</button>
<p class="help">Demo: nothing is charged and nothing is shipped.</p>
</form>`;
}

function hiddenFields(productId: string, { clickId, formKey }: Form): Html {
  return html`<input type="hidden" name="product_id" value="${productId}">
<input type="hidden" name="form_key" value="${formKey}">
${
  clickId === undefined ? undefined : html`<input type="hidden" name="click_id" value="${clickId}">`
}`;
}

type KeyedOffer = { product: DemoProduct; formKey: string };

/** The landing page of one advertiser; every offer can be bought right here. */
export function campaignPage(
  advertiser: ShopAdvertiser,
  offers: readonly KeyedOffer[],
  { clickId }: { clickId?: string },
): Html {
  const coupon = advertiser.couponCode;
  const items = offers.map(({ product, formKey }) => {
    const form = { formKey, ...(clickId !== undefined && { clickId }) };
    return html`<li class="card">
<img src="/shop/img/${product.row.id}.svg" alt="" width="480" height="480" loading="lazy">
<h2><a href="${productUrl(product.row.id, clickId)}">${product.row.title}</a></h2>
${priceLine(product)}
${offerForm(product, { ...form, action: `/shop/c/${advertiser.slug}/buy`, coupon })}
</li>`;
  });
  return layout(
    advertiser.name,
    html`<header class="hero"><p class="brand">${advertiser.name}</p>
<h1>${advertiser.headline}</h1><p>${advertiser.text}</p>
${coupon === undefined ? undefined : html`<p>Coupon code <code>${coupon}</code></p>`}</header>
<h2>Offers</h2>
${
  items.length === 0
    ? html`<p class="empty">No offers at the moment. <a href="/shop">Go to the shop</a>.</p>`
    : html`<ul class="grid">${items}</ul>`
}`,
  );
}

function offerForm(
  { row }: DemoProduct,
  form: Form & { action: string; coupon: string | undefined },
): Html {
  if (row.availability === "out_of_stock") return html`<p class="stock out_of_stock">Sold out</p>`;
  return html`<form class="buy" method="post" action="${form.action}">
${hiddenFields(row.id, form)}
${
  form.coupon === undefined
    ? undefined
    : html`<input type="hidden" name="coupon" value="${form.coupon}">`
}
<button type="submit" class="quiet" aria-label="Buy ${row.title}">Buy</button>
</form>`;
}

function productUrl(id: string, clickId: string | undefined): string {
  return clickId === undefined ? `/shop/p/${id}` : `/shop/p/${id}?click_id=${clickId}`;
}

/** What was bought, and what the advertiser's agent made of it. */
export function thanksPage({ purchase, title }: Order, outcome: PurchaseOutcome): Html {
  return layout(
    "Thank you",
    html`<div class="narrow"><h1>Thank you for your order</h1>
<p>This is a demonstration: nothing was charged and nothing will be shipped.</p>
<dl class="facts">
<div><dt>Order</dt><dd>${purchase.orderId}</dd></div>
<div><dt>Product</dt><dd><a href="/shop/p/${purchase.productId}">${title}</a></dd></div>
<div><dt>Value</dt><dd>${MONEY.format(purchase.valueUsd)}</dd></div>
<div><dt>Click</dt><dd>${purchase.clickId ?? "none: you came without an ad"}</dd></div>
${
  purchase.couponCode === undefined
    ? undefined
    : html`<div><dt>Coupon</dt><dd>${purchase.couponCode}</dd></div>`
}
</dl>
<h2>Behind the scenes</h2>
<p>${outcome.reported ? "The sale was reported as a conversion." : "No conversion was reported."}
${outcome.message}</p>
<p><a href="/shop">Continue shopping</a></p></div>`,
  );
}

/** A page with one sentence, for everything that did not work. */
export function messagePage(message: string): Html {
  return layout(
    "Demo shop",
    html`<div class="narrow"><h1>${message}</h1>
<p><a href="/shop">Go to all departments</a></p></div>`,
  );
}

function priceLine({ row }: Pick<DemoProduct, "row">): Html {
  const before =
    row.compareAtPrice === undefined
      ? undefined
      : html` <s><span class="unseen">Before: </span>${MONEY.format(row.compareAtPrice)}</s>`;
  return html`<p class="price"><span class="unseen">Price: </span><strong
>${MONEY.format(row.price)}</strong>${before}</p>`;
}

function layout(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Demo shop</title>
<link rel="icon" href="/shop/icon.svg">
<link rel="stylesheet" href="/shop/shop.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div><a class="name" href="/shop">Fairground Goods</a>
<span class="badge">Demo shop: nothing is really sold</span></div></header>
<main id="content">${content}</main>
<footer><p>All brands, products and reviews here are invented.</p></footer>
</body>
</html>
`;
}
