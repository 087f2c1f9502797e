import { expect, test } from "vitest";
import {
  COMPOUND,
  FITTING,
  NEIGHBOUR,
  OTHER,
  PART,
  TypeColumn,
} from "../../../../server/src/domain/catalog/index/type-column.ts";

test.each([
  ["curtain", "curtain", FITTING],
  ["curtain", "shower-curtain", COMPOUND],
  ["curtain", "kettle", OTHER],
  ["mattress", "air-mattress", NEIGHBOUR],
  ["smartphone", "phone-case", PART],
  ["toothbrush-head", "toothbrush", OTHER],
])("who asks for a %s and meets a %s", (asked, type, relation) => {
  const column = new TypeColumn();
  column.write(0, { type, goesWith: null, isCertain: true });
  expect(column.relationTo({ type: asked, goesWith: null })(0)).toBe(relation);
});
