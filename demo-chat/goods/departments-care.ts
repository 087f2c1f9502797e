import { brandsOf } from "./brands.ts";
import { LINES } from "./lines.ts";
import { PALETTES } from "./palettes.ts";
import type { Department } from "./types.ts";

const TOYS: Department = {
  key: "toys",
  name: "Toys",
  brands: brandsOf("toys"),
  lines: LINES.play,
  closings: [
    "Painted with water-based colours.",
    "Keeps small hands busy on rainy afternoons.",
    "Tested to the toy safety standard.",
    "Packed in a box that children like to keep.",
  ],
  types: [
    {
      key: "building-blocks",
      noun: "Building Blocks",
      path: ["Building", "Blocks"],
      picture: "blocks",
      priceUsd: [17, 72],
      colors: PALETTES.vivid,
      variants: [
        ["50 pieces", 0.7],
        ["100 pieces", 1],
        ["200 pieces", 1.7],
      ],
      facts: [
        "{variant} of solid beech for towers, castles and bridges.",
        "Rounded edges from the age of one.",
        "Sizes fit each other exactly, so towers stand.",
      ],
    },
    {
      key: "teddy-bear",
      noun: "Teddy Bear",
      path: ["Soft Toys", "Bears"],
      picture: "bear",
      priceUsd: [14, 58],
      colors: PALETTES.leather.slice(0, 4),
      variants: [
        ["20 cm", 0.7],
        ["30 cm", 1],
        ["50 cm", 1.6],
      ],
      facts: [
        "Long arms made for hugging.",
        "Embroidered eyes are safe from birth.",
        "Survives the washing machine.",
      ],
    },
    {
      key: "wooden-train",
      noun: "Wooden Train Set",
      path: ["Vehicles", "Trains"],
      picture: "train",
      priceUsd: [24, 96],
      colors: PALETTES.vivid,
      variants: [
        ["18 pieces", 0.7],
        ["35 pieces", 1],
        ["60 pieces", 1.5],
      ],
      facts: [
        "Magnets couple the wagons, forwards and backwards.",
        "Joins with the common wooden tracks.",
        "Comes with a bridge, a station and two trees.",
      ],
    },
    {
      key: "jigsaw-puzzle",
      noun: "Jigsaw Puzzle",
      path: ["Games", "Puzzles"],
      picture: "puzzle",
      priceUsd: [12, 36],
      colors: PALETTES.vivid,
      variants: [
        ["100 pieces", 0.7],
        ["500 pieces", 1],
        ["1,000 pieces", 1.2],
      ],
      facts: [
        "Thick board that snaps together and does not bend.",
        "A picture with something to find in each corner.",
        "Printed without gloss, so lamps do not dazzle.",
      ],
    },
    {
      key: "kite",
      noun: "Kite",
      path: ["Outdoor Play", "Kites"],
      picture: "kite",
      priceUsd: [14, 60],
      colors: PALETTES.vivid,
      variants: [
        ["70 cm", 0.75],
        ["100 cm", 1],
        ["140 cm, two lines", 1.6],
      ],
      facts: [
        "Rises in a light breeze and stays up.",
        "Ripstop fabric on a frame of glass fibre.",
        "Line, winder and bag are included.",
      ],
    },
  ],
};

const BEAUTY: Department = {
  key: "beauty",
  name: "Beauty & Care",
  brands: brandsOf("beauty"),
  lines: LINES.soft,
  closings: [
    "Not tested on animals.",
    "A small luxury in the morning.",
    "The carton is made of recycled paper.",
    "Refills and spare parts cost less than new ones.",
  ],
  types: [
    {
      key: "face-cream",
      noun: "Face Cream",
      path: ["Skin Care", "Moisturisers"],
      picture: "jar",
      priceUsd: [12, 64],
      colors: PALETTES.care,
      variants: [
        ["day, 50 ml", 1],
        ["night, 50 ml", 1.1],
        ["sensitive, 75 ml", 1.25],
      ],
      facts: [
        "Ceramides and hyaluronic acid hold moisture all day.",
        "Sinks in within a minute and leaves no shine.",
        "A pea-sized amount is enough.",
      ],
    },
    {
      key: "shampoo",
      noun: "Shampoo",
      path: ["Hair Care", "Shampoos"],
      picture: "pump",
      priceUsd: [8, 29],
      colors: PALETTES.care,
      variants: [
        ["250 ml", 0.7],
        ["500 ml", 1],
        ["refill, 1 l", 1.5],
      ],
      facts: [
        "Cleans gently without sulphates.",
        "Leaves fine hair light and easy to comb.",
        "The pump locks for travel.",
      ],
    },
    {
      key: "hair-dryer",
      noun: "Hair Dryer",
      path: ["Appliances", "Hair Dryers"],
      picture: "hairdryer",
      priceUsd: [29, 190],
      colors: PALETTES.care,
      variants: [
        ["1,600 W travel", 0.8],
        ["2,000 W", 1],
        ["2,200 W ionic", 1.3],
      ],
      facts: [
        "Dries fast at a temperature that is kind to hair.",
        "Quieter than talking in the next room.",
        "The nozzle holds with a magnet.",
      ],
    },
    {
      key: "lipstick",
      noun: "Lipstick",
      path: ["Make-up", "Lips"],
      picture: "lipstick",
      priceUsd: [9, 34],
      colors: [
        ["Coral", "#d8604f"],
        ["Berry", "#8e2f52"],
        ["Rosewood", "#a85d5c"],
        ["Classic Red", "#b3202c"],
      ],
      variants: [
        ["matte", 1],
        ["satin", 1],
        ["sheer", 0.95],
      ],
      facts: [
        "{color} that stays through lunch.",
        "Shea butter keeps lips soft.",
        "The {variant} finish does not smudge.",
      ],
    },
    {
      key: "toothbrush",
      noun: "Electric Toothbrush",
      path: ["Appliances", "Toothbrushes"],
      picture: "toothbrush",
      priceUsd: [24, 150],
      colors: PALETTES.care,
      variants: [
        ["1 head", 0.9],
        ["3 heads", 1],
        ["with travel case", 1.2],
      ],
      facts: [
        "A light warns when it is pressed too hard.",
        "Pauses every 30 seconds to change sides.",
        "Charges once in three weeks.",
      ],
    },
    {
      key: "sunscreen",
      noun: "Sunscreen",
      path: ["Skin Care", "Sun Care"],
      picture: "tube",
      priceUsd: [9, 32],
      colors: PALETTES.care,
      variants: [
        ["SPF 30, 200 ml", 1],
        ["SPF 50, 100 ml", 0.95],
        ["SPF 50 kids, 150 ml", 1.1],
      ],
      facts: [
        "Protects against UVA and UVB without a white film.",
        "Stays on in the water for 80 minutes.",
        "Friendly to reefs and to sensitive skin.",
      ],
    },
  ],
};

