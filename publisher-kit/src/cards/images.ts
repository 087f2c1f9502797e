import type { Signer } from "../core/tokens.ts";
import type { Card } from "../types.ts";
import { createImageFetcher, type ImageFetcher } from "./image-fetch.ts";
import { isText } from "./rules.ts";

const TOKEN_MAX = 4_096;
/** Pictures under way at once; a sidebar has six. */
const FETCHES_MAX = 32;

export type ImageResult =
  | { found: true; type: string; bytes: Uint8Array<ArrayBuffer> }
  | { found: false; status: 404 | 502 | 503 };

/**
 * Pictures of shops by way of the publisher's own server, for readers who stay unknown to shops.
 */
export type Images = {
  /**
   * The cards with each picture at `base`, an address ending in `/`; one that cannot be has none.
   */
  rewrite(cards: readonly Card[], base: string): Promise<Card[]>;
  /** The picture behind a signed name. Never rejects. */
  get(token: string): Promise<ImageResult>;
};

/**
 * Signs the address of each picture the exchange gave, so that this server fetches no other one,
 * and fetches it. The name of a picture is the same in every turn, so that browsers cache it.
 */
export function createImages(signer: Signer, exchangeOrigin: string): Images {
  let fetcher: ImageFetcher | undefined;
  let isOpen = false;
  let underWay = 0;

  function fetcherOf(): ImageFetcher | undefined {
    if (!isOpen) fetcher = createImageFetcher(exchangeOrigin);
    isOpen = true;
    return fetcher;
  }

  return {
    async rewrite(cards, base) {
      if (fetcherOf() === undefined) return [...cards];
      return Promise.all(
        cards.map(async (card): Promise<Card> => {
          const { image, ...rest } = card;
          if (image === undefined) return card;
          const url = `${base}${await signer.sign("i1", { u: image.url })}`;
          // The signed address is longer than the picture's own.
          return isText(url) ? { ...card, image: { ...image, url } } : rest;
        }),
      );
    },
    async get(token) {
      const fetchImage = fetcherOf();
      const claims = token.length > TOKEN_MAX ? undefined : await signer.verify("i1", token);
      const url = claims?.u;
      if (fetchImage === undefined || !isText(url)) return { found: false, status: 404 };
      if (underWay >= FETCHES_MAX) return { found: false, status: 503 };
      underWay += 1;
      const image = await fetchImage(url);
      underWay -= 1;
      return image === undefined ? { found: false, status: 502 } : { found: true, ...image };
    },
  };
}
