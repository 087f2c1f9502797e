import { describe, expect, test } from "vitest";
import { createSigner, parseSigningKeys } from "../../../../server/src/core/signing.ts";
import {
  type ClickToken,
  hintHashOf,
  readToken,
  sessionHash,
  writeProductToken,
  writeToken,
} from "../../../../server/src/domain/delivery/token.ts";

const signerOf = (fill: number) =>
  createSigner(parseSigningKeys(`1:${Buffer.alloc(32, fill).toString("base64url")}`));
const signer = signerOf(1);

const campaign: ClickToken = {
  kind: "campaign",
  issuedAtMs: 1_763_650_000_000,
  version: 65_535,
  deliveryUuid: "019a0000-0000-7000-8000-00000000abcd",
  campaignNumber: 9_007_199_254_740_993n,
};
const product: ClickToken = {
  kind: "product",
  issuedAtMs: 1_763_650_800_000,
  productNumber: 9_223_372_036_854_775_807n,
  hintHash: 5n,
};

describe("a click token", () => {
  test.each([campaign, product])("$kind survives the way there and back", (token) => {
    const text = writeToken(token, signer);
    expect(text).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(readToken(text, signer)).toEqual(token);
  });

  test.each([campaign, product])("of a $kind with any bit changed is none", (token) => {
    const bytes = Buffer.from(writeToken(token, signer), "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readToken(changed.toString("base64url"), signer)).toBeUndefined();
    }
  });

  test("of another key is none", () => {
    expect(readToken(writeToken(campaign, signerOf(2)), signer)).toBeUndefined();
  });

  test.each(["", "A".repeat(64), "A".repeat(63), `${"A".repeat(63)}=`, "ä".repeat(64)])(
    "%j is none",
    (text) => {
      expect(readToken(text, signer)).toBeUndefined();
    },
  );
});

describe("a product's token", () => {
  const at = (time: string, hintHash = 0n) =>
    writeProductToken({ productNumber: 1n, hintHash, now: new Date(time) }, signer);

  test("is the same for a whole hour and another one after it", () => {
    const first = at("2026-01-01T10:00:00.000Z");
    expect(at("2026-01-01T10:59:59.999Z")).toBe(first);
    expect(at("2026-01-01T11:00:00.000Z")).not.toBe(first);
  });

  test("differs by publisher and origin, and not by how they are joined", () => {
    const hashes = [
      hintHashOf({}),
      hintHashOf({ publisherId: "a" }),
      hintHashOf({ origin: "a" }),
      hintHashOf({ publisherId: "a", origin: "b" }),
      hintHashOf({ publisherId: "ab" }),
    ];
    expect(hashes[0]).toBe(0n);
    expect(new Set(hashes).size).toBe(5);
    for (const hash of hashes) expect(hash).toBeLessThan(2n ** 63n);
  });
});

describe("a session", () => {
  test("is comparable for us and meaningless for anyone else", () => {
    const hash = sessionHash("visitor@example.com", signer);
    expect(hash).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(sessionHash("visitor@example.com", signer)).toBe(hash);
    expect(sessionHash("visitor@example.org", signer)).not.toBe(hash);
    expect(sessionHash("visitor@example.com", signerOf(2))).not.toBe(hash);
  });

  test("that was not named is none", () => {
    expect(sessionHash(undefined, signer)).toBeNull();
  });
});
