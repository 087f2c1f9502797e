import { createHash } from "node:crypto";
import { createProductTyper, createVocabulary, typeOfQuery } from "@placard/vocabulary";
import { linesOfFiles } from "@placard/vocabulary/files";
import { describe, expect, test } from "vitest";
import { demoAdvertisers } from "../../../demo-chat/goods/advertisers.ts";
import { listProducts } from "../../../demo-chat/goods/browse.ts";
import { departments } from "../../../demo-chat/goods/departments.ts";
import {
  generateProducts,
  productAt,
  productById,
  productTypeCount,
} from "../../../demo-chat/goods/generate.ts";
import { gtinCheckDigit } from "../../../demo-chat/goods/gtin.ts";
import { permute } from "../../../demo-chat/goods/random.ts";

const OPTIONS = { seed: 7, baseUrl: "http://shop.test" };
const ROWS = [...generateProducts({ ...OPTIONS, count: 20_000 })];

function bytesOf(count: number, seed: number): string {
  const hash = createHash("sha256");
  for (const row of generateProducts({ ...OPTIONS, seed, count })) hash.update(JSON.stringify(row));
  return hash.digest("hex");
}

const VOCABULARY = createVocabulary(linesOfFiles());

/** What people who try a shop ask for first. */
const FIRST_QUESTIONS = (
  "laptop;gaming laptop;tablet for drawing;phone;phone case;tv;4k tv;monitor;printer;router;" +
  "external hard drive;webcam;camera;drone;smartwatch;power bank;usb-c cable;ps5 controller;" +
  "wireless headphones;earbuds;bluetooth speaker;soundbar;record player;keyboard;wireless mouse;" +
  "notebook;backpack for school;pens;desk lamp;floor lamp;led strip;light bulbs;sofa;" +
  "sofa bed;office chair;standing desk;desk for a small room;bed frame;mattress;bookshelf;" +
  "dining table;tv stand;wardrobe;rug;curtains;mirror;candles;picture frames;christmas tree;" +
  "pillows;sheets queen size;weighted blanket;bath towels;coffee maker;espresso machine;kettle;" +
  "air fryer;blender;toaster;microwave;frying pan;chef's knife;mugs;wine glasses;water bottle;" +
  "lunch box;fridge;washing machine;dishwasher;vacuum cleaner;robot vacuum;iron;fan;heater;" +
  "air purifier;laundry detergent;trash can;storage boxes;running shoes;sneakers;hiking boots;" +
  "winter boots;sandals;high heels;dress for a wedding;jeans;t-shirt;hoodie;rain jacket;" +
  "winter coat;suit;swimsuit;socks;belt;umbrella;watch;necklace;earrings;sunglasses;ring;" +
  "suitcase;handbag;wallet;tent for two people;sleeping bag;camping chair;cooler;binoculars;" +
  "yoga mat;dumbbells;treadmill;basketball;tennis racket;skateboard;electric scooter;city bike;" +
  "kids bike;bike helmet;bike lock;guitar;keyboard piano;lego;board game;puzzle;doll;rc car;" +
  "teddy bear;face cream;shampoo;perfume;sunscreen;hair dryer;electric toothbrush;lipstick;" +
  "stroller;car seat;crib;diapers;baby monitor;dog food;dog bed;cat tree;litter box;aquarium;" +
  "cordless drill;screwdriver set;hammer;ladder;wall paint;lawn mower;grill;plant pot;" +
  "garden hose;hammock;patio chairs;car phone holder;car tires;coffee beans;tea;chocolate;" +
  "olive oil;gift basket;sewing machine;yarn;watercolors"
).split(";");

