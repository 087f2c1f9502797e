import { describe, expect, test } from "vitest";
import { linesOfFiles } from "../../../vocabulary/src/files.ts";
import {
  createProductTyper,
  createVocabulary,
  faultsOf,
  oppositeOf,
  plainWords,
  readTypes,
  sameAs,
  typeOfQuery,
} from "../../../vocabulary/src/index.ts";
import { variantsOf } from "../../../vocabulary/src/variants.ts";

const { lines } = readTypes(
  `
electronics | | electronics | |
laptop | electronics | laptop, ?notebook, ~thinkpad | bag, charger, dust cap, arm | gaming, intel
bag | | bag | |
laptop-bag | bag | laptop bag | |
charger | electronics | charger | |
phone | electronics | phone, handset, ~iphone | case, charger, unit |
phone-case | | phone case | |
paper-notebook | | notebook, notepad | |
cord | | cord | |
extension-cord | cord | extension cord | |
shorts | | shorts | |
dress | | dress | |
wine-glass | | wine glass | |
cat-collar | | cat collar | |
lighting | | light | |
casual-dress | dress | casual dress | |
running-dress | dress | running dress | |
coffee | | coffee | |
crib | | crib, ?cot | mattress |
blank-disc | | dvd-r |
movie | | dvd |
crib-mattress | | crib mattress | |
camp-mattress | | camping mattress, cot mattress tall | |
flashlight | | flashlight | |
walkie-talkie | | walkie-talkie | |
fake-nail | | fake nail, stick on nail | |
phone-stand | | phone unit, phone stand | |
dust-cap | | = | |
elsewhere | | elsewhere | |
live-animal | elsewhere | cat | |
phone-charger | charger | phone charger | |
dust-charger | charger | dust charger | |
kettle | | =, water boiler | lid | | to: boil water, make tea
towel | | =, wash cloth | to: dry off with
washing-machine | | = | | | to: wash clothes
`,
  "test",
);
const vocabulary = createVocabulary(lines);
const typeOf = createProductTyper(vocabulary);
const typed = (title: string, ...category: string[]) => typeOf({ title, category });

