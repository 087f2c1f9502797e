import type { PictureKind } from "../picture-kinds.ts";
import { BAGS } from "./bags.ts";
import { CARE } from "./beauty.ts";
import { BIKES } from "./bikes.ts";
import { DESK } from "./desk.ts";
import { DEVICES } from "./devices.ts";
import { FIELD } from "./field.ts";
import { FURNITURE } from "./furniture.ts";
import { GARDENWARE } from "./garden.ts";
import { KITCHENWARE } from "./kitchen.ts";
import type { Silhouette } from "./paint.ts";
import { PETS } from "./pets.ts";
import { ROOMS } from "./rooms.ts";
import { TOOLS } from "./tools.ts";
import { TOYS } from "./toys.ts";
import { WEAR } from "./wear.ts";

/** One drawing for each kind; the type makes a missing one an error of compilation. */
export const SILHOUETTES: Readonly<Record<PictureKind, Silhouette>> = {
  ...DEVICES,
  ...DESK,
  ...KITCHENWARE,
  ...FURNITURE,
  ...ROOMS,
  ...GARDENWARE,
  ...WEAR,
  ...FIELD,
  ...TOYS,
  ...CARE,
  ...PETS,
  ...TOOLS,
  ...BAGS,
  ...BIKES,
};

/** Goods shown on a wall or in the air: without a floor below them. */
export const HANGING: ReadonlySet<PictureKind> = new Set<PictureKind>([
  "pendant",
  "stringlights",
  "clock",
  "mirror",
  "jacket",
  "tshirt",
  "hoodie",
  "kite",
  "notebook",
  "pen",
  "hammer",
  "screwdrivers",
  "shears",
  "leash",
  "knife",
  "guitar",
  "ukulele",
  "socks",
  "puzzle",
]);
