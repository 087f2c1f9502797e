import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../server/src/core/canonical.ts";

describe("canonical JSON", () => {
  test.each([
    [{ b: 1, a: { d: [], c: null } }, '{"a":{"c":null,"d":[]},"b":1}'],
    [[{ b: 1, a: 2 }, "ä", true], '[{"a":2,"b":1},"ä",true]'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    ['"', '"\\""'],
    [undefined, "null"],
    [1e21, "1e+21"],
    [-0, "0"],
    [{ "": 1, A: 2, a: 3, á: 4 }, '{"":1,"A":2,"a":3,"á":4}'],
  ])("%j is %s", (value, expected) => {
    expect(canonicalJson(value)).toBe(expected);
  });

  test("keys in another order make the same text, other values another", () => {
    const one = { x: 1, y: { a: [1, 2], b: "z" } };
    const same = { y: { b: "z", a: [1, 2] }, x: 1 };
    expect(canonicalJson(one)).toBe(canonicalJson(same));
    expect(canonicalJson({ ...one, x: "1" })).not.toBe(canonicalJson(one));
    expect(canonicalJson({ ...one, y: { a: [2, 1], b: "z" } })).not.toBe(canonicalJson(one));
  });

  test("nothing can be smuggled in through a key or a text", () => {
    expect(canonicalJson({ 'a":1,"b': 2 })).not.toBe(canonicalJson({ a: 1, b: 2 }));
  });
});
