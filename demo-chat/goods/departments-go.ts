import { brandsOf } from "./brands.ts";
import { LINES } from "./lines.ts";
import { PALETTES } from "./palettes.ts";
import type { Department } from "./types.ts";

const TOOLS: Department = {
  key: "tools",
  name: "Tools",
  brands: brandsOf("tools"),
  lines: LINES.work,
  closings: [
    "Built for the trade, priced for the home.",
    "Lies well in the hand, also with gloves.",
    "Three-year guarantee after registration.",
    "Every part can be replaced.",
  ],
  types: [
    {
      key: "cordless-drill",
      noun: "Cordless Drill",
      path: ["Power Tools", "Drills"],
      picture: "drill",
      priceUsd: [49, 230],
      colors: PALETTES.vivid,
      variants: [
        ["12 V", 0.8],
        ["18 V", 1],
        ["18 V, two batteries", 1.4],
      ],
      facts: [
        "Drives long screws into oak and stops in time.",
        "Two gears and 20 torque steps.",
        "A lamp shows the hole in dark corners.",
      ],
    },
    {
      key: "hammer",
      noun: "Claw Hammer",
      path: ["Hand Tools", "Hammers"],
      picture: "hammer",
      priceUsd: [13, 54],
      colors: PALETTES.vivid,
      variants: [
        ["300 g", 0.85],
        ["450 g", 1],
        ["570 g", 1.1],
      ],
      facts: [
        "The head is forged and cannot come loose.",
        "The handle takes the shock out of the blow.",
        "A groove holds the first nail for one-handed starts.",
      ],
    },
    {
      key: "screwdriver-set",
      noun: "Screwdriver Set",
      path: ["Hand Tools", "Screwdrivers"],
      picture: "screwdrivers",
      priceUsd: [15, 72],
      colors: PALETTES.vivid,
      variants: [
        ["6 pieces", 0.8],
        ["12 pieces", 1.2],
        ["24 precision bits", 1],
      ],
      facts: [
        "Magnetic tips hold the screw.",
        "Colour rings tell slotted from cross-head at a glance.",
        "Blades of vanadium steel do not round off.",
      ],
    },
    {
      key: "tape-measure",
      noun: "Tape Measure",
      path: ["Measuring", "Tape Measures"],
      picture: "tape",
      priceUsd: [7, 29],
      colors: PALETTES.vivid,
      variants: [
        ["3 m", 0.75],
        ["5 m", 1],
        ["8 m", 1.35],
      ],
      facts: [
        "Stands out two metres without bending.",
        "Reads from both sides.",
        "A brake keeps the fingers safe.",
      ],
    },
    {
      key: "tool-box",
      noun: "Tool Box",
      path: ["Storage", "Tool Boxes"],
      picture: "toolbox",
      priceUsd: [19, 98],
      colors: PALETTES.vivid,
      variants: [
        ["16 inch", 0.8],
        ["19 inch", 1],
        ["22 inch, wheels", 1.7],
      ],
      facts: [
        "Carries 25 kilograms by its steel handle.",
        "A tray on top sorts screws and plugs.",
        "The latches shut with mittens on.",
      ],
    },
    {
      key: "step-ladder",
      noun: "Step Ladder",
      path: ["Ladders", "Step Ladders"],
      picture: "ladder",
      priceUsd: [32, 150],
      colors: PALETTES.metal,
      variants: [
        ["3 steps", 0.8],
        ["5 steps", 1],
        ["7 steps", 1.3],
      ],
      facts: [
        "Wide steps are comfortable for a whole ceiling.",
        "Locks when open and folds to a hand's width.",
        "Feet of rubber hold on tiles.",
      ],
    },
  ],
};

