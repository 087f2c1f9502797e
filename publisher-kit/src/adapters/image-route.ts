import { createImages, type Images } from "../cards/images.ts";
import type { Card, PublisherKit } from "../types.ts";
import { internalsOf } from "./internals.ts";
import type { ImageRoute, RouteAnswer, RouteOptions, RouteRequest } from "./route.ts";

const known = new WeakMap<PublisherKit, Images>();

function imagesOf(kit: PublisherKit): Images {
  const { signer, exchangeOrigin } = internalsOf(kit);
  const images = known.get(kit) ?? createImages(signer, exchangeOrigin);
  known.set(kit, images);
  return images;
}

/** A shop changes a picture at times; a day is what it may lag behind. */
const FOUND_HEADERS = {
  "cache-control": "public, max-age=86400",
  "x-content-type-options": "nosniff",
  // Opened as a page it is inert, whatever it is. Cross-origin isolated pages may show it.
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
};
/** So that a page with a broken picture does not ask for it at every turn. */
const MISSING_HEADERS = { "cache-control": "public, max-age=60" };

/** A picture needs no session: its name is signed and was sent with a card. */
export async function answerImage(
  kit: PublisherKit,
  { images }: Pick<RouteOptions<never>, "images">,
  route: ImageRoute,
  method: string,
): Promise<RouteAnswer> {
  if (images !== "proxy") return missing(404);
  if (method !== "GET") return { ...missing(405), headers: { allow: "GET" } };
  const image = await imagesOf(kit).get(route.slice("img/".length));
  if (!image.found) return missing(image.status);
  return {
    status: 200,
    headers: {
      ...FOUND_HEADERS,
      "content-type": image.type,
      "content-length": String(image.bytes.length),
    },
    body: image.bytes,
  };
}

const missing = (status: number): RouteAnswer => ({ status, headers: MISSING_HEADERS, body: "" });

/** The cards of a turn as this page should get them. */
export async function cardsFor<Native>(
  kit: PublisherKit,
  { images, basePath = "/offers", publicUrl }: RouteOptions<Native>,
  cards: Card[],
  { header }: Pick<RouteRequest<Native>, "header">,
): Promise<Card[]> {
  const host = header("host");
  const page = header("origin") ?? "";
  if (images !== "proxy") return cards;
  if (publicUrl !== undefined) {
    return imagesOf(kit).rewrite(cards, `${publicUrl.replace(/\/+$/, "")}/img/`);
  }
  if (host === undefined || !URL.canParse(page)) return cards;
  // A page of another origin is served by the scheme it has itself: browsers ask for that anyway.
  const base = `${new URL(page).protocol}//${host}${basePath.replace(/\/+$/, "")}/img/`;
  return imagesOf(kit).rewrite(cards, base);
}
