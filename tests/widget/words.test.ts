import { describe, expect, it } from "vitest";
import { ar } from "../../widget/src/messages/ar.ts";
import { de } from "../../widget/src/messages/de.ts";
import { en } from "../../widget/src/messages/en.ts";
import { es } from "../../widget/src/messages/es.ts";
import { fr } from "../../widget/src/messages/fr.ts";
import { wordsFor } from "../../widget/src/words.ts";

describe.each([en, de, es, fr, ar])("the words of $lang", (messages) => {
  it("have every text, and say everything they are given", () => {
    const own = new Map<string, unknown>(Object.entries(messages));
    expect([...own.keys()].sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of own) {
      if (typeof text === "string") expect(text.trim(), key).not.toBe("");
    }
    for (const say of [messages.off, messages.save, messages.soldBy, messages.code]) {
      expect(say("<X>")).toContain("<X>");
    }
    expect(messages.options("<X>")).toContain("<X>");
    expect(messages.sponsor("<X>")).toContain("<X>");
    expect(messages.rating("4,5", "99")).toMatch(/4,5.*99/);
  });

  it("say the number of offers for every count", () => {
    const said = Array.from({ length: 12 }, (_, place) => messages.shown(place + 1));
    expect(new Set(said).size).toBe(12);
    for (const [place, text] of said.entries()) {
      if (place > 1) expect(text).toContain(String(place + 1));
    }
  });
});

it("formats money by the locale, not by the language of the words", () => {
  expect(wordsFor("de-DE").money(1249.5, "EUR")).toBe("1.249,50\u00a0€");
  expect(wordsFor("en-US").money(1249.5, "JPY")).toBe("¥1,250");
});

it.each(["", "x", "de_DE", "not a locale", "en-US-u-nu-xxxx"])(
  "prices survive the locale %j",
  (locale) => {
    expect(wordsFor(locale).money(5, "USD")).toContain("5");
  },
);
