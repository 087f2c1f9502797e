import { brandsOf } from "./brands.ts";
import { LINES } from "./lines.ts";
import { PALETTES } from "./palettes.ts";
import type { Department } from "./types.ts";

const ELECTRONICS: Department = {
  key: "electronics",
  name: "Electronics",
  brands: brandsOf("electronics"),
  lines: LINES.tech,
  closings: [
    "Comes with a two-year warranty.",
    "Set-up takes about five minutes.",
    "The box is made of paper only, without plastic.",
    "Spare parts are available for at least five years.",
    "A printed quick guide is included.",
  ],
  types: [
    {
      key: "smartphone",
      noun: "Smartphone",
      path: ["Phones", "Smartphones"],
      picture: "phone",
      priceUsd: [189, 690],
      colors: PALETTES.tech,
      variants: [
        ["128 GB", 1],
        ["256 GB", 1.15],
        ["512 GB", 1.38],
      ],
      facts: [
        "A 6.3-inch OLED screen stays readable in bright sun.",
        "With {variant} of storage there is room for years of photos.",
        "The main camera keeps its sharpness after sunset.",
        "A full charge lasts a day and a half of ordinary use.",
      ],
    },
    {
      key: "tablet",
      noun: "Tablet",
      path: ["Computers", "Tablets"],
      picture: "tablet",
      priceUsd: [149, 520],
      colors: PALETTES.tech,
      variants: [
        ["8.7 inch, 64 GB", 0.8],
        ["10.9 inch, 128 GB", 1],
        ["12.4 inch, 256 GB", 1.4],
      ],
      facts: [
        "Four speakers make films and calls easy to follow.",
        "The laminated screen takes notes with any pen of the series.",
        "Light enough to hold with one hand for a whole chapter.",
      ],
    },
    {
      key: "laptop",
      noun: "Laptop",
      path: ["Computers", "Laptops"],
      picture: "laptop",
      priceUsd: [449, 1490],
      colors: PALETTES.tech,
      variants: [
        ["13 inch, 8 GB RAM", 0.85],
        ["14 inch, 16 GB RAM", 1],
        ["16 inch, 32 GB RAM", 1.45],
      ],
      facts: [
        "The aluminium body weighs little and closes with a firm click.",
        "Up to 14 hours on battery cover a full day of lectures.",
        "The keyboard is quiet and backlit.",
        "Two USB-C sockets, HDMI and a headphone jack save the adapter.",
      ],
    },
    {
      key: "smartwatch",
      noun: "Smartwatch",
      path: ["Wearables", "Smartwatches"],
      picture: "watch",
      priceUsd: [79, 340],
      colors: PALETTES.tech,
      variants: [
        ["41 mm", 1],
        ["45 mm", 1.08],
      ],
      facts: [
        "Tracks pulse, sleep and more than 90 kinds of sport.",
        "The battery runs for nine days between charges.",
        "Water resistant to 50 metres, so it can stay on in the pool.",
      ],
    },
    {
      key: "monitor",
      noun: "Monitor",
      path: ["Computers", "Monitors"],
      picture: "monitor",
      priceUsd: [129, 480],
      colors: PALETTES.tech,
      variants: [
        ["24 inch Full HD", 0.75],
        ["27 inch QHD", 1],
        ["32 inch 4K", 1.5],
      ],
      facts: [
        "One USB-C cable carries the picture and charges the laptop.",
        "The stand turns, tilts and rises by 15 centimetres.",
        "A matte panel keeps window light out of the picture.",
      ],
    },
    {
      key: "camera",
      noun: "Mirrorless Camera",
      path: ["Cameras", "Mirrorless Cameras"],
      picture: "camera",
      priceUsd: [390, 1250],
      colors: PALETTES.tech.slice(0, 2),
      variants: [
        ["body only", 1],
        ["with 18-55 mm lens", 1.22],
        ["with two lenses", 1.5],
      ],
      facts: [
        "The 24-megapixel sensor is steadied in five directions.",
        "Autofocus finds eyes of people and animals.",
        "Records 4K video at 60 frames without a crop.",
      ],
    },
    {
      key: "power-bank",
      noun: "Power Bank",
      path: ["Phones", "Chargers"],
      picture: "powerbank",
      priceUsd: [19, 64],
      colors: PALETTES.tech,
      variants: [
        ["5,000 mAh", 0.7],
        ["10,000 mAh", 1],
        ["20,000 mAh", 1.6],
      ],
      facts: [
        "{variant} charge a phone on the road without hunting for a socket.",
        "Two devices load at the same time.",
        "Small enough for hand luggage and allowed on flights.",
      ],
    },
  ],
};