describe("the demo catalogue", () => {
  test("the same seed gives the same bytes, another seed others", () => {
    expect(bytesOf(500, 7)).toBe(bytesOf(500, 7));
    expect(bytesOf(500, 7)).not.toBe(bytesOf(500, 8));
  });

  test("a product does not depend on how many are made", () => {
    const few = [...generateProducts({ ...OPTIONS, count: 300 })];
    expect(few).toEqual(ROWS.slice(0, 300));
    expect(productAt(19_999, OPTIONS).row).toEqual(ROWS[19_999]);
  });

  test("no two of 20,000 products share an id, a title or a GTIN", () => {
    expect(new Set(ROWS.map((row) => row.id)).size).toBe(20_000);
    expect(new Set(ROWS.map((row) => row.title)).size).toBe(20_000);
    expect(new Set(ROWS.map((row) => row.gtin)).size).toBe(20_000);
  });

  test("titles stay unique when every combination of a type has been used", () => {
    // The first index of each block, far apart, reaches the second edition of every type.
    const titles = new Set<string>();
    for (let index = 1_000_000; index < 1_004_000; index += 1) {
      titles.add(productAt(index, OPTIONS).row.title);
    }
    expect(titles.size).toBe(4_000);
    expect([...titles].some((title) => / Mk 2 /.test(title))).toBe(true);
  });

  test("every run of products shows each kind of goods once, in at least 20 departments", () => {
    expect(departments().length).toBeGreaterThanOrEqual(20);
    const nouns = departments().flatMap(({ types }) => types.map(({ noun }) => noun));
    expect(new Set(nouns).size).toBe(productTypeCount());
    const paths = ROWS.slice(0, productTypeCount()).map(({ category }) => category.join());
    expect(new Set(paths).size).toBe(productTypeCount());
  });

  test("the vocabulary reads the products as what they are", () => {
    const typeOf = createProductTyper(VOCABULARY);
    const wrong = ROWS.slice(0, 12_000).filter((row, index) => {
      const { type } = typeOf(row);
      return type === null || !VOCABULARY.isKindOf(type, productAt(index, OPTIONS).typeKey);
    });
    // A new word of the vocabulary may be the name of a model.
    expect(wrong.length, wrong[0]?.title).toBeLessThan(60);
  });

  test("what ordinary people ask for first is there, of four brands at least", () => {
    const rows = Map.groupBy(ROWS.slice(0, 12_000).entries(), ([index]) => {
      return productAt(index, OPTIONS).typeKey;
    });
    const missing = FIRST_QUESTIONS.filter((words) => {
      const { type } = typeOfQuery(VOCABULARY, words);
      const found = [...rows]
        .filter(([key]) => type !== null && VOCABULARY.isKindOf(key, type))
        .flatMap(([, each]) => each.map(([, { brand }]) => brand));
      return found.length < 12 || new Set(found).size < 4;
    });
    expect(missing).toEqual([]);
  });

  test("a tent weighs more the more people it is for", () => {
    const weights = ROWS.flatMap(({ title, description }) => {
      const people = /Camping Tent, (\d)-Person/.exec(title)?.[1];
      const weight = /Weighs ([\d.]+) kg/.exec(description)?.[1];
      return people === undefined || weight === undefined ? [] : [`${people}: ${weight} kg`];
    });
    const expected = ["2: 2.2 kg", "3: 3.1 kg", "4: 4.4 kg", "6: 7.5 kg"];
    expect([...new Set(weights)].toSorted()).toEqual(expected);
  });

  test("a price before is always above the price, and about 30 percent have one", () => {
    const discounted = ROWS.filter((row) => row.compareAtPrice !== undefined);
    for (const row of discounted) expect(row.compareAtPrice).toBeGreaterThan(row.price);
    expect(discounted.length / ROWS.length).toBeGreaterThan(0.27);
    expect(discounted.length / ROWS.length).toBeLessThan(0.33);
  });

  test("prices are positive and end in .99, .95 or .00", () => {
    for (const row of ROWS) {
      expect(row.price).toBeGreaterThanOrEqual(1);
      expect([0, 95, 99]).toContain(Math.round(row.price * 100) % 100);
    }
  });

  test("about 88 percent are in stock, and the other states occur", () => {
    const share = (state: string) =>
      ROWS.filter((row) => row.availability === state).length / ROWS.length;
    expect(share("in_stock")).toBeGreaterThan(0.86);
    expect(share("in_stock")).toBeLessThan(0.9);
    expect(share("preorder")).toBeGreaterThan(0.02);
    expect(share("out_of_stock")).toBeGreaterThan(0.05);
  });

  test("a GTIN is internal and its check digit is right", () => {
    expect(gtinCheckDigit("400638133393")).toBe("1");
    for (const { gtin } of ROWS) {
      expect(gtin).toMatch(/^2\d{12}$/);
      expect(gtin.at(-1)).toBe(gtinCheckDigit(gtin.slice(0, -1)));
    }
  });

  test("links carry the click macro and pictures come from the shop", () => {
    const row = ROWS[42];
    expect(row?.link).toBe(`http://shop.test/shop/p/${row?.id}?click_id={click_id}`);
    expect(row?.imageUrl).toBe(`http://shop.test/shop/img/${row?.id}.svg`);
    for (const { id } of ROWS) expect(id).toMatch(/^[A-Za-z0-9._~:-]{1,128}$/);
  });

  test("descriptions have one to three sentences and no unfilled placeholder", () => {
    for (const { description } of ROWS) {
      expect(description).not.toMatch(/[{}]|undefined/);
      expect(description.length).toBeGreaterThanOrEqual(15);
      expect(description.length).toBeLessThan(400);
      expect(description.endsWith(".")).toBe(true);
    }
    expect(new Set(ROWS.map((row) => row.description)).size).toBeGreaterThan(6_000);
  });

  test("ratings lie between 1 and 5 with at least one review", () => {
    for (const { rating, ratingCount } of ROWS) {
      expect(rating).toBeGreaterThanOrEqual(1);
      expect(rating).toBeLessThanOrEqual(5);
      expect(ratingCount).toBeGreaterThanOrEqual(1);
    }
  });

  test("larger sizes of one model cost more", () => {
    const prices = new Map<string, number[]>();
    for (let index = 0; index < 100_000; index += 1) {
      const product = productAt(index, OPTIONS);
      if (product.typeKey !== "tent" || product.row.compareAtPrice !== undefined) continue;
      const model = product.row.title.split(",", 1)[0] ?? "";
      const known = prices.get(model) ?? [];
      known[Math.round(product.picture.size * 3)] = product.row.price;
      prices.set(model, known);
    }
    const compared = [...prices.values()].map((each) =>
      each.filter((price) => price !== undefined),
    );
    expect(compared.some((each) => each.length > 1)).toBe(true);
    for (const each of compared) expect(each).toEqual(each.toSorted((a, b) => a - b));
  });

  test("an id finds its product, and nothing else does", () => {
    expect(productById("pd-000042", OPTIONS)?.row).toEqual(ROWS[42]);
    expect(productById("pd-000042", { ...OPTIONS, count: 42 })).toBeUndefined();
    for (const id of ["", "pd-42", "pd-0000042", "pd-00004x", "42", "pd--00042", "pd-000042 "]) {
      expect(productById(id, OPTIONS), id).toBeUndefined();
    }
  });

  test("an index or count out of range is refused", () => {
    expect(() => productAt(-1, OPTIONS)).toThrow(RangeError);
    expect(() => productAt(1.5, OPTIONS)).toThrow(RangeError);
    expect(() => [...generateProducts({ ...OPTIONS, count: -1 })]).toThrow(RangeError);
  });
});

