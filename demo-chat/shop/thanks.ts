import { type Html, html } from "./html.ts";
import type { Order } from "./orders.ts";
import { layout, MONEY } from "./parts.ts";
import type { ActionOutcome, Purchase, ShopAction } from "./types.ts";

type Words = { heading: string; note: string; number: string; reported: string };

const WORDS: Readonly<Record<ShopAction["kind"], Words>> = {
  order: {
    heading: "Thank you for your order",
    note: "This is a demonstration: nothing was charged and nothing will be shipped.",
    number: "Order",
    reported: "The sale was reported as a conversion.",
  },
  sign_up: {
    heading: "You are signed up",
    note: "This is a demonstration: you will receive no message.",
    number: "Sign-up",
    reported: "The sign-up was reported as a conversion.",
  },
  install: {
    heading: "The app is installed",
    note: "This is a demonstration: nothing was put on your device.",
    number: "Install",
    reported: "The install was reported as a conversion.",
  },
};

/** What was done, and what the advertiser's agent made of it. */
export function thanksPage({ action, title }: Order, outcome: ActionOutcome): Html {
  const words = WORDS[action.kind];
  return layout(
    words.heading,
    html`<div class="narrow"><h1>${words.heading}</h1>
<p>${words.note}</p>
<dl class="facts">
${fact(words.number, action.orderId)}
${action.kind === "order" ? purchaseFacts(action, title) : fact("For", title)}
${fact("Click", action.clickId ?? "none: you came without an ad")}
</dl>
<h2>Behind the scenes</h2>
<p>${outcome.reported ? words.reported : "No conversion was reported."}
${outcome.message}</p>
<p class="next"><a href="/demo">Back to the chat</a> <a href="/shop">Continue shopping</a></p>
</div>`,
  );
}

function purchaseFacts(purchase: Purchase, title: string): Html {
  const { productId, priceUsd, valueUsd, couponCode } = purchase;
  return html`<div><dt>Product</dt><dd><a href="/shop/p/${productId}">${title}</a></dd></div>
${
  couponCode === undefined
    ? undefined
    : html`${fact("Price", MONEY.format(priceUsd))}
${fact("Coupon", `${couponCode}: ${MONEY.format(valueUsd - priceUsd).replace("-", "−")}`)}`
}
${fact("Total", MONEY.format(valueUsd))}`;
}

function fact(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