const AUDIO: Department = {
  key: "audio",
  name: "Audio",
  brands: brandsOf("audio"),
  lines: LINES.tech,
  closings: [
    "Every unit is listened to before it is packed.",
    "Firmware updates keep it current.",
    "Spare parts and cables can be ordered.",
    "Comes with a two-year warranty.",
  ],
  types: [
    {
      key: "headphones",
      noun: "Wireless Over-Ear Headphones",
      path: ["Headphones", "Over-Ear"],
      picture: "headphones",
      priceUsd: [49, 330],
      colors: PALETTES.tech,
      variants: [
        ["30 h battery", 0.85],
        ["noise cancelling", 1.1],
        ["noise cancelling, 60 h", 1.3],
      ],
      facts: [
        "Soft cushions keep the pressure low on long flights.",
        "The sound is balanced, with a bass that never drones.",
        "They fold flat into the case that comes with them.",
        "Six microphones pick the voice out of street noise.",
      ],
    },
    {
      key: "earbuds",
      noun: "True Wireless Earbuds",
      path: ["Headphones", "Earbuds"],
      picture: "earbuds",
      priceUsd: [29, 190],
      colors: PALETTES.tech,
      variants: [
        ["standard fit", 1],
        ["with noise cancelling", 1.35],
        ["sport, IPX5", 1.15],
      ],
      facts: [
        "Three sizes of tips are included, so they stay in while running.",
        "Seven hours of music, and three more charges in the case.",
        "A tap answers a call or skips a song.",
      ],
    },
    {
      key: "bluetooth-speaker",
      noun: "Portable Bluetooth Speaker",
      path: ["Speakers", "Portable"],
      picture: "speaker",
      priceUsd: [35, 180],
      colors: [...PALETTES.tech, ...PALETTES.vivid.slice(0, 4)],
      variants: [
        ["10 W", 0.7],
        ["20 W", 1],
        ["40 W", 1.6],
      ],
      facts: [
        "Fills a kitchen or a picnic blanket with {variant} of clean sound.",
        "Survives rain, sand and a drop from the table.",
        "Two of them join to a stereo pair.",
      ],
    },
    {
      key: "soundbar",
      noun: "Soundbar",
      path: ["Speakers", "Soundbars"],
      picture: "soundbar",
      priceUsd: [99, 420],
      colors: PALETTES.tech.slice(0, 4),
      variants: [
        ["2.0", 0.7],
        ["2.1 with subwoofer", 1],
        ["3.1.2", 1.5],
      ],
      facts: [
        "A voice mode makes dialogue clear at low volume.",
        "One HDMI cable connects it, and the TV remote controls it.",
        "Slim enough to sit under the screen.",
      ],
    },
    {
      key: "microphone",
      noun: "USB Microphone",
      path: ["Recording", "Microphones"],
      picture: "microphone",
      priceUsd: [45, 170],
      colors: PALETTES.tech,
      variants: [
        ["with desk stand", 1],
        ["with boom arm", 1.35],
      ],
      facts: [
        "Plug in and speak: no driver, no mixer.",
        "The cardioid capsule ignores the keyboard beside it.",
        "A mute key with a light ends the guessing in meetings.",
      ],
    },
  ],
};

const OFFICE: Department = {
  key: "office",
  name: "Office",
  brands: brandsOf("office"),
  lines: LINES.tech,
  closings: [
    "A small upgrade that is used every day.",
    "Arrives in a plain carton without plastic.",
    "Also sold in packs for teams.",
    "Made to be repaired, with screws instead of glue.",
  ],
  types: [
    {
      key: "keyboard",
      noun: "Mechanical Keyboard",
      path: ["Computer Accessories", "Keyboards"],
      picture: "keyboard",
      priceUsd: [59, 190],
      colors: PALETTES.tech,
      variants: [
        ["full size", 1.05],
        ["tenkeyless", 1],
        ["75 %", 0.95],
        ["wireless, 75 %", 1.25],
      ],
      facts: [
        "Switches can be swapped without soldering.",
        "Quiet linear switches suit a shared office.",
        "Keycaps of thick PBT do not turn shiny.",
      ],
    },
    {
      key: "mouse",
      noun: "Wireless Mouse",
      path: ["Computer Accessories", "Mice"],
      picture: "mouse",
      priceUsd: [19, 95],
      colors: PALETTES.tech,
      variants: [
        ["medium", 1],
        ["large", 1.05],
        ["silent click", 1.15],
      ],
      facts: [
        "Shaped for the right hand, with a rest for the thumb.",
        "Glides on wood, cloth and glass alike.",
        "One charge lasts about two months.",
      ],
    },
    {
      key: "notebook",
      noun: "Hardcover Notebook",
      path: ["Paper", "Notebooks"],
      picture: "notebook",
      priceUsd: [9, 28],
      colors: PALETTES.home,
      variants: [
        ["A5, dotted", 1],
        ["A5, ruled", 1],
        ["A4, plain", 1.4],
        ["A6, squared", 0.7],
      ],
      facts: [
        "The 100 g paper takes fountain pen ink without bleeding.",
        "It opens flat and closes with an elastic band.",
        "All pages are numbered, with an index at the front.",
      ],
    },
    {
      key: "fountain-pen",
      noun: "Fountain Pen",
      path: ["Writing", "Fountain Pens"],
      picture: "pen",
      priceUsd: [18, 120],
      colors: PALETTES.metal,
      variants: [
        ["extra fine nib", 1],
        ["fine nib", 1],
        ["medium nib", 1],
        ["broad nib", 1.04],
      ],
      facts: [
        "The steel nib writes at the first touch, even after a week.",
        "Balanced in the hand with or without its cap.",
        "Takes cartridges or the converter in the box.",
      ],
    },
    {
      key: "desk-organizer",
      noun: "Desk Organizer",
      path: ["Storage", "Desk Organizers"],
      picture: "organizer",
      priceUsd: [16, 58],
      colors: PALETTES.wood,
      variants: [
        ["3 compartments", 0.8],
        ["5 compartments", 1],
        ["with drawer", 1.3],
      ],
      facts: [
        "Pens, phone and notes find a fixed place.",
        "Cork feet protect the desk top.",
        "The {color} finish hides fingerprints.",
      ],
    },
  ],
};

/** Departments of devices. */
export const TECH_DEPARTMENTS: readonly Department[] = [ELECTRONICS, AUDIO, OFFICE];
