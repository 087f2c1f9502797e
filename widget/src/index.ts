export { define, type PlacardOffersElement } from "./element.ts";
export type { Messages } from "./messages/en.ts";
export { mount } from "./mount.ts";
export type {
  MountOptions,
  OfferEvent,
  ShownOffers,
  ShownTurn,
  Theme,
  Widget,
  WidgetTrouble,
} from "./types.ts";
