import type { CitationOffer } from "@placard/publisher-kit/citations";
import type { Random } from "./random.ts";

/** Each offer's own page begins like this, so that its links are known among all links. */
export const CLICK_PREFIX = "https://go.placard.example/r/";

const NONCE_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
export const SPONSORS = [
  "Velmora",
  "Korvane",
  "Brightfen",
  "Tessari & Figli",
  "Nordhaus GmbH",
  "O'Quill",
  "Zyntra",
  "Pellara",
  "Müßig",
  "Quorvia",
  "Łozka",
  "Hexley",
] as const;
export const PRODUCTS = [
  "Lumen 300",
  "AirPure X2",
  "CozyHeat",
  "QuietFan Pro",
  "GlowDesk",
  "Cucina Uno",
  "Stuhl Eins",
  "Mixer 9000",
  "TrailPack",
  "SunShade XL",
] as const;

export function nonceOf(random: Random): string {
  return Array.from({ length: 4 }, () => NONCE_LETTERS[random.below(32)]).join("");
}

export function tagFor(sponsor: string, random: Random): string {
  const plain = sponsor.normalize("NFKD").toLowerCase();
  const slug = [...plain.matchAll(/[a-z0-9]+/g)].map(([word]) => word).join("-");
  const short = slug.slice(0, 24).replace(/-$/, "");
  return `${short || "sponsor"}-${nonceOf(random)}`;
}

export interface OfferSetup {
  readonly count: number;
  readonly label: string;
}

/**
 * Offers of different sponsors; from three on, two campaigns of one sponsor (one tag) and two
 * offers of one product (two sponsors) are among them.
 */
export function randomOffers(random: Random, { count, label }: OfferSetup): CitationOffer[] {
  const sponsors = random.shuffled(SPONSORS);
  const products = random.shuffled(PRODUCTS);
  const offers = sponsors.slice(0, count).map((sponsor, index): CitationOffer => {
    const title = products[index];
    return {
      offerId: `offer-${index}`,
      tag: tagFor(sponsor, random),
      label,
      sponsor,
      clickUrl: `${CLICK_PREFIX}${index}`,
      ...(title !== undefined && { title: random.chance(0.3) ? `${sponsor} ${title}` : title }),
    };
  });
  const [first, second, last] = [offers[0], offers[1], offers.at(-1)];
  if (offers.length < 3 || !first || !second || !last) return offers;
  const { offerId, clickUrl } = last;
  const twin = { ...first, offerId, clickUrl };
  const sameProduct = { ...last, title: second.title ?? "Lumen 300" };
  return [...offers.slice(0, -1), offers.length % 2 === 1 ? twin : sameProduct];
}
