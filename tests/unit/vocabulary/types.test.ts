import { describe, expect, test } from "vitest";
import { linesOfFiles } from "../../../vocabulary/src/files.ts";
import {
  createProductTyper,
  createVocabulary,
  faultsOf,
  plainWords,
  readTypes,
  typeOfQuery,
} from "../../../vocabulary/src/index.ts";

const { lines } = readTypes(
  `
electronics | | electronics | |
laptop | electronics | laptop, ?notebook, ~thinkpad | bag, charger | gaming, intel
bag | | bag | |
laptop-bag | bag | laptop bag | |
charger | electronics | charger | |
phone | electronics | phone, ~iphone | case, charger |
phone-case | | phone case | |
paper-notebook | | notebook, notepad | |
cord | | cord | |
extension-cord | cord | extension cord | |
shorts | | shorts | |
dress | | dress | |
wine-glass | | wine glass | |
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
    expect(typed("Set of 4 wine glasses").type).toBe("wine-glass");
    expect(typed("Short red dress").type).toBe("dress");
    expect(typed("Red shorts").type).toBe("shorts");
  });

  test("is no thing that it is made for", () => {
    expect(typed("Hard case for Acme iPhone 7")).toEqual({ type: "phone-case", goesWith: "phone" });
    expect(typed("Charger for ThinkPad")).toEqual({ type: "charger", goesWith: "laptop" });
    expect(typed("Laptop charger")).toEqual({ type: "charger", goesWith: "laptop" });
    expect(typed("Skin for iPhone").type).toBeNull();
  });

  test("comes from the category where the title names none", () => {
    expect(typed("Acme X200", "Computers", "Laptops").type).toBe("laptop");
    expect(typed("Acme X200", "Phones", "Phone accessories").type).toBeNull();
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
    expect(typeOfQuery(vocabulary, "weather tomorrow").type).toBeNull();
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
