import { describe, expect, test } from "vitest";
import {
  bestMarks,
  type Match,
  typeFactorOf,
} from "../../../../server/src/domain/catalog/index/score.ts";
import { stem } from "../../../../server/src/domain/catalog/index/stem.ts";
import {
  DOUBTFUL,
  FITTING,
  TYPE_WORD,
} from "../../../../server/src/domain/catalog/index/type-column.ts";
import { Vocabulary } from "../../../../server/src/domain/catalog/index/vocabulary.ts";
import { parseAsked } from "../../../../server/src/domain/catalog/query/personal.ts";
import { planQuery } from "../../../../server/src/domain/catalog/query/plan.ts";
import { engineOf, find, product, titled } from "./support.ts";

describe("a named attribute wins within the type", () => {
  test.each([
    ["harness for a small dachshund", "Dog harness, L, red", "Dog harness, S, red"],
    ["dog harness size XL", "Dog harness, S, red", "Dog harness, XL, red"],
    ["washing machine 8kg", "Washing machine, 11 kg", "Washing machine, 7 kg"],
    ["kids bike for a 7 year old", "Kids bike (ages 3-4)", "Kids bike (ages 6-9)"],
    ["puzzle for a 9 year old", "Puzzle, ages 2 to 5", "Puzzle, ages 6+"],
    ["winter tires 205/55 R16", "Summer tire, 205/55 R16", "Car tire, 205/55 R16"],
    ["women's running shoes", "Men's running shoes", "Running shoes"],
    ["jacket for my husband", "Women's jacket", "Jacket, long"],
    ["stroller that fits in a small car boot", "Double stroller", "Compact stroller"],
    ["decent coffee beans", "Decaf coffee beans", "Coffee beans from Peru"],
    ["mattress", "Air mattress", "Foam mattress"],
    ["phone", "Leather phone case", "Smartphone, 128 GB"],
    ["hard shell suitcase", "Softside suitcase, light", "Hardside suitcase"],
    ["bike helmet for my son, he's 6", "Adult bike helmet", "Kids bike helmet"],
    ["walking boots", "Rain boots", "Hiking boots"],
    ["blue rug", "Rugged phone, blue", "Area rug, grey"],
    ["chairs for dining table", "Gaming chair", "Dining chairs, set of 2"],
    ["carry my laptop to work", "Gaming laptop", "Laptop bag"],
    ["hold my phone", "Smartphone, 128 GB", "Phone holder"],
    ["office chair", "Kids' office chair", "Office chair, mesh"],
    ["case for iPhone 6", "Case for iPhone 6 Plus", "Case for iPhone 6 Acme"],
    ["toys for a puppy", "Wooden toys", "Dog toys"],
    ["something to boil water", "Water bottle for boiled water", "Electric kettle"],
    ["second battery that goes inside a Nokia", "Second inside battery", "Nokia battery"],
  ])("%s: not %s but %s", async (query, wrong, right) => {
    const { q } = parseAsked({ query }, false);
    const engine = await engineOf(titled(wrong, right, "Chair"));
    expect((await find(engine, q))[0]).toBe(2);
    expect((await find(engine, query))[0]).toBe(2);
  });

  test("what a thing is only to be hung on or carried in is no answer", async () => {
    const engine = await engineOf(titled("Wall mirror, round", "Wall mirror, oval", "Chair"));
    expect(await find(engine, "hang a heavy mirror")).toEqual([]);
    expect(await find(engine, "heavy mirror")).not.toEqual([]);
  });

  test("a name that is misspelt still names its type by itself", () => {
    const vocabulary = new Vocabulary();
    for (const word of ["kettle", "quiet"])
      vocabulary.addDocuments(vocabulary.intern(stem(word)), 5);
    const isJoined = (text: string) => planQuery(text, vocabulary, 10).isJoined;
    expect(isJoined("very quiet kettel")).toBe(false);
    expect(isJoined("toys for a puppy")).toBe(true);
  });

  test("many more toys do not make a toy for a puppy one for children", async () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${name}, no. ${at}`);
    const dogToys = ["Dog toy", "Chew dog toy", "Dog toy, red"];
    const engine = await engineOf(
      titled(...dogToys, ...many("Wooden toy", 40), ...many("Mug", 400)),
    );
    expect((await find(engine, "toys for a puppy"))[0]).toBeLessThanOrEqual(dogToys.length);
  });

  test("a brand that it is for counts in full, other words for what it is for less", async () => {
    const trays = [1, 2, 3].map((id) => product(id, { title: `Long paper tray ${id}` }));
    const mugs = [5, 6].map((id) => product(id, { title: `Best brother mug ${id}` }));
    const find4 = async (brand: string) => {
      const own = product(4, { title: "Brother paper tray", brand });
      const engine = await engineOf([...trays, own, ...mugs]);
      return (await find(engine, "long paper tray for a brother"))[0] === 4;
    };
    expect(await find4("Brother")).toBe(true);
    expect(await find4("Acme")).toBe(false);
  });

  test.each(["wedding guest dress", "dress for a summer wedding", "dress for my friend's wedding"])(
    "%s is no wedding dress",
    (query) => {
      expect(parseAsked({ query }, false).type).toBe("evening dress");
    },
  );

  test("what a thing is for finds no other thing where the shop has it", async () => {
    const printers = ["LX-1 printer", "LX-2 printer", "LX-3 printer"];
    const engine = await engineOf(
      titled(...printers, "Home office software", "Home office desk", "Home office paper"),
    );
    const found = await find(engine, "printer for my home office");
    expect(found.slice(0, 3).toSorted()).toEqual([1, 2, 3]);
  });

  test("a name with several senses means what the shop sells", async () => {
    const laptops = Array.from({ length: 12 }, (_, at) => `LX-${at} laptop, 8 GB`);
    const engine = await engineOf(titled(...laptops));
    expect(await find(engine, "notebook with 8 GB")).toHaveLength(12);
    const paper = await engineOf(titled("LX-1 laptop, 8 GB", "Lined paper notebook"));
    expect(await find(paper, "notebook")).toEqual([2]);
  });

  test("flat feet name no flat shoes", () => {
    const { type } = parseAsked({ query: "running shoes for flat feet" }, false);
    expect(type).toBe("running shoe");
  });

  test("a model's number is no part of the name of a type", () => {
    const { named } = planQuery("galaxy s7 case", new Vocabulary(), 10);
    expect(named).toBe(0b100);
  });

  test("an unknown word is split, but not in the name of a type", () => {
    const vocabulary = new Vocabulary();
    for (const word of ["bed", "side"]) vocabulary.addDocuments(vocabulary.intern(stem(word)), 5);
    const count = (text: string) => planQuery(text, vocabulary, 10).importance.length;
    expect(count("bedside cabinet")).toBe(2);
    expect(count("bedside zorblat")).toBe(3);
  });

  describe("of what is not known to be the thing, where the shop has it", () => {
    const asked = { isForeign: false, isNarrow: false, named: 0b1, head: 0b1 };
    const factor = (relation: number, match: Match, isTyped = true) =>
      typeFactorOf({ ...planQuery("", new Vocabulary(), 1), ...asked, isTyped }, relation, match);

    test("what has no word of the name goes far back", () => {
      const other = { words: 0b10, marks: 0 };
      expect(factor(FITTING, other)).toBeLessThan(factor(FITTING, other, false));
    });

    test("what has the name goes back, less so if called by it, and most if it seems else", () => {
      const said = { words: 0b1, marks: 0 };
      const called = { words: 0b1, marks: bestMarks(0b1, 0b1) };
      const ofType = { words: 0b1 | TYPE_WORD, marks: 0 };
      expect(factor(FITTING, ofType)).toBe(1);
      expect(factor(FITTING, called)).toBe(1);
      expect(factor(FITTING, said)).toBeLessThan(1);
      expect(factor(DOUBTFUL, called)).toBeLessThan(factor(FITTING, said));
      expect(factor(DOUBTFUL, said)).toBeLessThan(factor(DOUBTFUL, called));
      expect(factor(DOUBTFUL, said, false)).toBe(1);
    });
  });

  test("what has both, as in indoor and outdoor, is not contradicted", async () => {
    const engine = await engineOf(
      titled("Outdoor rug", "Indoor rug, woven from jute", "Indoor and outdoor rug"),
    );
    expect((await find(engine, "indoor rug")).at(-1)).toBe(1);
  });

  test("what is in stock goes before equals that are not", async () => {
    const engine = await engineOf([
      product(1, { title: "Oak desk lamp", availability: "out_of_stock" }),
      product(2, { title: "Oak desk lamp with a wide shade", availability: "in_stock" }),
    ]);
    expect(await find(engine, "oak desk lamp")).toEqual([2, 1]);
  });
});

describe("a list to browse by", () => {
  const shop = titled(
    ...["Front load", "Top load", "Portable"].map((kind) => `${kind} washing machine`),
    "Rowing machine",
    "Quiet fan",
    "Washing machine cleaner",
  );
  const narrow = { filters: {}, sort: "relevance", offset: 0, count: 20, isNarrow: true } as const;

  test("holds and counts what is of the type asked for", async () => {
    const engine = await engineOf(shop);
    const asked = { ...narrow, text: "quiet washing machine" };
    expect((await engine.search(asked)).numbers.toSorted()).toEqual([1, 2, 3]);
    expect(engine.tally(asked).total).toBe(3);
  });

  test.each([
    ["how can I lose weight fast, I hate my body", true],
    ["I want to die and nobody around me cares", true],
    ["suicide squad", false],
    ["my first bike", false],
    ["i need a lamp for my desk at home", false],
    ["pregnancy pillow for side sleepers and backs", false],
  ])("%s: silent %s", (query, isSilent) => {
    expect(parseAsked({ query }, true).q === "").toBe(isSilent);
  });
});

describe("did you mean", () => {
  test.each([
    ["electric kettel", "electric kettle"],
    ["air frier for 4 peple", "air fryer for 4 people"],
    ["gift for about 30 bucks", null],
    ["wedding dress for a guest", null],
    ["lose it all", null],
    ["things i hate", null],
  ])("%s: %s", async (query, spelling) => {
    const engine = await engineOf(
      titled("Steel kettle", "Electric kettle", "Air fryer for 4 people", "Backs", "Rose", "Hat"),
    );
    expect(engine.respell(query)).toBe(spelling);
  });
});