const BABY: Department = {
  key: "baby",
  name: "Baby",
  brands: brandsOf("baby"),
  lines: LINES.soft,
  closings: [
    "Chosen by parents who have done this before.",
    "Easy to clean, without hidden corners.",
    "Tested to the current safety standard.",
    "Gentle colours that calm a room.",
  ],
  types: [
    {
      key: "stroller",
      noun: "Stroller",
      path: ["On the Go", "Strollers"],
      picture: "stroller",
      priceUsd: [129, 690],
      colors: PALETTES.baby,
      variants: [
        ["city", 1],
        ["all-terrain", 1.3],
        ["travel, folds flat", 1.1],
      ],
      facts: [
        "Folds with one hand while the other holds the baby.",
        "The seat faces the parent or the world.",
        "Big wheels take kerbs and gravel.",
      ],
    },
    {
      key: "baby-bottle",
      noun: "Baby Bottle",
      path: ["Feeding", "Bottles"],
      picture: "babybottle",
      priceUsd: [8, 24],
      colors: PALETTES.baby,
      variants: [
        ["150 ml", 0.9],
        ["260 ml", 1],
        ["set of 3", 2.5],
      ],
      facts: [
        "A vent keeps air out of small stomachs.",
        "The wide neck is easy to fill and to clean.",
        "The slow teat suits newborns.",
      ],
    },
    {
      key: "crib",
      noun: "Baby Crib",
      path: ["Nursery", "Cribs"],
      picture: "crib",
      priceUsd: [119, 480],
      colors: PALETTES.wood,
      variants: [
        ["60 x 120 cm", 0.9],
        ["70 x 140 cm", 1],
        ["convertible", 1.3],
      ],
      facts: [
        "The base lowers in three steps.",
        "Three bars come out when the child can climb.",
        "Solid wood with rounded edges.",
      ],
    },
  ],
};

const PET: Department = {
  key: "pet",
  name: "Pet Supplies",
  brands: brandsOf("pet"),
  lines: LINES.play,
  closings: [
    "Approved by a very critical office dog.",
    "Easy to clean with warm water.",
    "No glue, no sharp edges.",
    "Made to outlast a puppy's curiosity.",
  ],
  types: [
    {
      key: "dog-bed",
      noun: "Dog Bed",
      path: ["Dogs", "Beds"],
      picture: "dogbed",
      priceUsd: [27, 150],
      colors: PALETTES.home,
      variants: [
        ["S", 0.65],
        ["M", 1],
        ["L", 1.35],
        ["XL", 1.7],
      ],
      facts: [
        "A raised rim to rest the chin on.",
        "The foam core spares old joints.",
        "The cover zips off and goes into the machine.",
      ],
    },
    {
      key: "cat-tree",
      noun: "Cat Tree",
      path: ["Cats", "Trees"],
      picture: "cattree",
      priceUsd: [49, 220],
      colors: PALETTES.home,
      variants: [
        ["90 cm", 0.75],
        ["130 cm", 1],
        ["170 cm", 1.4],
      ],
      facts: [
        "Sisal posts save the sofa.",
        "A cave below, a lookout above.",
        "The heavy base stands firm under a jump.",
      ],
    },
    {
      key: "pet-bowl",
      noun: "Pet Bowl",
      path: ["Dogs", "Bowls"],
      picture: "petbowl",
      priceUsd: [9, 38],
      colors: PALETTES.home,
      variants: [
        ["400 ml", 0.8],
        ["900 ml", 1],
        ["slow feeder", 1.2],
      ],
      facts: [
        "A rubber ring stops it from travelling across the floor.",
        "Glazed ceramic does not take on smells.",
        "Heavy enough not to be carried away.",
      ],
    },
    {
      key: "dog-leash",
      noun: "Dog Leash",
      path: ["Dogs", "Leashes"],
      picture: "leash",
      priceUsd: [14, 52],
      colors: PALETTES.vivid,
      variants: [
        ["1.2 m", 0.9],
        ["2 m, adjustable", 1.1],
        ["5 m, retractable", 1.4],
      ],
      facts: [
        "Soft rope that does not burn the hand.",
        "The brass clip turns and never tangles.",
        "Woven-in reflective yarn for dark mornings.",
      ],
    },
  ],
};

/** Departments for people and animals to look after. */
export const CARE_DEPARTMENTS: readonly Department[] = [TOYS, BEAUTY, BABY, PET];
