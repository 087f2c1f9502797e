import { describe, expect, test } from "vitest";
import { paragraphsOf } from "../../../demo-chat/src/page/answer.ts";
import { createCitationReader } from "../../../publisher-kit/src/citations/index.ts";
import type { Card } from "../../../publisher-kit/src/types.ts";

const EXCHANGE = "https://exchange.test";
const TRACKED = `${EXCHANGE}/r/abc_DEF-1`;

const textOf = (answer: string) =>
  paragraphsOf(answer, EXCHANGE).map((pieces) => pieces.map(({ text }) => text).join(""));
const linksOf = (answer: string, exchange = EXCHANGE) =>
  paragraphsOf(answer, exchange).flatMap((pieces) => pieces.flatMap(({ href }) => href ?? []));

test("a label becomes a link in its own paragraph, between the words around it", () => {
  const answer = `Start small.\n\nTake Velmora ([Ad · Velmora](${TRACKED})): it is quiet.`;
  expect(paragraphsOf(answer, EXCHANGE)).toEqual([
    [{ text: "Start small." }],
    [
      { text: "Take Velmora (" },
      { text: "Ad · Velmora", href: TRACKED },
      { text: "): it is quiet." },
    ],
  ]);
});

test("what the kit writes for a mark is a link with the sponsor's name as it is", () => {
  const sponsor = "A*B Tools & Co_";
  const offer = { offerId: "1", tag: "a-b-k7qd", label: "Ad", sponsor, clickUrl: TRACKED };
  const reader = createCitationReader([offer]);
  const answer = reader.push("Take it [[rec:a-b-k7qd]].") + reader.end().text;
  expect(paragraphsOf(answer, EXCHANGE)[0]).toContainEqual({
    text: `Ad · ${sponsor}`,
    href: TRACKED,
  });
});

test("an escaped bracket belongs to the text of its label", () => {
  expect(paragraphsOf(`[Ad · A \\[B\\]](${TRACKED})`, EXCHANGE)).toEqual([
    [{ text: "Ad · A [B]", href: TRACKED }],
  ]);
});

test.each([
  ["another site", "[Ad](https://evil.test/r/abc)"],
  ["a site that begins alike", `[Ad](${EXCHANGE}.evil.test/r/abc)`],
  ["a name before the site", "[Ad](https://exchange.test@evil.test/r/abc)"],
  ["credentials", "[Ad](https://user:word@exchange.test/r/abc)"],
  ["a script", "[Ad](javascript:alert(1))"],
  ["a script behind white space", "[Ad](java\tscript:alert)"],
  ["data", "[Ad](data:text/html,<script>alert(1)</script>)"],
  ["a path of this page", "[Ad](/r/abc)"],
  ["no scheme", "[Ad](//exchange.test/r/abc)"],
  ["another scheme", "[Ad](http://exchange.test/r/abc)"],
  ["another path", `[Ad](${EXCHANGE}/checkout/r/abc)`],
  ["a way out of the path", `[Ad](${EXCHANGE}/r/../api/agent)`],
  ["no token", `[Ad](${EXCHANGE}/r/)`],
  ["a title", `[Ad](${TRACKED} "click")`],
  ["a picture", "![Ad](https://evil.test/x.png)"],
  ["markup", `<a href="${TRACKED}">Ad</a>`],
  ["a bare link", TRACKED],
  ["an autolink", `<${TRACKED}>`],
  ["no end", `([Ad · Velmora](${TRACKED}`],
])("hostile or broken text makes no link and loses no word: %s", (_name, answer) => {
  expect(linksOf(answer)).toEqual([]);
  expect(textOf(answer)).toEqual([answer]);
});

test("without a known exchange nothing is a link", () => {
  for (const exchange of ["", "null", "exchange.test"]) {
    expect(linksOf(`([Ad](${TRACKED}))`, exchange)).toEqual([]);
  }
});

test("an answer of brackets is read in a moment", () => {
  const startedAtMs = performance.now();
  for (const answer of ["[".repeat(20_000), "[a](".repeat(5_000), "\\".repeat(20_000)]) {
    expect(linksOf(answer)).toEqual([]);
  }
  expect(performance.now() - startedAtMs).toBeLessThan(500);
});

describe("the name of an offer before its label", () => {
  const card: Card = {
    kind: "product",
    title: "Oakline 140 Standing Desk, Walnut",
    disclosure: "Ad · Sponsored",
    clickUrl: TRACKED,
    cardToken: "card-1",
  };
  const piecesOf = (answer: string, of: Partial<Card> = {}) =>
    paragraphsOf(answer, EXCHANGE, [{ ...card, ...of }])[0];
  const LABEL = "Ad · Sponsored";
  const label = { text: LABEL, href: TRACKED };

  test.each([
    ["the whole title", "Oakline 140 Standing Desk, Walnut"],
    ["the beginning of the title", "Oakline 140 Standing Desk"],
    ["its first word", "Oakline"],
  ])("is a link that bears the label: %s", (_, name) => {
    expect(piecesOf(`Look at the ${name} ([${LABEL}](${TRACKED})).`)).toEqual([
      { text: "Look at the " },
      { text: name, href: TRACKED, label: LABEL },
      { text: " (" },
      label,
      { text: ")." },
    ]);
  });

  test("is the sponsor of a booking", () => {
    const pieces = piecesOf(`I take Deskbound Supply ([${LABEL}](${TRACKED}))`, {
      sponsor: "Deskbound Supply",
    });
    expect(pieces?.[1]).toEqual({ text: "Deskbound Supply", href: TRACKED, label: LABEL });
  });

  test.each([
    ["another name", "Look at the Elmwood"],
    ["a part of a word", "Look at the GreatOakline"],
    ["a word from the middle of the title", "Look at this Desk"],
    ["no words", ""],
  ])("is no link where the words are not its name: %s", (_, words) => {
    const pieces = piecesOf(`${words} ([${LABEL}](${TRACKED}))`) ?? [];
    expect(pieces.filter(({ href }) => href !== undefined)).toEqual([label]);
  });
});
