import { brandsOf } from "./brands.ts";
import { LINES } from "./lines.ts";
import { PALETTES } from "./palettes.ts";
import type { Department } from "./types.ts";

const SHOES: Department = {
  key: "shoes",
  name: "Shoes",
  brands: brandsOf("shoes"),
  lines: LINES.active,
  closings: [
    "True to size; half sizes are available.",
    "The insole can be taken out.",
    "Needs no breaking in.",
    "Made with at least 40 percent recycled material.",
  ],
  types: [
    {
      key: "running-shoes",
      noun: "Running Shoes",
      path: ["Sports Shoes", "Running Shoes"],
      picture: "runningshoe",
      priceUsd: [59, 180],
      colors: PALETTES.vivid,
      variants: [
        ["women's", 1],
        ["men's", 1],
        ["wide fit", 1.05],
      ],
      facts: [
        "Light foam returns energy on long road runs.",
        "The mesh upper breathes and dries within an hour.",
        "An eight-millimetre drop suits most runners.",
        "Reflective details help after dark.",
      ],
    },
    {
      key: "hiking-boots",
      noun: "Waterproof Hiking Boots",
      path: ["Outdoor Shoes", "Hiking Boots"],
      picture: "boot",
      priceUsd: [79, 240],
      colors: PALETTES.leather,
      variants: [
        ["women's", 1],
        ["men's", 1],
        ["kids'", 0.65],
      ],
      facts: [
        "The membrane keeps feet dry in rain and wet grass.",
        "Deep lugs grip on mud, rock and roots.",
        "A high ankle supports with a full pack.",
      ],
    },
    {
      key: "sneakers",
      noun: "Sneakers",
      path: ["Casual Shoes", "Sneakers"],
      picture: "sneaker",
      priceUsd: [39, 140],
      colors: PALETTES.apparel,
      variants: [
        ["women's", 1],
        ["men's", 1],
        ["kids'", 0.7],
      ],
      facts: [
        "A plain design that goes with jeans and with suits.",
        "Cushioned cork carries a whole day in the city.",
        "The sole is sewn on and can be replaced.",
      ],
    },
    {
      key: "sandals",
      noun: "Trekking Sandals",
      path: ["Outdoor Shoes", "Sandals"],
      picture: "sandal",
      priceUsd: [34, 110],
      colors: PALETTES.outdoor,
      variants: [
        ["women's", 1],
        ["men's", 1],
        ["kids'", 0.7],
      ],
      facts: [
        "Three straps adjust to narrow and wide feet.",
        "The footbed follows the arch.",
        "Dries quickly after a river crossing.",
      ],
    },
  ],
};

const CLOTHING: Department = {
  key: "clothing",
  name: "Clothing",
  brands: brandsOf("clothing"),
  lines: LINES.active,
  closings: [
    "Wash at 30 degrees and hang to dry.",
    "Sewn in a workshop that publishes its wages.",
    "Runs true to size.",
    "Keeps its shape and its colour.",
  ],
  types: [
    {
      key: "rain-jacket",
      noun: "Rain Jacket",
      path: ["Outerwear", "Rain Jackets"],
      picture: "jacket",
      priceUsd: [59, 230],
      colors: PALETTES.outdoor,
      variants: [
        ["women's", 1],
        ["men's", 1],
        ["kids'", 0.6],
      ],
      facts: [
        "Sealed seams and a 10,000 mm water column.",
        "Packs into its own pocket.",
        "The hood turns with the head.",
      ],
    },
    {
      key: "t-shirt",
      noun: "Organic Cotton T-Shirt",
      path: ["Tops", "T-Shirts"],
      picture: "tshirt",
      priceUsd: [14, 42],
      colors: PALETTES.apparel,
      variants: [
        ["women's", 1],
        ["men's", 1],
        ["kids'", 0.7],
        ["pack of 3", 2.6],
      ],
      facts: [
        "Heavy jersey that does not turn sheer.",
        "The collar keeps its shape after many washes.",
        "Without side seams or a scratchy label.",
      ],
    },
    {
      key: "hoodie",
      noun: "Fleece Hoodie",
      path: ["Tops", "Hoodies"],
      picture: "hoodie",
      priceUsd: [34, 98],
      colors: PALETTES.apparel,
      variants: [
        ["women's", 1],
        ["men's", 1],
        ["kids'", 0.7],
      ],
      facts: [
        "Brushed inside, smooth outside.",
        "A big pocket keeps hands and phone warm.",
        "Ribbed cuffs stay tight.",
      ],
    },
    {
      key: "beanie",
      noun: "Merino Beanie",
      path: ["Accessories", "Hats"],
      picture: "beanie",
      priceUsd: [18, 52],
      colors: PALETTES.apparel,
      variants: [
        ["one size", 1],
        ["kids'", 0.8],
        ["with pompom", 1.1],
      ],
      facts: [
        "Fine merino wool that does not itch.",
        "Warm when wet and free of smell.",
        "Thin enough for a bike helmet.",
      ],
    },
    {
      key: "socks",
      noun: "Hiking Socks",
      path: ["Accessories", "Socks"],
      picture: "socks",
      priceUsd: [12, 34],
      colors: PALETTES.outdoor,
      variants: [
        ["1 pair", 0.6],
        ["2 pairs", 1],
        ["4 pairs", 1.8],
      ],
      facts: [
        "Cushioned at heel and toe against blisters.",
        "Flat seams sit outside the toes.",
        "A wool blend that is dry by morning.",
      ],
    },
  ],
};

