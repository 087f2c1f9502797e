import type { CitationOffer, CitationRender } from "@placard/publisher-kit/citations";
import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

const offer: CitationOffer = {
  offerId: "velmora",
  tag: "velmora-k7qd",
  label: "Ad",
  sponsor: "Velmora",
  clickUrl: "https://go.example/1",
};
const ANSWER = "Take Velmora [[rec:velmora-k7qd]] now.";

describe("a label is rendered", () => {
  test.each<[CitationRender, string]>([
    ["markdown", "([Ad · Velmora](https://go.example/1))"],
    ["text", "(Ad · Velmora: https://go.example/1)"],
    ["speech", "(Ad · Velmora)"],
    ["slack", "(<https://go.example/1|Ad · Velmora>)"],
  ])("as %s", (render, label) => {
    expect(read([offer], ANSWER, { render })).toEqual({
      text: `Take Velmora ${label} now.`,
      citations: [{ offerId: "velmora", kind: "rec", position: 13, rendered: true }],
    });
  });

  test("in the words of a function, which gets the offer and the kind", () => {
    const seen: unknown[] = [];
    const render: CitationRender = (given, kind) => {
      seen.push([given.offerId, given.clickUrl, kind]);
      return `<sup>${given.label}</sup>`;
    };
    expect(read([offer], ANSWER, { render })).toEqual({
      text: "Take Velmora <sup>Ad</sup> now.",
      citations: [{ offerId: "velmora", kind: "rec", position: 13, rendered: true }],
    });
    expect(seen[0]).toEqual(["velmora", "https://go.example/1", "rec"]);
  });

  test.each(["", "(Velmora)", "(Sponsor)"])(
    "and is not rendered as %j without its word",
    (label) => {
      const { citations } = read([offer], ANSWER, { render: () => label });
      expect(citations).toMatchObject([{ kind: "rec", rendered: false }]);
    },
  );

  test("not at all with none, and the citation says so", () => {
    const { text, citations } = read([offer], ANSWER, { render: "none" });
    expect(text.replace(/ +/g, " ")).toBe("Take Velmora now.");
    expect(citations).toMatchObject([{ offerId: "velmora", kind: "rec", rendered: false }]);
    expect([12, 13]).toContain(citations[0]?.position);
  });

  test("for Slack without leaving its link", () => {
    const sponsor = "Vel>mo|ra <!channel> & Co";
    const { text } = read([{ ...offer, sponsor }], "A lamp [[rec:velmora-k7qd]] now.", {
      render: "slack",
    });
    const link = text.slice("A lamp (".length, -") now.".length);
    expect(link).toMatch(/^<https:\/\/go\.example\/1\|Ad · [^<>|]*>$/);
  });

  test("in one line, whatever the sponsor's name has in it", () => {
    for (const render of ["markdown", "text", "speech", "slack"] as const) {
      const sponsor = "Vel\n\nmora\u202e \u0007x";
      const { text } = read([{ ...offer, sponsor }], "A lamp [[rec:velmora-k7qd]] now.", {
        render,
      });
      for (const char of ["\n", "\u202e", "\u0007"]) expect(text).not.toContain(char);
    }
  });

  test("in the offer's own language", () => {
    const { text } = read([{ ...offer, label: "広告" }], ANSWER);
    expect(text).toBe("Take Velmora ([広告 · Velmora](https://go.example/1)) now.");
  });
});
