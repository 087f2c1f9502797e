import type { Sort } from "../engine.ts";
import type { Columns } from "./columns.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { IsBetter } from "./top.ts";

/** Every sort's end: what is in stock, the better discount, the id. Nothing is left to chance. */
function byStockAndDiscount(columns: Columns, left: number, right: number): boolean {
  const isInStock = columns.isInStock(left);
  if (isInStock !== columns.isInStock(right)) return isInStock;
  const discounts = columns.discountOf(left) - columns.discountOf(right);
  if (discounts !== 0) return discounts > 0;
  return columns.isIdBefore(left, right);
}

/** The same order, but what is sold out goes behind everything else. */
export function soldOutLast(columns: Columns, isBetter: IsBetter): IsBetter {
  return (left, right) => {
    const isSoldOut = columns.isSoldOut(left);
    return isSoldOut === columns.isSoldOut(right) ? isBetter(left, right) : !isSoldOut;
  };
}

/** The order of a result list. Prices of different currencies cannot be compared: they go apart. */
export function orderOf(sort: Sort, columns: Columns, scoreOf: (slot: number) => number): IsBetter {
  const byScore: IsBetter = (left, right) => {
    const scores = scoreOf(left) - scoreOf(right);
    return scores === 0 ? byStockAndDiscount(columns, left, right) : scores > 0;
  };
  if (sort === "relevance") return byScore;
  if (sort === "discount" || sort === "rating" || sort === "popularity") {
    const ranked = (slot: number) => {
      if (sort === "popularity") return columns.ratingCountOf(slot);
      return sort === "discount" ? columns.discountOf(slot) : columns.ratingOf(slot);
    };
    return (left, right) => {
      const values = ranked(left) - ranked(right);
      return values === 0 ? byScore(left, right) : values > 0;
    };
  }
  const direction = sort === "price_asc" ? 1 : -1;
  return (left, right) => {
    const leftCurrency = columns.currencyOf(left);
    const rightCurrency = columns.currencyOf(right);
    if (leftCurrency !== rightCurrency) {
      return currencyBefore(
        columns.nameOf("currency", leftCurrency),
        columns.nameOf("currency", rightCurrency),
      );
    }
    const prices = columns.priceOf(left) - columns.priceOf(right);
    return prices === 0 ? byScore(left, right) : prices * direction < 0;
  };
}

/** The feed is a US shop's: its own currency first, the others by name. */
function currencyBefore(left: string, right: string): boolean {
  if (left === "USD" || right === "USD") return left === "USD";
  return left < right;
}

/** A cheaper product is no better answer when it is a worse match. */
export const CLOSE_COVERAGE = 0.9;
const CLOSE_SCORE = 0.35;

/**
 * What a list in another order than relevance may hold: only products about as relevant as the
 * best. Otherwise the cheapest product that shares one word would lead every list.
 */
export function closestOf(matches: Uint32Array, scoreboard: Scoreboard): number[] {
  let coverage = 0;
  let score = 0;
  for (const slot of matches) {
    coverage = Math.max(coverage, scoreboard.coverageOf(slot));
    score = Math.max(score, scoreboard.scoreOf(slot));
  }
  const close: number[] = [];
  for (const slot of matches) {
    if (scoreboard.coverageOf(slot) < coverage * CLOSE_COVERAGE) continue;
    if (scoreboard.scoreOf(slot) >= score * CLOSE_SCORE) close.push(slot);
  }
  return close;
}
