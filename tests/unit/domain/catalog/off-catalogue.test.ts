import { expect, test } from "vitest";
import { engineOf, find, product, titled } from "./support.ts";

test("words of services find a product only when it is clearly called so", async () => {
  const engine = await engineOf(
    titled("Ticket to Ride board game", "Flight jacket, brown", "Paris street poster", "Oven"),
  );
  expect(await find(engine, "ticket to ride")).toEqual([1]);
  expect((await find(engine, "flight jacket"))[0]).toBe(2);
  expect(await find(engine, "flight ticket paris")).toEqual([]);
  expect(await find(engine, "louvre paris admission")).toEqual([]);
});

test("a kind of thing is known for what it is despite a wrong letter", async () => {
  const engine = await engineOf(titled("Steel kettle", "Plain kettle", "Wooden spoon", "Oven"));
  expect((await find(engine, "ketle quiet gooseneck")).toSorted()).toEqual([1, 2]);
});

test("unknown words need a product that is named, branded or mostly titled by them", async () => {
  const engine = await engineOf([
    product(1, { title: "Ergonomic vertical pointer, grey", brand: "Zorvex" }),
    product(2, { title: "Garden sprite, stone", description: "For a walk at night." }),
    ...Array.from({ length: 20 }, (_, at) => product(at + 3, { title: `Steel kettle ${at}` })),
  ]);
  expect(await find(engine, "zorvex vertical quillon")).toEqual([1]);
  expect(await find(engine, "moonlit quillon sprite")).toEqual([]);
});

test("a service finds nothing among goods that share its words", async () => {
  const engine = await engineOf(
    titled("Tuner card for computers", "Piano black kettle", "Greeting card", "Tuxedo, black"),
  );
  for (const words of ["piano tuner", "organ donor card", "tuxedo to rent"]) {
    expect(await find(engine, words)).toEqual([]);
  }
  expect(await find(engine, "tuxedo")).toEqual([4]);
});

test("what a shop has nothing of is not answered by what shares its words", async () => {
  const others = titled("Sewing machine, 60 stitches", "Garden hose, 10 m");
  const engine = await engineOf(others);
  for (const words of ["sewing machine thread", "horses"]) {
    expect(await find(engine, words)).toEqual([]);
  }
  expect(await find(engine, "sewing machine")).toEqual([1]);
  // "Walnut" is also a wood.
  expect(await find(await engineOf(titled("Walnut tray", "Kettle")), "walnut")).toEqual([1]);
});

test("a type that the shop calls otherwise is found with a wish that none has", async () => {
  const others = Array.from({ length: 20 }, (_, at) => `Yellow kettle ${at}`);
  const jackets = [1, 2, 3].map((number) => `Rain jacket ${number}`);
  const found = await find(await engineOf(titled(...jackets, ...others)), "yellow raincoat");
  expect(found.slice(0, 3).toSorted()).toEqual([1, 2, 3]);
});

test("an unknown compound needs both of its words", async () => {
  const halves = ["Zorvex paint", "Zorvex rope", "Quillon rope", "Quillon paint"];
  expect(await find(await engineOf(titled(...halves)), "zorvexquillon")).toEqual([]);
  const engine = await engineOf(titled(...halves, "Zorvex quillon, grey"));
  expect((await find(engine, "zorvexquillon"))[0]).toBe(5);
});

test("a wish that no product of a small shop names does not hide those of the type", async () => {
  const boots = [1, 2, 3].map((number) => `Hiking boots model ${number}`);
  const engine = await engineOf(titled(...boots, "Steel kettle", "Desk lamp", "Hiking stove"));
  const found = await find(engine, "waterproof hiking boots");
  expect(found.slice(0, 3).toSorted()).toEqual([1, 2, 3]);
});

test("what it is for may be unknown to a shop, what it is may not", async () => {
  const others = Array.from({ length: 20 }, (_, at) => `Steel kettle ${at}`);
  const engine = await engineOf(titled("Data projector, white", "Garden sprite", ...others));
  expect(await find(engine, "beamer for watching films")).toEqual([1]);
  expect(await find(engine, "moonlit quillon beamer")).toEqual([]);
});

test("a new thing is asked for as the thing alone", async () => {
  const engine = await engineOf(titled("Steel kettle", "Wooden spoon", "New wooden bench"));
  expect((await find(engine, "new kettle"))[0]).toBe(1);
});