const OUTDOOR: Department = {
  key: "outdoor",
  name: "Outdoor & Camping",
  brands: brandsOf("outdoor"),
  lines: LINES.active,
  closings: [
    "Tested for a season in rain and wind.",
    "Easy to pack and quick to dry.",
    "Spare parts can be ordered one by one.",
    "A dependable companion for weekends away.",
  ],
  types: [
    {
      key: "tent",
      noun: "Camping Tent",
      path: ["Camping", "Tents"],
      picture: "tent",
      priceUsd: [89, 480],
      colors: PALETTES.outdoor,
      variants: [
        ["2 person", 0.8],
        ["3 person", 1],
        ["4 person", 1.25],
        ["6 person", 1.7],
      ],
      facts: [
        "One person can put it up in eight minutes.",
        "Two doors and two porches keep boots out of the way.",
        "The fly stands 3,000 mm of rain.",
      ],
    },
    {
      key: "sleeping-bag",
      noun: "Sleeping Bag",
      path: ["Camping", "Sleeping Bags"],
      picture: "sleepingbag",
      priceUsd: [49, 280],
      colors: PALETTES.outdoor,
      variants: [
        ["comfort 10 C", 0.8],
        ["comfort 3 C", 1],
        ["comfort -5 C", 1.35],
      ],
      facts: [
        "The zip runs both ways and does not catch.",
        "A collar keeps the warmth at the shoulders.",
        "Compresses to the size of a loaf of bread.",
      ],
    },
    {
      key: "headlamp",
      noun: "Rechargeable Headlamp",
      path: ["Camping", "Lights"],
      picture: "headlamp",
      priceUsd: [22, 90],
      colors: PALETTES.outdoor,
      variants: [
        ["300 lm", 0.8],
        ["500 lm", 1],
        ["1,000 lm", 1.5],
      ],
      facts: [
        "Light as an egg and bright to 120 metres.",
        "Red light spares the eyes of the others in the hut.",
        "A lock stops it from lighting up in the pack.",
      ],
    },
    {
      key: "camping-chair",
      noun: "Folding Camping Chair",
      path: ["Camping", "Furniture"],
      picture: "campchair",
      priceUsd: [29, 130],
      colors: PALETTES.outdoor,
      variants: [
        ["compact", 1],
        ["high back", 1.2],
        ["with side table", 1.3],
      ],
      facts: [
        "Holds 130 kilograms and weighs less than three.",
        "The cup holder is where the hand expects it.",
        "Wide feet do not sink into sand.",
      ],
    },
    {
      key: "cooler",
      noun: "Cooler Box",
      path: ["Camping", "Coolers"],
      picture: "cooler",
      priceUsd: [39, 260],
      colors: PALETTES.outdoor,
      variants: [
        ["15 l", 0.6],
        ["28 l", 1],
        ["45 l", 1.5],
      ],
      facts: [
        "Ice lasts for three days in the shade.",
        "The lid is a seat and a table.",
        "A drain lets the water out without tipping.",
      ],
    },
    {
      key: "camping-stove",
      noun: "Camping Stove",
      path: ["Camping", "Stoves"],
      picture: "stove",
      priceUsd: [32, 140],
      colors: PALETTES.outdoor,
      variants: [
        ["1 burner", 1],
        ["2 burners", 1.7],
      ],
      facts: [
        "Boils a litre in under four minutes.",
        "A wind guard folds up around the flame.",
        "Lights at the push of a button.",
      ],
    },
  ],
};

/** Departments for moving about. */
export const ACTIVE_DEPARTMENTS: readonly Department[] = [SHOES, CLOTHING, OUTDOOR];
