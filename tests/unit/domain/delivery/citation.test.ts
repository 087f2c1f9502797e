import { expect, test } from "vitest";
import { CITATION_TAG, citationMarks } from "../../../../server/src/contract/citation.ts";
import { createSigner, parseSigningKeys } from "../../../../server/src/core/signing.ts";
import { citationOf, isCitationOf } from "../../../../server/src/domain/delivery/token.ts";

const key = (kid: number) => `${kid}:${Buffer.alloc(32, kid).toString("base64url")}`;
const signerOf = (...kids: number[]) => createSigner(parseSigningKeys(kids.map(key).join(",")));
const signer = signerOf(1);
const uuid = "018f0000-0000-7000-8000-000000000001";
const other = "018f0000-0000-7000-8000-000000000002";
const delivery = { uuid, sponsor: "Velmora", label: "Ad" };

test("a citation is the same for one delivery and another for the next", () => {
  const { tag, label, marks } = citationOf(delivery, signer);
  expect(tag).toMatch(CITATION_TAG);
  expect(tag).toMatch(/^velmora-.{4}$/);
  expect({ label, marks }).toEqual({ label: "Ad", marks: citationMarks(tag) });
  expect(citationOf(delivery, signer).tag).toBe(tag);
  expect(citationOf({ ...delivery, uuid: other }, signer).tag).not.toBe(tag);
});

test("tag and label prove each other for their delivery alone", () => {
  const { tag } = citationOf(delivery, signer);
  const isOwn = (fields: object, of = uuid) =>
    isCitationOf(of, { tag, label: "Ad", ...fields }, signer);
  expect(isOwn({})).toBe(true);
  expect(isOwn({}, other)).toBe(false);
  expect(isOwn({ label: "Sponsored" })).toBe(false);
  expect(isOwn({ tag: tag.replace("velmora", "aria") })).toBe(false);
  expect(isOwn({ tag: "velmora-0000" })).toBe(tag === "velmora-0000");
});

test("a citation handed out under the former key is still its delivery's", () => {
  const citation = citationOf(delivery, signerOf(2));
  expect(isCitationOf(uuid, citation, signerOf(1, 2))).toBe(true);
  expect(isCitationOf(uuid, citation, signerOf(1))).toBe(false);
});

test("a thousand deliveries of one sponsor hardly share a tag", () => {
  const tags = Array.from(
    { length: 1_000 },
    (_, index) =>
      citationOf({ ...delivery, uuid: uuid.slice(0, -4) + String(1_000 + index) }, signer).tag,
  );
  expect(new Set(tags).size).toBeGreaterThan(990);
});
