import { ACTIVE_DEPARTMENTS } from "./departments-active.ts";
import { CARE_DEPARTMENTS } from "./departments-care.ts";
import { GO_DEPARTMENTS } from "./departments-go.ts";
import { HOME_DEPARTMENTS } from "./departments-home.ts";
import { PLAY_DEPARTMENTS } from "./departments-play.ts";
import { ROOM_DEPARTMENTS } from "./departments-rooms.ts";
import { TECH_DEPARTMENTS } from "./departments-tech.ts";
import type { Department } from "./types.ts";

/**
 * All departments of the demo catalogue. The order of departments and of their types is part of
 * what a seed means: appending a type changes every product, so ids of old pictures change meaning.
 */
export const DEPARTMENTS: readonly Department[] = [
  ...TECH_DEPARTMENTS,
  ...HOME_DEPARTMENTS,
  ...ROOM_DEPARTMENTS,
  ...ACTIVE_DEPARTMENTS,
  ...PLAY_DEPARTMENTS,
  ...CARE_DEPARTMENTS,
  ...GO_DEPARTMENTS,
];
