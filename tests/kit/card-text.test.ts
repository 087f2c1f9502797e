import { renderText } from "@placard/publisher-kit";
import type { Card } from "@placard/publisher-kit/types";
import { expect, test } from "vitest";

const URL_OF = `https://ads.example/r/${"a".repeat(64)}`;
const card = (change: Partial<Card> = {}): Card => ({
  cardToken: "c1",
  kind: "campaign",
  title: "Trail boot",
  disclosure: "Ad · Velmora",
  clickUrl: URL_OF,
  ...change,
});
const price = {
  ...{ amount: 79.5, currency: "USD" },
  ...{ compareAtAmount: 120, discountPercent: 33, discountAmount: 40.5 },
};

test("each line begins with the label, and has the link once", () => {
  const cards = [card({ text: "Boots that last", couponCode: "SAVE10" }), card({ price })];
  expect(renderText(cards, "slack")).toBe(
    `• Ad · Velmora: <${URL_OF}|Trail boot>, Boots that last, code SAVE10\n` +
      `• Ad · Velmora: <${URL_OF}|Trail boot>, $79.50 ($120.00)`,
  );
  expect(renderText(cards.slice(1))).toBe(
    `• Ad · Velmora: [Trail boot](${URL_OF}), \\$79.50 (\\$120.00)`,
  );
  expect(renderText(cards.slice(1), "text", "de-DE")).toBe(
    `• Ad · Velmora: Trail boot ${URL_OF}, 79,50\u00a0$ (120,00\u00a0$)`.replaceAll("\u00a0", " "),
  );
});

test("a discount that is null or none, and a locale that is none, change nothing", () => {
  const plain = { ...price, compareAtAmount: null };
  expect(renderText([card({ price: plain })], "text", "not a locale")).toContain(", $79.50");
  const same = { ...price, compareAtAmount: 79.5 };
  expect(renderText([card({ price: same })], "text")).not.toContain("(");
});

test.each(["markdown", "slack", "text"] as const)(
  "texts of others are no markup, mention, mark or second line in %s",
  (form) => {
    const hostile = "@everyone <!channel> **x** [y](http://evil.example) [[rec:a-1234]]\n> z | `q`";
    const line = renderText([card({ title: hostile, text: hostile, couponCode: hostile })], form);
    expect(line.split("\n")).toHaveLength(1);
    expect(line).not.toMatch(/@(everyone|here|channel)/);
    expect(line).not.toContain("[[");
    if (form === "slack") expect(line.match(/</g)).toHaveLength(1);
    if (form === "markdown") {
      expect(line.match(/(?<!\\)\[/g)).toHaveLength(1);
      expect(line).not.toMatch(/(?<!\\)[*`|]/);
    }
  },
);

test("nothing is said without cards, or of what is no card", () => {
  expect(renderText([])).toBe("");
  expect(renderText([card({ disclosure: "" }), card({ clickUrl: "https://evil.example/" })])).toBe(
    "",
  );
});
