import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import {
  CITATION_DUTY,
  CITATION_TAG,
  citationMarks,
  citationSchema,
  citationSlug,
  slugOfTag,
} from "../../../server/src/contract/citation.ts";
import {
  DISCLOSURE_LABELS,
  localisedLabel,
} from "../../../server/src/contract/disclosure-labels.ts";

test("a slug is the sponsor's name in letters and digits, at most 24 of them", () => {
  expect(citationSlug("Velmora")).toBe("velmora");
  expect(citationSlug("  Crème & Söhne GmbH ")).toBe("creme-sohne-gmbh");
  expect(citationSlug("Ｖｅｌｍｏｒａ [[rec:x]]")).toBe("velmora-rec-x");
  expect(citationSlug("広告")).toBe("sponsor");
  expect(citationSlug("")).toBe("sponsor");
  const cut = citationSlug("abcdefghijklmnopqrstuvw xyz");
  expect(cut).toBe("abcdefghijklmnopqrstuvw");
  expect(CITATION_TAG.test(`${cut}-k7qd`)).toBe(true);
});

test("the slug of a tag is what stands before its last four characters", () => {
  expect(slugOfTag("velmora-k7qd")).toBe("velmora");
  expect(slugOfTag(`${citationSlug("A b C")}-0000`)).toBe("a-b-c");
});

test("the marks of a tag are the three that a model may write", () => {
  expect(citationMarks("velmora-k7qd")).toEqual({
    ad: "[[ad:velmora-k7qd]]",
    rec: "[[rec:velmora-k7qd]]",
    pick: "[[pick:velmora-k7qd]]",
  });
});

test("a citation whose tag, count or label is out of form is refused", () => {
  const citation = { tag: "velmora-k7qd", kind: "rec", label: "Ad", rendered: true, cited: 1 };
  expect(citationSchema.safeParse(citation).success).toBe(true);
  const wrong = [
    { tag: "velmora" },
    { tag: "Velmora-k7qd" },
    { tag: "velmora-k7ql" },
    { tag: `${"a".repeat(25)}-k7qd` },
    { kind: "cite" },
    { label: "" },
    { label: "x".repeat(41) },
    { rendered: "yes" },
    { cited: 0 },
    { cited: 51 },
    { cited: 1.5 },
    { more: true },
  ];
  for (const change of wrong) {
    expect(citationSchema.safeParse({ ...citation, ...change }).success).toBe(false);
  }
});

test("the duty says nothing about payment and holds no mark that could be copied", () => {
  expect(CITATION_DUTY).not.toMatch(/paid|pays|money|earn|charge|bill|credit/i);
  expect(CITATION_DUTY).not.toContain("[[");
  expect(CITATION_DUTY).not.toContain("undefined");
});

test("every language of the widget has its three labels, short enough for a report", () => {
  const folder = new URL("../../../widget/src/messages/", import.meta.url);
  const languages = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
  expect(Object.keys(DISCLOSURE_LABELS)).toEqual(languages.sort());
  for (const labels of Object.values(DISCLOSURE_LABELS)) {
    expect(labels).toHaveLength(3);
    for (const label of labels) expect(label.length).toBeLessThanOrEqual(40);
  }
});

test("an English default label takes the reader's language, any other label stays", () => {
  expect(localisedLabel("Ad", "de")).toBe("Anzeige");
  expect(localisedLabel("Sponsored", "pt-BR")).toBe("Patrocinado");
  expect(localisedLabel("Advertisement", "ZH_hant")).toBe("广告");
  expect(localisedLabel("Ad", undefined)).toBe("Ad");
  expect(localisedLabel("Ad", "sv")).toBe("Ad");
  expect(localisedLabel("Ad", "constructor")).toBe("Ad");
  expect(localisedLabel("Partner", "de")).toBe("Partner");
  expect(localisedLabel("Anzeige", "fr")).toBe("Anzeige");
});