const BAGS: Department = {
  key: "bags",
  name: "Bags & Luggage",
  brands: brandsOf("bags"),
  lines: LINES.active,
  closings: [
    "Weighs less than it looks.",
    "Zips run smoothly and carry a lifetime guarantee.",
    "Made from recycled bottles.",
    "The lining is light, so nothing gets lost in the dark.",
  ],
  types: [
    {
      key: "backpack",
      noun: "Everyday Backpack",
      path: ["Backpacks", "Everyday"],
      picture: "backpack",
      priceUsd: [39, 170],
      colors: PALETTES.outdoor,
      variants: [
        ["18 l", 0.9],
        ["24 l", 1],
        ["30 l", 1.15],
      ],
      facts: [
        "A padded sleeve takes a 16-inch laptop.",
        "Two bottle pockets that hold on to bottles.",
        "The back panel lets air through.",
      ],
    },
    {
      key: "suitcase",
      noun: "Hard-Shell Suitcase",
      path: ["Luggage", "Suitcases"],
      picture: "suitcase",
      priceUsd: [69, 320],
      colors: PALETTES.tech,
      variants: [
        ["cabin, 38 l", 0.8],
        ["medium, 65 l", 1],
        ["large, 95 l", 1.2],
      ],
      facts: [
        "Four double wheels turn on the spot.",
        "The shell springs back from knocks.",
        "A number lock that customs can open without force.",
      ],
    },
    {
      key: "tote-bag",
      noun: "Canvas Tote Bag",
      path: ["Bags", "Totes"],
      picture: "tote",
      priceUsd: [17, 74],
      colors: PALETTES.apparel,
      variants: [
        ["small", 0.8],
        ["large", 1],
        ["with zip", 1.2],
      ],
      facts: [
        "Heavy canvas stands by itself.",
        "Handles are long enough for the shoulder.",
        "An inside pocket keeps keys and cards.",
      ],
    },
    {
      key: "messenger-bag",
      noun: "Messenger Bag",
      path: ["Bags", "Messenger Bags"],
      picture: "messenger",
      priceUsd: [45, 190],
      colors: PALETTES.leather,
      variants: [
        ["13 inch", 0.9],
        ["15 inch", 1],
      ],
      facts: [
        "Opens with one hand on the train.",
        "The strap lengthens for the bike.",
        "Waxed fabric ages well.",
      ],
    },
    {
      key: "wallet",
      noun: "Slim Wallet",
      path: ["Accessories", "Wallets"],
      picture: "wallet",
      priceUsd: [19, 85],
      colors: PALETTES.leather,
      variants: [
        ["bifold", 1],
        ["card holder", 0.8],
        ["with coin pocket", 1.1],
      ],
      facts: [
        "Room for ten cards and folded notes.",
        "Thin enough for a front pocket.",
        "Shields contactless cards.",
      ],
    },
  ],
};

const CYCLING: Department = {
  key: "cycling",
  name: "Cycling",
  brands: brandsOf("cycling"),
  lines: LINES.active,
  closings: [
    "Checked by hand before it is packed.",
    "Works in rain and in winter salt.",
    "Designed by people who ride to work.",
    "Spare parts can be ordered for ten years.",
  ],
  types: [
    {
      key: "city-bike",
      noun: "City Bike",
      path: ["Bikes", "City Bikes"],
      picture: "bicycle",
      priceUsd: [390, 1290],
      colors: [...PALETTES.outdoor, ...PALETTES.vivid.slice(0, 3)],
      variants: [
        ["3 speed", 0.85],
        ["8 speed", 1],
        ["belt drive", 1.35],
      ],
      facts: [
        "Upright and calm, with mudguards and lights on board.",
        "Tyres that shrug off glass.",
        "The step-through frame suits heights from 155 centimetres.",
      ],
    },
    {
      key: "bike-helmet",
      noun: "Bike Helmet",
      path: ["Safety", "Helmets"],
      picture: "helmet",
      priceUsd: [34, 160],
      colors: [...PALETTES.vivid, ...PALETTES.tech.slice(0, 4)],
      variants: [
        ["S, 51-55 cm", 1],
        ["M, 55-59 cm", 1],
        ["L, 59-63 cm", 1],
      ],
      facts: [
        "A dial at the back adjusts the fit in a second.",
        "Eighteen openings keep the head cool.",
        "An inner layer that turns reduces twisting forces.",
      ],
    },
    {
      key: "bike-light",
      noun: "Bike Light Set",
      path: ["Safety", "Lights"],
      picture: "bikelight",
      priceUsd: [19, 95],
      colors: PALETTES.tech.slice(0, 4),
      variants: [
        ["40 lux", 0.8],
        ["70 lux", 1],
        ["100 lux", 1.35],
      ],
      facts: [
        "Front and rear light charge from one cable.",
        "The beam lights the road and not the eyes of others.",
        "Clips on and off without tools.",
      ],
    },
    {
      key: "floor-pump",
      noun: "Floor Pump",
      path: ["Workshop", "Pumps"],
      picture: "floorpump",
      priceUsd: [24, 85],
      colors: PALETTES.vivid,
      variants: [
        ["8 bar", 0.85],
        ["11 bar", 1],
      ],
      facts: [
        "One head for all three kinds of valve.",
        "The gauge is large and exact.",
        "The long barrel fills a tyre in twenty strokes.",
      ],
    },
    {
      key: "bike-lock",
      noun: "Bike Lock",
      path: ["Safety", "Locks"],
      picture: "lock",
      priceUsd: [22, 120],
      colors: PALETTES.tech.slice(0, 4),
      variants: [
        ["U-lock", 1],
        ["U-lock with cable", 1.2],
        ["long shackle", 1.1],
      ],
      facts: [
        "Hardened steel, 13 millimetres thick.",
        "Three keys, one with a light.",
        "The holder does not rattle on cobbles.",
      ],
    },
  ],
};

/** Departments for building and for getting about. */
export const GO_DEPARTMENTS: readonly Department[] = [TOOLS, BAGS, CYCLING];
