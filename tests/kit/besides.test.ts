import { expect, test } from "vitest";
import { formulateQuery } from "../../publisher-kit/src/language/query/index.ts";

test.each([
  ["I want to buy a city bike for commuting", "and a helmet", "bike helmet"],
  ["a bike helmet", "and a lock", "bike lock"],
  ["I want a new phone", "and a case", "phone case"],
  ["looking for a tent", "and a sleeping bag", "sleeping bag"],
  ["a desk for my room", "and a lamp to go with it", "lamp for desk"],
  ["a dog bed for a labrador", "a collar as well", "collar for dog bed"],
  ["garden tools", "gloves too", "gloves for garden tools"],
  ["a bike helmet", "knee pads too", "knee pads"],
  ["acoustic guitars", "and spare strings", "acoustic guitars spare strings"],
  ["a 27 inch monitor", "and a stand for it", "monitor stand"],
  ["a black sofa", "and with a chaise", "chaise black sofa"],
])("%s, %s: %s", (first, text, q) => {
  const previous = [
    { role: "user", text: first },
    { role: "assistant", text: "Here are some options." },
  ] as const;
  expect(formulateQuery(text, previous).q).toBe(q);
});
