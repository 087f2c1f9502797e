import { brandsOf } from "./brands.ts";
import { LINES } from "./lines.ts";
import { PALETTES } from "./palettes.ts";
import type { Department } from "./types.ts";

const LIGHTING: Department = {
  key: "lighting",
  name: "Lighting",
  brands: brandsOf("lighting"),
  lines: LINES.home,
  closings: [
    "Made for warm white bulbs.",
    "Set up in ten minutes.",
    "Spreads a warm light without glare.",
    "Sockets and cable are standard parts, so it can be repaired.",
  ],
  types: [
    {
      key: "table-lamp",
      noun: "Table Lamp",
      path: ["Lamps", "Table Lamps"],
      picture: "lamp",
      priceUsd: [29, 150],
      colors: PALETTES.home,
      variants: [
        ["32 cm", 0.85],
        ["45 cm", 1],
        ["58 cm", 1.2],
      ],
      facts: [
        "The linen shade softens the light for late evenings.",
        "A switch on the cord is easy to find in the dark.",
        "The ceramic foot gives it a firm stand.",
      ],
    },
    {
      key: "floor-lamp",
      noun: "Floor Lamp",
      path: ["Lamps", "Floor Lamps"],
      picture: "floorlamp",
      priceUsd: [59, 260],
      colors: PALETTES.metal,
      variants: [
        ["150 cm", 1],
        ["arc, 180 cm", 1.35],
        ["with reading arm", 1.2],
      ],
      facts: [
        "The head turns to the ceiling or to the page.",
        "A foot switch dims in three steps.",
        "The weighted base does not tip.",
      ],
    },
    {
      key: "pendant-light",
      noun: "Pendant Light",
      path: ["Ceiling", "Pendants"],
      picture: "pendant",
      priceUsd: [35, 190],
      colors: PALETTES.metal,
      variants: [
        ["25 cm", 0.85],
        ["35 cm", 1],
        ["50 cm", 1.3],
      ],
      facts: [
        "Made to hang low above a dining table.",
        "White inside, so the light falls down and not sideways.",
        "The cable can be shortened without tools.",
      ],
    },
    {
      key: "string-lights",
      noun: "Outdoor String Lights",
      path: ["Outdoor", "String Lights"],
      picture: "stringlights",
      priceUsd: [18, 65],
      colors: PALETTES.care,
      variants: [
        ["5 m", 0.7],
        ["10 m", 1],
        ["15 m, solar", 1.5],
      ],
      facts: [
        "Rainproof sockets stay outside all year.",
        "Bulbs of shatterproof plastic survive a storm.",
        "A timer turns them off after six hours.",
      ],
    },
  ],
};

const BEDDING: Department = {
  key: "bedding",
  name: "Bedding",
  brands: brandsOf("bedding"),
  lines: LINES.soft,
  closings: [
    "Made in a family-run mill.",
    "Certified free of harmful substances.",
    "Try it for 30 nights.",
    "Gets softer with every wash.",
  ],
  types: [
    {
      key: "pillow",
      noun: "Memory Foam Pillow",
      path: ["Pillows", "Memory Foam"],
      picture: "pillow",
      priceUsd: [24, 98],
      colors: PALETTES.care,
      variants: [
        ["low profile", 1],
        ["medium", 1],
        ["high profile", 1.08],
      ],
      facts: [
        "Holds the neck straight for side and back sleepers.",
        "The bamboo cover feels cool and zips off.",
        "Foam can be taken out to lower it.",
      ],
    },
    {
      key: "sheet-set",
      noun: "Cotton Sheet Set",
      path: ["Bed Linen", "Sheet Sets"],
      picture: "sheets",
      priceUsd: [39, 160],
      colors: PALETTES.home,
      variants: [
        ["single", 0.8],
        ["double", 1],
        ["king", 1.2],
      ],
      facts: [
        "Combed percale is crisp and cool in summer.",
        "Deep pockets stay on a high mattress.",
        "With fitted sheet, flat sheet and pillowcases.",
      ],
    },
    {
      key: "mattress",
      noun: "Hybrid Mattress",
      path: ["Mattresses", "Hybrid"],
      picture: "mattress",
      priceUsd: [249, 980],
      colors: PALETTES.care,
      variants: [
        ["90 x 200 cm", 0.7],
        ["140 x 200 cm", 0.9],
        ["160 x 200 cm", 1],
        ["180 x 200 cm", 1.12],
      ],
      facts: [
        "Pocket springs below foam carry without sinking.",
        "Movements of one sleeper stay on one side.",
        "Seven zones suit shoulders and hips.",
      ],
    },
    {
      key: "throw-blanket",
      noun: "Knitted Throw Blanket",
      path: ["Blankets", "Throws"],
      picture: "blanket",
      priceUsd: [29, 120],
      colors: PALETTES.home,
      variants: [
        ["130 x 170 cm", 1],
        ["150 x 200 cm", 1.25],
      ],
      facts: [
        "Soft enough for the sofa, warm enough for the balcony.",
        "A chunky cable knit of recycled cotton.",
        "The {color} yarn is dyed before spinning, so it does not fade.",
      ],
    },
  ],
};

