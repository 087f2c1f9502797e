import { createCitationReader, restoreMarks } from "@placard/publisher-kit/citations";
import { detectIntent } from "@placard/publisher-kit/intent";
import { formulateQuery, readAttributes, removePrivateData } from "@placard/publisher-kit/query";
import { expect, test } from "vitest";
import type { CitedOffer } from "../../publisher-kit/src/cards/offers.ts";
import { citedPrompt } from "../../publisher-kit/src/turn/context.ts";
import { repetition, shareOf, superlinear } from "../setup/linear.ts";

/** One of each class of characters that a rule treats apart. */
const CLASSES = [
  ..." \n\t_*#=.,:;!?/\\|<>[](){}%&+@$€'’\"`~-",
  ..."aAzZ019",
  ...["é", "É", "\u0301", "\u200b", "\u202e", "\ufe0f", "\ud800", "\u0000"],
  ...["Я", "中", "م", "🙂", "ﬁ", "→", "—", "\u2028"],
];
/** What the rules begin with, over and over. */
const RUNS = [
  ...["[[", "[[ad:", "[\\", "([", "([a](http://a", "(<http://a|", "[ [", "]]", "```\n", "~~~\n"],
  ...["<think>", "<a ", '{"a":', "\\[", "$$", "> ", "- ", "| a ", "**a** ", "Northwind "],
  ...["http://a.b/", "www.a.", "a@b.", "a.b@", "+1 ", "123-", "12.", "1,000 ", "12 Main St, "],
  ...["under $", "between 1 and ", "5% off ", "my name is ", "my name is Ada ", "I'm Ada, "],
  ...["Mr. ", "for Ada ", "Ada here", "Ada's ", "Aa", "Ada ", "order no. 1", "iban ", "born 1 "],
  ...["my pin is 4", "password is a ", "is my key ", "code on the a ", "flat 1, A ", "A1B2-"],
  ...["one two ", "12.345,", "0x0", "sk-0", "44 91 ", "user a_ / b1 ", "plate AB12 ", "'a' pw "],
  ...["please ", "something ", "shoes, ", "size ", "can you ", "? ", "a\n\n", "'a", "a- "],
];
/** Names that all differ, since each is looked for in the whole text. */
const names = (length: number): string =>
  Array.from({ length: length / 24 }, (_, at) => `my name is ${nameOf(at)}. `).join("");
const nameOf = (at: number): string =>
  `A${at.toString().replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)))}xyz`;

const offer = {
  offerId: "offer",
  tag: "northwind-k7qd",
  label: "Ad",
  sponsor: "Northwind",
  title: "Northwind boot",
  clickUrl: "https://exchange.test/r/x",
};
const READERS: readonly [string, (text: string) => unknown][] = [
  ["detectIntent", (text) => detectIntent(text, [{ role: "user", text }])],
  ["formulateQuery", (text) => formulateQuery(text)],
  [
    "formulateQuery of a follow-up",
    (text) =>
      formulateQuery("anything cheaper in blue?", [
        { role: "user", text },
        { role: "assistant", text },
      ]),
  ],
  ["removePrivateData", removePrivateData],
  ["readAttributes", readAttributes],
  [
    "a citation reader",
    (text) => {
      const reader = createCitationReader([offer]);
      return reader.push(text) + reader.end().text;
    },
  ],
  ["restoreMarks", (text) => restoreMarks(text, () => true)],
  [
    "the words of an offer",
    (text) => {
      const draft = { kind: "product", title: "Boot", seller: text, disclosure: "Ad" } as const;
      const product: CitedOffer = {
        draft: { ...draft, sponsor: text, clickUrl: offer.clickUrl },
        deliveries: [],
        cite: offer,
      };
      return citedPrompt([product]);
    },
  ],
];

const BEFORE = ["", "[", "a"];

test.each(READERS.map(([name, read], index) => [name, read, index] as const))(
  "%s takes linear time for any repetition",
  { timeout: 120_000 },
  async (_name, read, index) => {
    const units = [
      ...shareOf(
        CLASSES.flatMap((unit) => BEFORE.map((before) => repetition(unit, before))),
        index,
        8,
      ),
      ...RUNS.map((unit, at) => repetition(unit, BEFORE[(at + index) % BEFORE.length])),
    ];
    expect(await superlinear(read, [...units, names])).toEqual([]);
  },
);
