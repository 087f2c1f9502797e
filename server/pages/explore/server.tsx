import { renderToString } from "preact-render-to-string";
import { App, type Given } from "./app.tsx";
import { questionOf, wishOf } from "./wish.ts";

/** What to ask the exchange for a page: the parameters of the list, and the id of a product. */
export function questionsOf(search: string) {
  const wish = wishOf(search);
  const { searchParams } = new URL(questionOf(wish), "https://exchange.invalid");
  return { list: Object.fromEntries(searchParams), product: wish.product };
}

/** The explorer as the page shows it before its script runs. */
export function pageOf(given: Given): string {
  return renderToString(<App {...given} />);
}
