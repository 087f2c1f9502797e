// @vitest-environment node
import { expect, it } from "vitest";

it("importing the widget on a server touches nothing and fails nowhere", async () => {
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  expect(before.has("window")).toBe(false);
  const { define, mount } = await import("../../widget/src/index.ts");
  define();
  expect(typeof mount).toBe("function");
  expect(Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name))).toEqual([]);
});