describe("the type of a product", () => {
  test("is the last name of its title's first phrase", () => {
    expect(typed("Acme power extension cord, 3 m").type).toBe("extension-cord");
    expect(typed("Canvas laptop bag 15 inch laptop").type).toBe("laptop-bag");
    expect(typed("Acme 15 laptop 8 GB bag included").type).toBe("laptop");
    expect(typed("Acme DVD+R matt silver").type).toBe("blank-disc");
    expect(typed("Set of 4 wine glasses").type).toBe("wine-glass");
    expect(typed("Short red dress").type).toBe("dress");
    expect(typed("Red shorts").type).toBe("shorts");
  });

  test("is no thing that it is made for", () => {
    expect(typed("Hard case for Acme iPhone 7")).toMatchObject({
      type: "phone-case",
      goesWith: "phone",
    });
    expect(typed("Charger for ThinkPad")).toMatchObject({ type: "charger", goesWith: "laptop" });
    expect(typed("Laptop charger")).toMatchObject({ type: "charger", goesWith: "laptop" });
    expect(typed("Skin for iPhone").type).toBeNull();
  });

  test("comes from the category where the title names none", () => {
    expect(typed("Acme X200", "Computers", "Laptops").type).toBe("laptop");
    expect(typed("Acme X200", "Phones", "Phone accessories").type).toBeNull();
  });

  test("is found behind a model number and a word for the goal", () => {
    expect(typed("iPhone 7 Plus case").type).toBe("phone-case");
    expect(typed("Red collar for cats").type).toBe("cat-collar");
  });

  test("is named behind the name that its maker gave it", () => {
    expect(typed("Acme ThinkPad 65W slim charger")).toMatchObject({
      type: "charger",
      goesWith: "laptop",
    });
    expect(typed("Acme Light X300 rechargeable laptop").type).toBe("laptop");
    expect(typed("Acme iPhone 8 laptop bag").type).toBe("laptop-bag");
  });

  test("is nothing that is counted, only describes, or belongs to a model's number", () => {
    expect(typed("Acme wine glass, 2 laptops").type).toBe("wine-glass");
    expect(typed("Acme X200 charger 250 laptops").type).toBe("charger");
    expect(typed("Acme laptop safe phone").type).toBe("phone");
    expect(typed("Acme iPhone-100 cord").type).toBe("cord");
    expect(typed("Acme 8-phone").type).toBeNull();
  });

  test("is what the end of a title names, if that goes with what its start names", () => {
    expect(typed("Acme laptop 12V car edition 90W charger black")).toMatchObject({
      type: "charger",
      goesWith: "laptop",
    });
    expect(typed("Acme laptop tilting wall arm")).toMatchObject({
      type: null,
      goesWith: "laptop",
    });
    expect(typed("Acme laptop 90W and charger").type).toBe("laptop");
  });

  test("is what the end names behind a colour, before a material or a bracket", () => {
    const arm = { type: null, goesWith: "laptop" };
    expect(typed("Acme laptop black sport arm")).toMatchObject(arm);
    expect(typed("Acme laptop tilting wall arm aluminium")).toMatchObject(arm);
    expect(typed("Acme laptop 8 GB arm").type).toBe("laptop");
    expect(typed("Acme laptop in padded arm").type).toBe("laptop");
    expect(typed('Acme laptop X200 (14" wide) slim charger')).toMatchObject({
      type: "charger",
      goesWith: "laptop",
    });
  });

  test("is no device that its kit or assembly is for", () => {
    const part = { type: null, goesWith: "laptop" };
    expect(typed("Acme laptop stabilization kit")).toMatchObject(part);
    expect(typed("Acme laptop rear wall assembly, black")).toMatchObject(part);
    expect(typed("Acme running dress sewing kit").type).toBe("running-dress");
  });

  test("is what its name says, whatever product lines its details hold", () => {
    expect(typed("Acme phone X2, red, ThinkPad edition")).toMatchObject({
      type: "phone",
      isCertain: true,
    });
    expect(typed("Acme X2, red, ThinkPad edition").type).toBe("laptop");
    expect(typed("Acme laptop USB 2.0 PC Card charger").type).toBe("charger");
  });

  test("is no model of the product line that its end or start goes with", () => {
    expect(typed("Acme ThinkPad X61 folding arm")).toMatchObject({
      type: null,
      goesWith: "laptop",
    });
    expect(typed("Acme internal charger ThinkPad X61").type).toBe("charger");
  });

  test("is what its words of several name, if that goes with the thing behind", () => {
    expect(typed("Acme dust cap laptop")).toMatchObject({
      type: "dust-cap",
      goesWith: "laptop",
    });
  });

  test("is what the narrowest category says, not a neighbour above it", () => {
    expect(typed("Acme X200", "Cords & Extension Cords", "Cords").type).toBe("cord");
  });

  test("is narrowed by a word that stands apart from its name", () => {
    expect(typed("Men's Acme Running Pureflow dress").type).toBe("running-dress");
    expect(typed("Acme running club, dress").type).toBe("dress");
  });

  test("is no brand, shade, fit or piece of a set", () => {
    expect(typeOf({ title: "Cord & Co shorts", category: [], brand: "Cord & Co" }).type).toBe(
      "shorts",
    );
    expect(typed("Acme X2 light blue").type).toBeNull();
    expect(typed("Slim fit dress").type).toBe("dress");
    expect(typed("Dress with shorts").type).toBe("dress");
  });

  test("comes from the description where the rest is silent", () => {
    const description = "These lightweight running shorts dry fast.";
    expect(typeOf({ title: "Acme X2", category: [], description })).toMatchObject({
      type: "shorts",
      isCertain: false,
    });
  });

  test("is read from a category name and those above it", () => {
    expect(typed("Acme X2", "Clothing", "Dresses", "Casual").type).toBe("casual-dress");
  });

  test("is certain only if title and category agree", () => {
    expect(typed("Short red dress", "Dresses").isCertain).toBe(true);
    expect(typed("Short red dress").isCertain).toBe(true);
    expect(typed("Short red dress", "Laptops").isCertain).toBe(false);
    expect(typed("Acme X2", "Dresses").isCertain).toBe(false);
  });

  test("heeds what stands beside a name with several meanings", () => {
    expect(typed("Lined notebook").type).toBe("paper-notebook");
    expect(typed("Acme gaming notebook Intel").type).toBe("laptop");
  });
});

