import type { DemoProduct } from "../goods/types.ts";
import { type Html, html } from "./html.ts";
import {
  couponField,
  type FormKeys,
  hiddenFields,
  layout,
  MONEY,
  priceLine,
  type Tried,
} from "./parts.ts";
import type { DepartmentLink } from "./types.ts";

const STOCK_WORDS = {
  in_stock: "In stock, ready to ship",
  preorder: "Pre-order, ships when it arrives",
  out_of_stock: "Sold out",
} as const;

type Form = FormKeys & { tried?: Tried };

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
${pager({ page, hasMore, urlOf: (other) => frontUrl(key, other) })}`,
  );
}

type Found = {
  query: string;
  page: number;
  items: readonly DemoProduct[];
  /** "1–20 of 134 results". */
  summary: string;
  hasMore: boolean;
};

/** What the exchange's product search found. */
export function resultsPage({ query, page, items, summary, hasMore }: Found): Html {
  const title = `Results for “${query}”`;
  const list =
    items.length === 0
      ? html`<p class="empty">Try fewer or other words, or
<a href="/shop">go to all departments</a>.</p>`
      : html`<ul class="grid">${items.map(productCard)}</ul>`;
  const urlOf = (other: number) => resultsUrl(query, other);
  return layout(
    title,
    html`<h1>${title}</h1>
<p class="summary">${summary}</p>
${list}
${pager({ page, hasMore, urlOf })}`,
    query,
  );
}

type Place = { page: number; hasMore: boolean; urlOf(page: number): string };

function pager({ page, hasMore, urlOf }: Place): Html | undefined {
  if (page === 1 && !hasMore) return undefined;
  return html`<nav class="pager" aria-label="Pages">
${page > 1 ? html`<a rel="prev" href="${urlOf(page - 1)}">Previous page</a>` : undefined}
<span>Page ${page}</span>
${hasMore ? html`<a rel="next" href="${urlOf(page + 1)}">Next page</a>` : undefined}
</nav>`;
}

function resultsUrl(query: string, page: number): string {
  const fields = new URLSearchParams({ q: query, ...(page > 1 && { page: String(page) }) });
  return `/shop?${fields.toString()}`;
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
    form.tried?.error === undefined ? row.title : `Error: ${row.title}`,
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
${buyForm(product, form)}
<dl class="facts"><div><dt>Colour</dt><dd>${row.color}</dd></div>
<div><dt>GTIN</dt><dd>${row.gtin}</dd></div>
<div><dt>Article</dt><dd>${row.id}</dd></div></dl>
</div>
</article>`,
  );
}

function buyForm({ row }: DemoProduct, form: Form): Html {
  if (row.availability === "out_of_stock") {
    return html`<p class="note">This product cannot be ordered at the moment.
<a href="/shop">See what is in stock</a>.</p>`;
  }
  return html`<form class="buy" method="post" action="/shop/p/${row.id}/buy">
${hiddenFields(form)}
${couponField("coupon", "Optional. Codes come with the ads in the chat.", form.tried)}
<button type="submit">${row.availability === "preorder" ? "Pre-order" : "Buy"} for
${MONEY.format(row.price)}</button>
<p class="help">Demo: nothing is charged and nothing is shipped.</p>
</form>`;
}
