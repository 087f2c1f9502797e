import type { Context } from "koa";
import type { DemoProduct } from "../goods/types.ts";
import { clickOf, type RunningShop, sendMessage, sendPage } from "./answers.ts";
import { fieldOf, readForm } from "./form.ts";
import { campaignPage, type Landing } from "./landing.ts";
import { productPage } from "./pages.ts";
import type { Tried } from "./parts.ts";
import type {
  ActionOutcome,
  CouponVerdict,
  Purchase,
  ShopAction,
  ShopAdvertiser,
} from "./types.ts";

/** A visitor waits for the exchange at most this long. **Units** milliseconds. */
const EXCHANGE_TIMEOUT_MS = 5_000;

const COUPON_CODE = /^[A-Za-z0-9_-]{1,40}$/;
const FORM_KEY = /^[0-9a-f]{24}$/;
/** Only a message could show whether a mailbox exists; this rejects what is no address at all. */
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@]{2,}$/;

export async function buyProduct(ctx: Context, shop: RunningShop, id: string): Promise<void> {
  const fields = await fieldsOf(ctx);
  if (fields !== undefined) await buy(ctx, shop, { fields, product: shop.products.find(id) });
}

export async function buyFromCampaign(ctx: Context, shop: RunningShop, slug: string) {
  const advertiser = shop.products.findAdvertiser(slug);
  if (advertiser?.action !== "buy") return sendMessage(ctx, 404, "This campaign does not exist.");
  const fields = await fieldsOf(ctx);
  if (fields === undefined) return;
  const id = advertiser.productIds.find((one) => one === fields.get("product_id"));
  await buy(ctx, shop, { fields, product: shop.products.find(id ?? ""), advertiser });
}

export async function signUp(ctx: Context, shop: RunningShop, slug: string): Promise<void> {
  const advertiser = shop.products.findAdvertiser(slug);
  if (advertiser?.action !== "sign_up") return sendMessage(ctx, 404, "This shop has no sign-up.");
  const fields = await fieldsOf(ctx);
  if (fields === undefined) return;
  const email = fields.get("email")?.trim() ?? "";
  if (!EMAIL.test(email)) {
    const error = "Enter an address with a name, @ and a domain, such as kim@example.com.";
    const landing = landingOf(shop, advertiser, fields);
    const tried = { value: email.slice(0, 254), error };
    return sendPage(ctx, 422, campaignPage({ ...landing, tried }));
  }
  await finish(ctx, shop, { fields, title: advertiser.name }, (orderId) => ({
    kind: "sign_up",
    orderId,
    campaignSlug: slug,
    email,
    ...clickOf(fields),
  }));
}

export async function install(ctx: Context, shop: RunningShop, slug: string): Promise<void> {
  const advertiser = shop.products.findAdvertiser(slug);
  if (advertiser?.action !== "install") return sendMessage(ctx, 404, "There is no such app.");
  const fields = await fieldsOf(ctx);
  if (fields === undefined) return;
  await finish(ctx, shop, { fields, title: advertiser.name }, (orderId) => ({
    kind: "install",
    orderId,
    campaignSlug: slug,
    ...clickOf(fields),
  }));
}

/** A landing page with a form for each thing that can be done on it. */
export function landingOf(
  shop: RunningShop,
  advertiser: ShopAdvertiser,
  fields: URLSearchParams,
): Landing {
  const offers = advertiser.productIds.flatMap((id) => shop.products.find(id) ?? []);
  return {
    advertiser,
    // Each offer has a form of its own, so buying two different ones makes two orders.
    offers: offers.map((product) => ({ product, formKey: shop.orders.newFormKey() })),
    formKey: shop.orders.newFormKey(),
    ...clickOf(fields),
  };
}

/** The form; nothing when it has been answered with what is wrong with it. */
async function fieldsOf(ctx: Context): Promise<URLSearchParams | undefined> {
  // Another site must not be able to place orders in the name of its visitors.
  if (ctx.get("Sec-Fetch-Site") === "cross-site") {
    sendMessage(ctx, 403, "Orders are taken from the pages of this shop only.");
    return undefined;
  }
  const form = await readForm(ctx.req);
  if (form.ok) return form.fields;
  sendMessage(ctx, form.status, form.message);
  return undefined;
}

type Sale = {
  fields: URLSearchParams;
  product: DemoProduct | undefined;
  advertiser?: ShopAdvertiser;
};