describe("the type of a query", () => {
  test("is what stands before its relations", () => {
    expect(typeOfQuery(vocabulary, "thinkpad with 16 gb").type).toBe("laptop");
    expect(typeOfQuery(vocabulary, "a bag for my laptop").type).toBe("laptop-bag");
    expect(typeOfQuery(vocabulary, "box of wine glasses").type).toBe("wine-glass");
    expect(typeOfQuery(vocabulary, "something for my laptop")).toMatchObject({
      type: null,
      goesWith: "laptop",
    });
    expect(typeOfQuery(vocabulary, "iphone 7 case").type).toBe("phone-case");
    expect(typeOfQuery(vocabulary, "a collar for my cat").type).toBe("cat-collar");
    expect(typeOfQuery(vocabulary, "bag of coffee").type).toBe("coffee");
    expect(typeOfQuery(vocabulary, "bag with a laptop sleeve").type).toBe("bag");
    expect(typeOfQuery(vocabulary, "glow in the dark dress").type).toBe("dress");
    expect(typeOfQuery(vocabulary, "weather tomorrow").type).toBeNull();
  });

  test("is named by all words of its name, also where one is a relation", () => {
    const nails = typeOfQuery(vocabulary, "stick on nails with glue");
    expect(nails).toMatchObject({ type: "fake-nail", mention: { from: 0, to: 3 } });
    const unit = typeOfQuery(vocabulary, "handset unit for the lounge");
    expect(unit).toMatchObject({ type: "phone-stand", mention: { from: 0, to: 2 } });
    // A model's number is a word of its own.
    const model = typeOfQuery(vocabulary, "iphone 7 case");
    expect(model.mention).toMatchObject({ from: 2, to: 3 });
  });

  test("has every sense of its name, the usual one first", () => {
    expect(vocabulary.sensesOf(["notebook"])).toEqual(["paper-notebook", "laptop"]);
    expect(vocabulary.sensesOf(["nothing"])).toEqual([]);
  });
});

describe("a name of several words", () => {
  test("is known by its American and British variants", () => {
    expect(typeOfQuery(vocabulary, "cot mattress").type).toBe("crib-mattress");
    expect(typeOfQuery(vocabulary, "a camp mattress").type).toBe("camp-mattress");
    expect(variantsOf(["jewelry", "organizer"])).toEqual([
      ["jewelry", "organiser"],
      ["jewellery", "organizer"],
      ["jewellery", "organiser"],
    ]);
  });

  test("is known by its plural", () => {
    expect(typeOfQuery(vocabulary, "two walkie talkies").type).toBe("walkie-talkie");
  });

  test("gives way to a name that a line has itself, and one word to none", () => {
    expect(typeOfQuery(vocabulary, "cot mattress tall").type).toBe("camp-mattress");
    expect(typeOfQuery(vocabulary, "torch").type).toBeNull();
    expect(variantsOf(["flashlight"])).toEqual([]);
    expect(variantsOf(["kitchen", "torch"])).toEqual([]);
  });
});

