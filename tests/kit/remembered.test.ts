import { expect, test } from "vitest";
import { remembered } from "../../publisher-kit/src/language/remembered.ts";

test("a text of a talk is read once, and of many texts the last 256 are kept", () => {
  const read: string[] = [];
  const lengthOf = remembered((text) => {
    read.push(text);
    return text.length;
  });
  const texts = Array.from({ length: 256 }, (_, number) => "x".repeat(number));
  for (const text of [...texts, ...texts]) expect(lengthOf(text)).toBe(text.length);
  expect(read).toEqual(texts);

  lengthOf("another");
  lengthOf(texts[1] ?? "");
  expect(read).toHaveLength(257);
  lengthOf(texts[0] ?? "");
  expect(read).toHaveLength(258);
});
