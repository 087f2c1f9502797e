import { listTestPlacement, registerAgent, type TestAgent } from "../setup/agents.ts";
import type { CallTool } from "../setup/exchange.ts";

/** What storyboards and fuzzers find to buy: one publisher with a placement of each model. */
export async function openInventory(call: CallTool): Promise<TestAgent> {
  const publisher = await registerAgent(call, "publisher");
  for (const adUnitType of ["cpm", "cpc", "cpa"] as const) {
    await listTestPlacement(call, publisher, adUnitType, {
      description: "Display and video beside answers about outdoor lifestyle and sports.",
    });
  }
  return publisher;
}

const THINGS = ["boots", "tent", "kettle", "lamp", "backpack", "jacket", "stove", "bottle"];

/** Products in two currencies, some with a former price and a rating. */
export const PRODUCTS = THINGS.flatMap((thing, kind) =>
  [1, 2, 3, 4].map((number) => ({
    id: `${thing}-${number}`,
    title: `Hiking ${thing} model ${number}`,
    ...(number === 1 ? {} : { description: `A ${thing} for long walks.` }),
    brand: `Brand ${kind % 3}`,
    category: `Outdoor > ${thing}`,
    price: 20 + kind * 10 + number + 0.99,
    ...(number === 2 ? { compareAtPrice: 60 + kind * 10 + number } : {}),
    currency: kind === 7 ? "EUR" : "USD",
    availability: number === 4 ? "out_of_stock" : "in_stock",
    imageUrl: `https://pictures.test/${thing}-${number}.jpg`,
    link: `https://shop.test/p/${thing}-${number}`,
  })),
);

/** Searches as agents send them. */
export function searchOf(index: number): object {
  const thing = THINGS[index % THINGS.length] ?? "boots";
  const searches = [
    { query: `hiking ${thing}` },
    { query: `${thing} under $60`, pagination: { limit: 3 } },
    { query: thing, filters: { price: { min: 2_000, max: 9_000 } } },
    { query: thing, context: { currency: "EUR" }, filters: { price: { max: 20_000 } } },
    { query: "hiking", filters: { categories: ["Outdoor"] }, pagination: { limit: 20 } },
    { query: `nothing like ${"x".repeat(index % 20)} this` },
  ];
  return searches[index % searches.length] ?? { query: thing };
}

export const productIdOf = (index: number): string => PRODUCTS[index % PRODUCTS.length]?.id ?? "";