describe("browsing", () => {
  test("pages of a department neither repeat nor skip a product", () => {
    const options = { ...OPTIONS, count: 2_000 };
    const whole = listProducts(options, { department: "shoes", offset: 0, limit: 2_000 });
    const pages = [0, 10, 20].flatMap((offset) =>
      listProducts(options, { department: "shoes", offset, limit: 10 }),
    );
    expect(pages).toEqual(whole.slice(0, 30));
    expect(whole.every((product) => product.departmentKey === "shoes")).toBe(true);
    expect(listProducts(options, { offset: 1_995, limit: 10 })).toHaveLength(5);
  });

  test("every demo advertiser offers products that are in stock", () => {
    const options = { ...OPTIONS, count: 2_000 };
    const advertisers = demoAdvertisers(options);
    expect(advertisers.map(({ adUnitType }) => adUnitType).toSorted()).toEqual([
      "cpa",
      "cpc",
      "cpd",
      "cpi",
      "cpia",
      "cpl",
      "cpm",
      "cppromo",
      "cpr",
    ]);
    for (const { productIds, creativeUrl, slug } of advertisers) {
      expect(creativeUrl).toBe(`http://shop.test/shop/c/${slug}?click_id={click_id}`);
      expect(productIds.length).toBeGreaterThanOrEqual(3);
      for (const id of productIds) {
        expect(productById(id, options)?.row.availability).toBe("in_stock");
      }
    }
  });
});

describe("permute", () => {
  test("visits every position of a range exactly once", () => {
    for (const size of [1, 2, 3, 7, 64, 108, 1_000]) {
      const seen = new Set(Array.from({ length: size }, (_, at) => permute(at, size, 99)));
      expect(seen.size).toBe(size);
      expect(Math.max(...seen)).toBe(size - 1);
    }
  });
});