describe("what a thing is for", () => {
  test.each([
    ["something to boil water for a cup", "kettle"],
    ["a thing for boiling the water", "kettle"],
    ["boil some water on a trip", "kettle"],
    ["gadget that makes my tea", "kettle"],
    ["something to dry off with", "towel"],
    ["phone to boil water", "phone"],
    ["lamp oil, water boil", null],
    ["wash cloth", "towel"],
    ["something to wash my clothes", "washing-machine"],
  ])("%s: %s", (query, type) => {
    expect(typeOfQuery(vocabulary, query).type).toBe(type);
  });

  test("stands in a column of its own, and its words are the mention", () => {
    const line = lines.find(({ id }) => id === "towel");
    expect(line).toMatchObject({ parts: [], purposes: ["dry off with"] });
    expect(typeOfQuery(vocabulary, "something to boil my water").mention).toMatchObject({
      from: 2,
      to: 5,
    });
  });
});

describe("words that say what a part goes with", () => {
  test.each([
    "charger that fits a thinkpad",
    "charger which works with my thinkpad",
    "charger inside my thinkpad",
    "charger for a thinkpad",
  ])("%s", (query) => {
    expect(typeOfQuery(vocabulary, query)).toMatchObject({ type: "charger", goesWith: "laptop" });
  });

  test("name a thing with the animal it is for, which is no thing to go with", () => {
    expect(typeOfQuery(vocabulary, "collar for my fluffy cat who bites")).toMatchObject({
      type: "cat-collar",
      goesWith: null,
    });
  });

  test("leave another kind of the same its own name", () => {
    expect(typeOfQuery(vocabulary, "dust charger for a phone").type).toBe("dust-charger");
    expect(typeOfQuery(vocabulary, "charger for a phone").type).toBe("phone-charger");
  });

  test("say no thing that is only to be hung or carried", () => {
    expect(typeOfQuery(vocabulary, "hang a big kettle on a laptop")).toMatchObject({
      type: null,
      goesWith: "kettle",
    });
  });

  test("make no part of what only lies in another thing", () => {
    expect(typeOfQuery(vocabulary, "phone in a bag")).toMatchObject({
      type: "phone",
      goesWith: null,
    });
    expect(typeOfQuery(vocabulary, "lid on my kettle")).toMatchObject({
      type: null,
      goesWith: "kettle",
    });
  });
});

describe("the opposite of a word", () => {
  test("is each word that says the contrary", () => {
    expect(oppositeOf("Wired")).toEqual(expect.arrayContaining(["wireless", "cordless"]));
    expect(oppositeOf("men's")).toContain("woman");
    expect(oppositeOf("short")).toEqual(["long", "tall"]);
  });

  test("is beside words that mean the same", () => {
    expect(sameAs("small")).toEqual(expect.arrayContaining(["compact", "little"]));
    expect(sameAs("men")).toEqual([]);
  });

  test("is derived for words in -ed and missing for others", () => {
    expect(oppositeOf("unsalted")).toEqual(["salted"]);
    expect(oppositeOf("framed")).toEqual(["unframed"]);
    expect(oppositeOf("red")).toEqual([]);
    expect(oppositeOf("laptop")).toEqual([]);
  });

  test("goes both ways", () => {
    for (const word of ["wireless", "gas", "decaf", "faux", "left", "kid"]) {
      for (const other of oppositeOf(word)) expect(oppositeOf(other)).toContain(word);
    }
  });
});

describe("the type files", () => {
  test("have no fault", () => {
    expect(faultsOf(linesOfFiles())).toEqual([]);
  });

  test("report each fault", () => {
    const { lines: read, faults } = readTypes("A | | x\nb | |\nc | | <b> | |\nd | e | y, z\n", "f");
    expect(faults).toHaveLength(3);
    expect(faultsOf(read)).toEqual(["f: d has the unknown parent e"]);
    expect(faultsOf([...lines, ...lines]).length).toBeGreaterThan(lines.length - 1);
  });

  test("words lose case, accents and plural", () => {
    expect(plainWords("Cafés' LAPTOPS, women's knives")).toEqual([
      "cafe",
      "laptop",
      "woman",
      "knife",
    ]);
  });
});
