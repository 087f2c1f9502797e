import { describe, expect, it } from "vitest";
import { DISCLOSURE_LABELS } from "../../publisher-kit/src/generated/citation.ts";
import { ar } from "../../widget/src/messages/ar.ts";
import { de } from "../../widget/src/messages/de.ts";
import { en } from "../../widget/src/messages/en.ts";
import { es } from "../../widget/src/messages/es.ts";
import { fr } from "../../widget/src/messages/fr.ts";
import { he } from "../../widget/src/messages/he.ts";
import { it as italian } from "../../widget/src/messages/it.ts";
import { ja } from "../../widget/src/messages/ja.ts";
import { nl } from "../../widget/src/messages/nl.ts";
import { pl } from "../../widget/src/messages/pl.ts";
import { pt } from "../../widget/src/messages/pt.ts";
import { zh } from "../../widget/src/messages/zh.ts";
import { wordsFor } from "../../widget/src/words.ts";

const ALL = [en, de, es, fr, italian, nl, pt, pl, ja, zh, ar, he];

describe.each(ALL)("the words of $lang", (messages) => {
  it("have every text, and say everything they are given", () => {
    const own = new Map<string, unknown>(Object.entries(messages));
    expect([...own.keys()].sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of own) {
      if (typeof text === "string") expect(text.trim(), key).not.toBe("");
    }
    for (const say of [messages.off, messages.save, messages.soldBy, messages.code]) {
      expect(say("<X>")).toContain("<X>");
    }
    expect(messages.labels).toEqual(DISCLOSURE_LABELS[messages.lang]);
    expect(messages.options("<X>")).toContain("<X>");
    expect(messages.sponsor("<X>")).toContain("<X>");
    expect(messages.rating("4,5", "99")).toMatch(/4,5.*99/);
  });

  it("run in the direction of the language, and leave no English behind", () => {
    const rightToLeft = ["ar", "he"].includes(messages.lang);
    expect(messages.dir).toBe(rightToLeft ? "rtl" : "ltr");
    if (messages.lang === "en") return;
    const said = [messages.hidden, messages.was, messages.newTab, messages.hide, messages.whyText];
    for (const text of said) expect(Object.values(en)).not.toContain(text);
    expect(messages.soldBy("<X>")).not.toBe(en.soldBy("<X>"));
    expect(messages.sponsor("<X>")).not.toBe(en.sponsor("<X>"));
  });

  it("say the number of offers for every count", () => {
    const said = Array.from({ length: 12 }, (_, place) => messages.shown(place + 1));
    expect(new Set(said).size).toBe(12);
    for (const [place, text] of said.entries()) {
      if (place > 1) expect(text).toContain(String(place + 1));
    }
  });
});

it("Polish, Arabic and Hebrew have the plural form that each count asks for", () => {
  expect([1, 2, 5, 22].map(pl.shown)).toEqual([
    "1 oferta sponsorowana",
    "2 oferty sponsorowane",
    "5 ofert sponsorowanych",
    "22 oferty sponsorowane",
  ]);
  expect(ar.shown(2)).toBe("عرضان مموّلان");
  expect(ar.shown(3)).toBe("3 عروض مموّلة");
  expect(he.shown(2)).toBe("שתי הצעות ממומנות");
  expect(he.shown(3)).toBe("3 הצעות ממומנות");
});

it("formats money by the locale, not by the language of the words", () => {
  expect(wordsFor("de-DE").digits(1249.5, "currency", "EUR")).toBe("1.249,50\u00a0€");
  expect(wordsFor("en-US").digits(1249.5, "currency", "JPY")).toBe("¥1,250");
  expect(wordsFor("en-US").digits(5, "decimal")).toBe("5.0");
  expect(wordsFor("de-DE").digits(4.46, "decimal")).toBe("4,5");
  expect(wordsFor("en-US").digits(1280)).toBe("1,280");
});

it("keeps money together in a line from right to left, and changes no other", () => {
  const money = (messages: typeof ar) =>
    wordsFor(messages.lang, messages).digits(85.95, "currency", "USD");
  expect(money(ar)).toMatch(/^\u2066.*85\.95.*\u2069$/);
  expect(money(he)).toMatch(/^\u2066.*85\.95.*\u2069$/);
  expect(money(de)).not.toMatch(/[\u2066\u2069]/);
});

it.each(["", "x", "de_DE", "not a locale", "en-US-u-nu-xxxx"])(
  "prices survive the locale %j",
  (locale) => {
    expect(wordsFor(locale).digits(5, "currency", "USD")).toContain("5");
  },
);
