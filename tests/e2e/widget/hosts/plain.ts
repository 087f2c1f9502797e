import { define, type PlacardOffersElement } from "../../../../widget/src/index.ts";
import { heard, publish, root } from "./contract.ts";

function isOffers(element: Element): element is PlacardOffersElement {
  return "turn" in element;
}

export function start(): void {
  define();
  const element = document.createElement("placard-offers");
  if (!isOffers(element)) throw new Error("not defined");
  element.setAttribute("endpoint", "/offers");
  element.setAttribute("lang", "en");
  element.addEventListener("placard", (event) => {
    if (event instanceof CustomEvent) heard.push(event.detail.type);
  });
  root().innerHTML = "<main><h1>Chat</h1></main>";
  root().append(element);
  publish({
    turn: (text) => element.turn(text),
    redraw: (options) => element.update(options),
    leave: () => element.remove(),
  });
}
