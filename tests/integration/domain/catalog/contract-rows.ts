import { row } from "./rows.ts";

/** Four fields a word can stand in, three currencies' worth of prices, every kind of filter. */
export const GARDEN = [
  row("lamp-oak", {
    title: "Oak desk lamp",
    brand: "Lumière",
    category: "Home > Lighting",
    price: 80,
    salePrice: 60,
    color: "amber",
  }),
  row("lamp-tin", {
    title: "Tin desk lamps, set of 2",
    brand: "Lumiere",
    category: "Home > Lighting",
    price: 40,
    availability: "out_of_stock",
    description: "Bends at the neck. Matches every bookcase.",
  }),
  row("lamp-eur", {
    title: "Brass desk lamp",
    brand: "Fontana",
    category: "Office > Lighting",
    price: 35,
    currency: "EUR",
  }),
  row("shelf-oak", {
    title: "Oak bookcase",
    brand: "Fontana",
    category: "Home > Furniture",
    price: 120,
    compareAtPrice: 200,
  }),
  row("cable", { title: "Wi-Fi cable USB/HDMI v2.0", price: 12.5, brand: "O'Brien & Søn" }),
  row("cafe", { title: "Café crème machine", price: 300, category: "Kitchen" }),
  row("rope-72", { title: "Jute rope, 72 inches", price: 24 }),
  row("rope-10", { title: "Jute rope 10 ft", price: 24 }),
  row("tea-1", { title: "Copper teapot", price: 25 }),
  row("tea-2", { title: "Copper kettle", price: 25 }),
];

/** Alike but for their ratings, and whether they can be bought. */
export const RATED = [
  row("r-none", { title: "Maple spatula" }),
  row("r-many", { title: "Maple spatula", rating: 4.6, ratingCount: 500 }),
  row("r-one", { title: "Maple spatula", rating: 5, ratingCount: 1 }),
  row("r-gone", {
    title: "Maple spatula",
    rating: 4.6,
    ratingCount: 500,
    availability: "out_of_stock",
  }),
  row("r-poor", { title: "Maple spatula", rating: 2, ratingCount: 80 }),
  row("r-uncounted", { title: "Maple spatula", rating: 5 }),
];

/** Thirty products no order can tell apart but by their id, written in another order. */
export const TWINS = Array.from({ length: 30 }, (_, index) => {
  const id = `twin-${String((index * 7) % 30).padStart(2, "0")}`;
  return row(id, { title: "Birch dowel", price: 5 });
});
