import { describe, expect, test } from "vitest";
import { engineOf, product, titled } from "./support.ts";

describe("what is ruled out", () => {
  const without = async (titles: readonly string[], exclude: readonly string[]) => {
    const engine = await engineOf(titled(...titles));
    const request = { text: "belt", filters: {}, sort: "relevance", offset: 0, count: 9 } as const;
    return (await engine.search({ ...request, exclude })).numbers.toSorted();
  };

  test("is in no title, but a product that says it lacks the thing stays", async () => {
    const titles = [
      "Leather belt",
      "Canvas belt",
      "Faux leather belt",
      "Belt, leather-free",
      "Belt without leather",
      "Belt of real leather",
    ];
    expect(await without(titles, ["leather"])).toEqual([2, 3, 4, 5]);
  });

  test("is a whole phrase, in any order and number", async () => {
    const titles = ["Belt with big buckles", "Belt, big", "Belt with a buckle"];
    expect(await without(titles, ["big buckle"])).toEqual([2, 3]);
    expect(await without(titles, ["buckle", "big"])).toEqual([]);
  });

  test("is each kind of leather", async () => {
    const titles = ["Suede belt", "Belt of nubuck", "Canvas belt"];
    expect(await without(titles, ["Leather"])).toEqual([3]);
  });

  test("is each word for the same", async () => {
    const titles = ["Hardside belt", "Hard-Shell belt", "Hard shell belt", "Softside belt"];
    expect(await without(titles, ["hard shell"])).toEqual([4]);
    expect(await without(["Large belt", "Small belt"], ["big"])).toEqual([2]);
  });

  test("is a size however it is written", async () => {
    const titles = ["Belt, 3 pieces", "Belt 3pcs", "Belt, 2 pieces"];
    expect(await without(titles, ["3 pieces"])).toEqual([3]);
    expect(await without(titles, ["3 pieces of chain"])).toEqual([1, 2, 3]);
  });

  test("is in a title that lacks something else of the same name", async () => {
    const titles = ["Fire TV belt (no TV controls)", "Roku belt"];
    expect(await without(titles, ["fire tv"])).toEqual([2]);
  });

  test("comes last where a description has it, first where one says it is lacking", async () => {
    const engine = await engineOf([
      product(1, { title: "Hand cream", description: "With a fresh scent." }),
      product(2, { title: "Hand cream", description: "In a tube." }),
      product(3, { title: "Hand cream", description: "Fragrance-free, in a tube." }),
    ]);
    const request = { text: "hand cream", filters: {}, sort: "relevance", offset: 0 } as const;
    const { numbers } = await engine.search({ ...request, count: 3, exclude: ["scent"] });
    expect(numbers).toEqual([3, 2, 1]);
  });

  test("stays where only descriptions and wider categories have it", async () => {
    const engine = await engineOf([
      product(1, { title: "Belt", description: "Goes well with leather shoes." }),
      product(2, { title: "Belt", category: ["Leather goods & more", "Belts"] }),
      product(3, { title: "Belt", category: ["Clothing", "Leather belts"] }),
      product(4, { title: "Belt", color: "leather brown" }),
    ]);
    const request = { text: "belt", filters: {}, sort: "relevance", offset: 0, count: 9 } as const;
    const { numbers } = await engine.search({ ...request, exclude: ["leather"] });
    expect(numbers.toSorted()).toEqual([1, 2]);
  });

  test("leaves room for what is lower in the list", async () => {
    const titles = Array.from({ length: 40 }, (_, at) => `${at < 30 ? "Red " : "Blue "}belt ${at}`);
    expect(await without(titles, ["red"])).toHaveLength(9);
  });
});
