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
  ["monitor 27 inch for photo editing", "mount for it", "monitor mount"],
  ["I need a tent for 4 people", "footprint for it", "footprint for tent"],
  ["I want a road bike", "ok, any lights for it?", "lights for road bike"],
  ["I want a coffee machine", "too big for it", "big coffee machine"],
])("%s, %s: %s", (first, text, q) => {
  const previous = [
    { role: "user", text: first },
    { role: "assistant", text: "Here are some options." },
  ] as const;
  expect(formulateQuery(text, previous).q).toBe(q);
});
