import { brandsOf } from "./brands.ts";
import { LINES } from "./lines.ts";
import { PALETTES } from "./palettes.ts";
import type { Department } from "./types.ts";

const SPORTS: Department = {
  key: "sports",
  name: "Sports & Fitness",
  brands: brandsOf("sports"),
  lines: LINES.active,
  closings: [
    "For beginners and for regulars.",
    "Wipes clean after training.",
    "Also liked by clubs and schools.",
    "Packed without plastic.",
  ],
  types: [
    {
      key: "yoga-mat",
      noun: "Yoga Mat",
      path: ["Yoga", "Mats"],
      picture: "yogamat",
      priceUsd: [19, 88],
      colors: PALETTES.care,
      variants: [
        ["3 mm travel", 0.9],
        ["5 mm", 1],
        ["8 mm", 1.2],
      ],
      facts: [
        "Natural rubber grips, even with damp hands.",
        "Soft for knees, firm for balance.",
        "Smells of nothing from the first day.",
      ],
    },
    {
      key: "dumbbells",
      noun: "Dumbbell Pair",
      path: ["Strength", "Dumbbells"],
      picture: "dumbbell",
      priceUsd: [18, 96],
      colors: PALETTES.vivid,
      variants: [
        ["2 x 2 kg", 0.5],
        ["2 x 5 kg", 1],
        ["2 x 10 kg", 1.8],
      ],
      facts: [
        "Six sides keep them from rolling away.",
        "The coating is quiet on wooden floors.",
        "Knurled grips hold in sweaty hands.",
      ],
    },
    {
      key: "basketball",
      noun: "Basketball",
      path: ["Ball Sports", "Basketball"],
      picture: "basketball",
      priceUsd: [17, 68],
      colors: [
        ["Classic Orange", "#cf6a2b"],
        ["Brick", "#a54a34"],
        ["Blue", "#2f66b5"],
        ["Black", "#33353a"],
      ],
      variants: [
        ["size 5", 0.85],
        ["size 6", 1],
        ["size 7", 1],
      ],
      facts: [
        "Grippy rubber for courts of asphalt.",
        "Holds its pressure for months.",
        "Deep channels help the fingers find the seam.",
      ],
    },
    {
      key: "soccer-ball",
      noun: "Soccer Ball",
      path: ["Ball Sports", "Soccer"],
      picture: "soccerball",
      priceUsd: [15, 78],
      colors: PALETTES.vivid,
      variants: [
        ["size 3", 0.85],
        ["size 4", 0.95],
        ["size 5", 1],
      ],
      facts: [
        "Bonded panels fly straight and take up no water.",
        "Soft touch for training on any ground.",
        "A butyl bladder keeps the air in.",
      ],
    },
    {
      key: "tennis-racket",
      noun: "Tennis Racket",
      path: ["Racket Sports", "Tennis"],
      picture: "racket",
      priceUsd: [35, 210],
      colors: PALETTES.vivid,
      variants: [
        ["grip 2", 1],
        ["grip 3", 1],
        ["junior", 0.6],
      ],
      facts: [
        "A large sweet spot forgives late hits.",
        "Graphite damps the shock before it reaches the elbow.",
        "Strung and ready to play.",
      ],
    },
    {
      key: "skateboard",
      noun: "Skateboard",
      path: ["Skating", "Skateboards"],
      picture: "skateboard",
      priceUsd: [39, 130],
      colors: PALETTES.vivid,
      variants: [
        ["7.75 inch", 0.95],
        ["8 inch", 1],
        ["8.25 inch", 1.05],
      ],
      facts: [
        "Seven layers of maple with plenty of pop.",
        "Soft wheels roll quietly over rough streets.",
        "Arrives assembled, with a tool for the trucks.",
      ],
    },
  ],
};

const MUSIC: Department = {
  key: "music",
  name: "Musical Instruments",
  brands: brandsOf("music"),
  lines: LINES.home,
  closings: [
    "Checked and tuned before it leaves the workshop.",
    "A good first instrument that will not hold back a better player.",
    "A month of online lessons is included.",
  ],
  types: [
    {
      key: "acoustic-guitar",
      noun: "Acoustic Guitar",
      path: ["Guitars", "Acoustic Guitars"],
      picture: "guitar",
      priceUsd: [129, 620],
      colors: PALETTES.wood,
      variants: [
        ["3/4 size", 0.8],
        ["concert", 1],
        ["dreadnought", 1.1],
      ],
      facts: [
        "A solid spruce top gives a warm and open tone.",
        "The slim neck is kind to small hands.",
        "Strings sit low, so chords ring without force.",
      ],
    },
    {
      key: "ukulele",
      noun: "Ukulele",
      path: ["Guitars", "Ukuleles"],
      picture: "ukulele",
      priceUsd: [39, 160],
      colors: [...PALETTES.wood, ...PALETTES.vivid.slice(0, 3)],
      variants: [
        ["soprano", 0.85],
        ["concert", 1],
        ["tenor", 1.2],
      ],
      facts: [
        "Stays in tune thanks to geared pegs.",
        "Light, loud and ready for the beach.",
        "A chord chart for the first ten songs is in the box.",
      ],
    },
    {
      key: "digital-piano",
      noun: "Digital Piano",
      path: ["Keyboards", "Digital Pianos"],
      picture: "piano",
      priceUsd: [299, 980],
      colors: PALETTES.wood,
      variants: [
        ["61 keys", 0.65],
        ["88 weighted keys", 1],
        ["88 keys with stand", 1.2],
      ],
      facts: [
        "Two headphone sockets let teacher and pupil share the quiet.",
        "Recorded from a concert grand, note by note.",
        "Keys weigh more in the bass, as on the real thing.",
      ],
    },
  ],
};

/** Departments for sport and music. */
export const PLAY_DEPARTMENTS: readonly Department[] = [SPORTS, MUSIC];