const DECOR: Department = {
  key: "decor",
  name: "Home Decor",
  brands: brandsOf("decor"),
  lines: LINES.home,
  closings: [
    "Finished by hand, so small differences are part of it.",
    "Packed well enough to be sent on as a present.",
    "Goes with light and dark walls.",
  ],
  types: [
    {
      key: "area-rug",
      noun: "Area Rug",
      path: ["Rugs", "Area Rugs"],
      picture: "rug",
      priceUsd: [49, 390],
      colors: PALETTES.home,
      variants: [
        ["80 x 150 cm", 0.5],
        ["120 x 180 cm", 0.8],
        ["160 x 230 cm", 1],
        ["200 x 300 cm", 1.5],
      ],
      facts: [
        "Low pile that doors and vacuum cleaners pass over.",
        "Flat woven in wool and cotton.",
        "The pattern forgives crumbs.",
      ],
    },
    {
      key: "wall-clock",
      noun: "Wall Clock",
      path: ["Clocks", "Wall Clocks"],
      picture: "clock",
      priceUsd: [19, 95],
      colors: PALETTES.wood,
      variants: [
        ["25 cm", 0.8],
        ["30 cm", 1],
        ["40 cm", 1.3],
      ],
      facts: [
        "A silent movement without ticking.",
        "Clear markings can be read across the room.",
        "Runs for a year on one battery.",
      ],
    },
    {
      key: "wall-mirror",
      noun: "Wall Mirror",
      path: ["Mirrors", "Wall Mirrors"],
      picture: "mirror",
      priceUsd: [39, 240],
      colors: PALETTES.metal,
      variants: [
        ["round, 50 cm", 0.85],
        ["round, 70 cm", 1.1],
        ["round, 90 cm", 1.5],
      ],
      facts: [
        "Makes a narrow hall look wider.",
        "A thin metal frame, coated against rust.",
        "Hangs from one hook.",
      ],
    },
    {
      key: "scented-candle",
      noun: "Scented Candle",
      path: ["Candles", "Scented Candles"],
      picture: "candle",
      priceUsd: [12, 42],
      colors: PALETTES.care,
      variants: [
        ["cedar and sage", 1],
        ["fig", 1],
        ["vanilla", 1],
        ["sea salt", 1],
      ],
      facts: [
        "Soy wax with a cotton wick burns for 45 hours.",
        "A quiet scent of {variant}.",
        "The glass becomes a tumbler afterwards.",
      ],
    },
  ],
};

const GARDEN: Department = {
  key: "garden",
  name: "Garden",
  brands: brandsOf("garden"),
  lines: LINES.home,
  closings: [
    "Stands frost and full sun.",
    "Made for balconies as well as for beds.",
    "Looks even better after its first summer.",
    "Comes with a ten-year guarantee.",
  ],
  types: [
    {
      key: "plant-pot",
      noun: "Plant Pot",
      path: ["Planters", "Pots"],
      picture: "plantpot",
      priceUsd: [12, 68],
      colors: PALETTES.home,
      variants: [
        ["14 cm", 0.6],
        ["20 cm", 1],
        ["28 cm", 1.6],
        ["set of 3", 2],
      ],
      facts: [
        "A hidden hole and a saucer keep roots from standing wet.",
        "Fired clay breathes and holds moisture.",
        "The {color} glaze sets off green leaves.",
      ],
    },
    {
      key: "watering-can",
      noun: "Watering Can",
      path: ["Watering", "Watering Cans"],
      picture: "wateringcan",
      priceUsd: [15, 62],
      colors: PALETTES.outdoor,
      variants: [
        ["1.5 l, indoor", 0.8],
        ["5 l", 1],
        ["9 l", 1.25],
      ],
      facts: [
        "The long spout reaches the back of the shelf.",
        "The brass rose rains softly on seedlings.",
        "Balanced, so it pours without twisting the wrist.",
      ],
    },
    {
      key: "pruning-shears",
      noun: "Pruning Shears",
      path: ["Hand Tools", "Pruners"],
      picture: "shears",
      priceUsd: [17, 66],
      colors: PALETTES.vivid,
      variants: [
        ["bypass", 1],
        ["anvil", 0.95],
        ["small hands", 1],
      ],
      facts: [
        "Cuts live wood to 22 millimetres cleanly.",
        "The blade can be taken out and sharpened.",
        "A lock opens with one thumb.",
      ],
    },
    {
      key: "garden-hose",
      noun: "Garden Hose",
      path: ["Watering", "Hoses"],
      picture: "hose",
      priceUsd: [22, 88],
      colors: PALETTES.outdoor,
      variants: [
        ["15 m", 0.75],
        ["25 m", 1],
        ["50 m", 1.8],
      ],
      facts: [
        "Does not kink, twist or remember its coil.",
        "Couplings fit all common systems.",
        "Bursts only above 25 bar.",
      ],
    },
  ],
};

/** Departments for the rooms of a home and the garden. */
export const ROOM_DEPARTMENTS: readonly Department[] = [LIGHTING, BEDDING, DECOR, GARDEN];
