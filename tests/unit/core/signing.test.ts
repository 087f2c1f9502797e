import { describe, expect, test } from "vitest";
import { createSigner, hashUuid, parseSigningKeys } from "../../../server/src/core/signing.ts";

const secret = (fill: number) => Buffer.alloc(32, fill).toString("base64url");
const signerOf = (text: string) => createSigner(parseSigningKeys(text));

describe("signing keys", () => {
  test("the first of two signs", () => {
    const signer = signerOf(`7:${secret(1)}, 3:${secret(2)}`);
    expect(signer.kid).toBe(7);
    const mac = signer.mac("click", "data", 16);
    expect(mac).toEqual(signerOf(`7:${secret(1)}`).mac("click", "data", 16));
  });

  test.each([
    ["no kid", secret(1), /kid/],
    ["a kid above 255", `256:${secret(1)}`, /kid/],
    ["a negative kid", `-1:${secret(1)}`, /kid/],
    ["a short secret", `1:${Buffer.alloc(31).toString("base64url")}`, /32 bytes/],
    ["three keys", `1:${secret(1)},2:${secret(2)},3:${secret(3)}`, /two/],
    ["the same kid twice", `1:${secret(1)},1:${secret(2)}`, /differ/],
  ])("%s are refused, and no secret is repeated", (_case, text, problem) => {
    expect(() => parseSigningKeys(text)).toThrow(problem);
    try {
      parseSigningKeys(text);
    } catch (error) {
      expect(String(error)).not.toContain(secret(1));
    }
  });
});

test("the codes of all live keys are given, the current one first", () => {
  const [current, former] = [signerOf(`1:${secret(1)}`), signerOf(`2:${secret(2)}`)];
  const codes = signerOf(`1:${secret(1)},2:${secret(2)}`).macs("citation", "data", 3);
  expect(codes).toEqual([current.mac("citation", "data", 3), former.mac("citation", "data", 3)]);
});

describe("signatures", () => {
  const signer = signerOf(`1:${secret(1)},2:${secret(2)}`);
  const mac = signer.mac("delivery", "data", 16);

  test("verify for their own purpose and data alone", () => {
    expect(signer.verify({ purpose: "delivery", data: "data", mac })).toBe(true);
    expect(signer.verify({ purpose: "click", data: "data", mac })).toBe(false);
    expect(signer.verify({ purpose: "delivery", data: "Data", mac })).toBe(false);
    expect(signer.verify({ purpose: "deliver", data: "ydata", mac })).toBe(false);
  });

  test("of the key before verify as long as it is live", () => {
    const old = signerOf(`2:${secret(2)}`).mac("delivery", "data", 16);
    expect(signer.verify({ purpose: "delivery", data: "data", mac: old })).toBe(true);
    expect(signer.verify({ purpose: "delivery", data: "data", mac: old, kid: 2 })).toBe(true);
    expect(signer.verify({ purpose: "delivery", data: "data", mac: old, kid: 1 })).toBe(false);
    expect(signer.verify({ purpose: "delivery", data: "data", mac: old, kid: 9 })).toBe(false);
    const gone = signerOf(`3:${secret(3)}`).mac("delivery", "data", 16);
    expect(signer.verify({ purpose: "delivery", data: "data", mac: gone })).toBe(false);
  });

  test("with any bit changed, cut short or made long do not verify", () => {
    for (let bit = 0; bit < 128; bit += 1) {
      const changed = Buffer.from(mac);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(signer.verify({ purpose: "delivery", data: "data", mac: changed })).toBe(false);
    }
    for (const size of [0, 1, 15]) {
      const cut = mac.subarray(0, size);
      expect(signer.verify({ purpose: "delivery", data: "data", mac: cut })).toBe(false);
    }
  });
});

test("a text's hash as a uuid is the beginning of its SHA-256", () => {
  expect(hashUuid("abc")).toBe("ba7816bf-8f01-cfea-4141-40de5dae2223");
});