test("a type that the shop calls otherwise goes before what shares other words", async () => {
  const many = (title: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${title} ${at}`);
  const others = [...many("Home watch", 12), ...many("Film", 60), ...many("Kettle", 60)];
  const titles = [...many("Data projector", 4), ...others];
  const found = await find(await engineOf(titled(...titles)), "beamer for watching films at home");
  expect(found.slice(0, 3).every((number) => number <= 4)).toBe(true);
  expect(found.length).toBeGreaterThan(2);
});

test("another thing is no answer by its words where the shop has no such thing", async () => {
  const wheel = await engineOf(titled("Mountain bike wheel truing stand", "Steel kettle"));
  expect(await find(wheel, "mountain bike")).toEqual([]);
  const doll = await engineOf(titled("Doll accessory, doll scooter helmet", "Steel kettle"));
  expect(await find(doll, "helmet")).toEqual([1]);
});

test("what may be another thing is no answer by one word of its name", async () => {
  const description = "This digital thermostat suits growing plants.";
  const title = "Greenhouse zorvex";
  const thermostat = product(1, { title, description, category: ["Thermostats"] });
  const others = titled("Kettle", "Pan", "Steel kettle").slice(1);
  const engine = await engineOf([thermostat, ...others]);
  expect(await find(engine, "greenhouse for growing tomato plants")).toEqual([]);
});

test("what is of no known type is no answer by one word of the name either", async () => {
  const sticks = product(1, { title: "Fatwood sticks, natural wood, campfire and stove" });
  const others = Array.from({ length: 20 }, (_, at) => product(at + 2, { title: `Bell ${at}` }));
  const engine = await engineOf([sticks, ...others]);
  expect(await find(engine, "fatwood sticks")).toEqual([1]);
  expect(await find(engine, "wood burning stove")).toEqual([]);
});

test("the first letter of a short word is no slip of the keys", async () => {
  const engine = await engineOf(titled("Smart plug, 2 pack", "Steel kettle", "Wireless mouse"));
  expect(await find(engine, "slug")).toEqual([]);
  expect(await find(engine, "plgu")).toEqual([1]);
  expect(await find(engine, "qireless")).toEqual([3]);
});

test("goods that bear the words of a service are none", async () => {
  const category = ["Maintenance & Repairs", "Screen Protectors"];
  const engine = await engineOf([
    ...titled("Whole house vacuum cleaner", "Trailer tie for a horse"),
    product(3, { title: "Sailing boat quillon protectant" }),
    product(4, { title: "Screen protector for iPhone", category }),
  ]);
  for (const words of ["house cleaner", "horse trailer", "sailing boat", "repair iphone screen"]) {
    expect(await find(engine, words)).toEqual([]);
  }
});

test("a service behind the name of a thing is what is asked for", async () => {
  const engine = await engineOf(titled("Linen sofa bed", "Steel kettle", "Wooden spoon"));
  expect(await find(engine, "sofa bed delivery slot")).toEqual([]);
  expect((await find(engine, "sofa bed for a holiday"))[0]).toBe(1);
});

test("few of many products are of a type only if certainly so and called so", async () => {
  const kettles = Array.from({ length: 14_000 }, (_, at) => `Kettle ${at}`);
  const engine = await engineOf(titled("Double pushchair", "Microwave oven", ...kettles));
  expect(await find(engine, "stroller")).toEqual([]);
  expect(await find(engine, "pushchair")).toEqual([1]);
  expect(await find(engine, "quiet microwave")).toEqual([2]);
});

test("a thing named behind what it is to do is what is asked for", async () => {
  const engine = await engineOf(titled("Garment rack on wheels", "Garment rack", "Steel kettle"));
  const found = await find(engine, "hang clothes garment rack");
  expect(found.slice(0, 2).toSorted()).toEqual([1, 2]);
});

test("short plurals name things", async () => {
  const discs = ["Zorvex CD-R 700 MB", "Zorvex CD-R 800 MB", "Zorvex CD-R 650 MB"];
  const engine = await engineOf(titled(...discs, "Steel kettle", "Steel pan", "Desk lamp"));
  expect((await find(engine, "blank cds")).toSorted()).toEqual([1, 2, 3]);
});