async function buy(ctx: Context, shop: RunningShop, sale: Sale): Promise<void> {
  const { fields, product, advertiser } = sale;
  if (product === undefined) return sendMessage(ctx, 404, "The shop does not have this product.");
  if (product.row.availability === "out_of_stock") {
    return sendMessage(ctx, 409, "This product is sold out. Nothing was ordered.");
  }
  // Asked again, a code that was good for one order would be used up.
  const made = shop.orders.madeBy(formKeyOf(fields));
  if (made !== undefined) return showOrder(ctx, shop, made);
  const coupon = fields.get("coupon")?.trim() ?? "";
  const campaign = advertiser === undefined ? {} : { campaignSlug: advertiser.slug };
  const { id: productId, price: priceUsd, title } = product.row;
  const verdict = await checkCoupon(shop, coupon, { productId, ...campaign });
  if (!verdict.ok) {
    const tried = { value: coupon.slice(0, 40), error: verdict.message };
    return showAgain(ctx, shop, { ...sale, product }, tried);
  }
  const { code, percentOff } = verdict;
  await finish(
    ctx,
    shop,
    { fields, title },
    (orderId): Purchase => ({
      kind: "order",
      orderId,
      productId,
      priceUsd,
      valueUsd: Math.round(priceUsd * (100 - percentOff)) / 100,
      ...clickOf(fields),
      ...(code !== "" && { couponCode: code }),
      ...campaign,
    }),
  );
}

async function checkCoupon(
  shop: RunningShop,
  code: string,
  use: Parameters<RunningShop["advertising"]["checkCoupon"]>[1],
): Promise<CouponVerdict> {
  if (code === "") return { ok: true, code, percentOff: 0 };
  if (!COUPON_CODE.test(code)) {
    return { ok: false, message: "A coupon code has letters, digits, - and _, 40 at most." };
  }
  const message = "The code cannot be checked at the moment. Try again, or order without it.";
  const late: CouponVerdict = { ok: false, message };
  return inTime(shop, shop.advertising.checkCoupon(code, use), late).catch(() => late);
}

/** The page the form came from, with what was typed and what is wrong with it. */
function showAgain(
  ctx: Context,
  shop: RunningShop,
  sale: Sale & { product: DemoProduct },
  tried: Tried,
): void {
  const { fields, product, advertiser } = sale;
  const formKey = formKeyOf(fields) ?? shop.orders.newFormKey();
  if (advertiser === undefined) {
    sendPage(ctx, 422, productPage(product, { ...clickOf(fields), formKey, tried }));
    return;
  }
  const landing = landingOf(shop, advertiser, fields);
  const offers = landing.offers.map((offer) =>
    offer.product.row.id === product.row.id ? { ...offer, formKey, tried } : offer,
  );
  sendPage(ctx, 422, campaignPage({ ...landing, offers }));
}

const formKeyOf = (fields: URLSearchParams): string | undefined =>
  fieldOf(fields, "form_key", FORM_KEY);

/** Does it once per form, and redirects to the page that shows the outcome. */
async function finish(
  ctx: Context,
  shop: RunningShop,
  { fields, title }: { fields: URLSearchParams; title: string },
  make: (orderId: string) => ShopAction,
): Promise<void> {
  const orderId = shop.orders.place(formKeyOf(fields), (newOrderId) => {
    const action = make(newOrderId);
    return { action, title, outcome: report(shop, action) };
  });
  await showOrder(ctx, shop, orderId);
}

async function showOrder(ctx: Context, shop: RunningShop, orderId: string): Promise<void> {
  // The thank-you page shows the outcome of the report, so wait for it here.
  await shop.orders.find(orderId)?.outcome;
  ctx.redirect(`/shop/thanks/${orderId}`);
  ctx.status = 303;
  ctx.body = "";
}

async function report(shop: RunningShop, action: ShopAction): Promise<ActionOutcome> {
  const message = "The exchange has not answered yet; the report may still arrive.";
  try {
    return await inTime(shop, shop.advertising.report(action), { reported: false, message });
  } catch (error) {
    // A shop does not lose a sale because the report to its advertising failed.
    shop.onReportError?.(error, action);
    return { reported: false, message: "The exchange could not be reached." };
  }
}

async function inTime<Value>(
  { reportTimeoutMs = EXCHANGE_TIMEOUT_MS }: RunningShop,
  answer: Promise<Value>,
  late: Value,
): Promise<Value> {
  const clock = Promise.withResolvers<Value>();
  const timer = setTimeout(() => clock.resolve(late), reportTimeoutMs);
  try {
    return await Promise.race([answer, clock.promise]);
  } finally {
    clearTimeout(timer);
  }
}
