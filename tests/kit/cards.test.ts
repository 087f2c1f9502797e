import { expect, test } from "vitest";
import { citable } from "../../publisher-kit/src/cards/offers.ts";
import { readOffer } from "../../publisher-kit/src/cards/read.ts";
import { labelText } from "../../publisher-kit/src/citations/render.ts";

const ORIGIN = "https://ads.example.com";

function textOf(title: string, text: string): string | undefined {
  const reading = readOffer(
    {
      offer: { title, text, clickUrl: `${ORIGIN}/r/${"a".repeat(64)}`, sponsor: "Pan House" },
      disclosure: { label: "Ad", sponsor: "Pan House", text: "Ad · paid for by Pan House" },
    },
    ORIGIN,
  );
  return reading.ok ? reading.draft.text : "refused";
}

test("a campaign's card says its first sentence once", () => {
  expect(textOf("Great pans", "Great pans. Free returns.")).toBe("Free returns.");
  expect(textOf("Great pans", "Great pans")).toBeUndefined();
  expect(textOf("Great pans", "Free returns on great pans.")).toBe("Free returns on great pans.");
});

test.each([
  ["Ad · Sponsored", "de", "Anzeige · Gesponsert"],
  ["Ad · Sponsored", "en-GB", "Ad · Sponsored"],
  ["Ad · Sold by Pan House", "fr", "Annonce · Pan House"],
])("an answer's label %j has no other language in %s", (disclosure, locale, label) => {
  const clickUrl = `${ORIGIN}/r/${"a".repeat(64)}`;
  const draft = { kind: "product", title: "Pan", disclosure, clickUrl } as const;
  const [offer] = citable([{ draft, deliveries: [] }], locale);
  expect(offer && labelText(offer.cite)).toBe(label);
});
