import type { DemoProduct } from "../goods/types.ts";
import { type Html, html } from "./html.ts";

/** What several pages of the shop are made of. */

export const MONEY = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** What a form carries besides its fields. */
export type FormKeys = { clickId?: string; formKey: string };

/** A field as it was sent, with what is wrong with it. */
export type Tried = { value: string; error?: string };

export function hiddenFields({ clickId, formKey }: FormKeys): Html {
  return html`<input type="hidden" name="form_key" value="${formKey}">
${
  clickId === undefined ? undefined : html`<input type="hidden" name="click_id" value="${clickId}">`
}`;
}

type Field = { id: string; label: string; help: string; input: Html; tried: Tried | undefined };

/** Label above, help below it, and what is wrong beside the field. */
export function fieldBlock({ id, label, help, input, tried }: Field): Html {
  return html`<label for="${id}">${label}</label>
<p class="help" id="${id}-help">${help}</p>
${errorLine(id, tried)}
${input}`;
}

function errorLine(id: string, tried: Tried | undefined): Html | undefined {
  if (tried?.error === undefined) return undefined;
  return html`<p class="error" id="${id}-error">${tried.error}</p>`;
}

/** The attributes that tie a field to its help and its error. */
export function fieldState(id: string, tried: Tried | undefined): Html {
  return tried?.error === undefined
    ? html`aria-describedby="${id}-help"`
    : html`aria-describedby="${id}-help ${id}-error" aria-invalid="true" autofocus`;
}

export function couponField(id: string, help: string, tried: Tried | undefined): Html {
  return fieldBlock({
    id,
    label: "Coupon code",
    help,
    tried,
    input: html`<input id="${id}" name="coupon" maxlength="40" value="${tried?.value ?? ""}"
 autocomplete="off" autocapitalize="characters" spellcheck="false" pattern="[A-Za-z0-9_\\-]*"
 title="Letters, digits, - and _" ${fieldState(id, tried)}>`,
  });
}

export function priceLine({ row }: Pick<DemoProduct, "row">): Html {
  const before =
    row.compareAtPrice === undefined
      ? undefined
      : html` <s><span class="unseen">Before: </span>${MONEY.format(row.compareAtPrice)}</s>`;
  return html`<p class="price"><span class="unseen">Price: </span><strong
>${MONEY.format(row.price)}</strong>${before}</p>`;
}

/** A page with one sentence, for everything that did not work. */
export function messagePage(message: string): Html {
  return layout(
    "Demo shop",
    html`<div class="narrow"><h1>${message}</h1>
<p><a href="/shop">Go to all departments</a></p></div>`,
  );
}

/** `query` is what was searched for; its field is on every page. */
export function layout(title: string, content: Html, query = ""): Html {
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
<span class="badge">Demo shop: nothing is really sold</span>
<form class="search" method="get" action="/shop" role="search">
<label class="unseen" for="q">Search products</label>
<input id="q" name="q" type="search" maxlength="200" placeholder="Search products"
 value="${query}">
<button type="submit" class="quiet">Search</button></form>
<a class="back" href="/demo">Back to the chat</a></div></header>
<main id="content">${content}</main>
<footer><p>All brands, products and reviews here are invented.</p></footer>
</body>
</html>
`;
}
