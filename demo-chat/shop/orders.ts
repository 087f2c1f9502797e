import { randomBytes } from "node:crypto";
import type { ActionOutcome, ShopAction } from "./types.ts";

/** The demo stores this many orders; older thank-you pages are not found. */
const ORDERS_MAX = 1_000;

/** `title` names the product, or what was signed up for or installed. */
export type Order = { action: ShopAction; title: string; outcome: Promise<ActionOutcome> };

export type OrderBook = {
  /** Places an order once per form: a second click on Buy finds the first order. */
  place(formKey: string | undefined, make: (orderId: string) => Order): string;
  /** The order a form has made already. */
  madeBy(formKey: string | undefined): string | undefined;
  find(orderId: string): Order | undefined;
  newFormKey(): string;
};

/** Keeps the last orders in memory. Nothing is sold, so nothing needs to outlive the process. */
export function createOrderBook(newOrderId: () => string = randomOrderId): OrderBook {
  const orders = new Map<string, Order>();
  const orderIdsByForm = new Map<string, string>();
  const madeBy = (formKey: string | undefined): string | undefined => {
    const known = formKey === undefined ? undefined : orderIdsByForm.get(formKey);
    return known !== undefined && orders.has(known) ? known : undefined;
  };
  return {
    madeBy,
    place(formKey, make) {
      const known = madeBy(formKey);
      if (known !== undefined) return known;
      const orderId = newOrderId();
      keep(orders, orderId, make(orderId));
      if (formKey !== undefined) keep(orderIdsByForm, formKey, orderId);
      return orderId;
    },
    find: (orderId) => orders.get(orderId),
    newFormKey: () => randomBytes(12).toString("hex"),
  };
}

function randomOrderId(): string {
  return `shop-${randomBytes(10).toString("hex")}`;
}

/** A Map keeps the order of insertion, so the first key is the oldest. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > ORDERS_MAX && oldest !== undefined) map.delete(oldest);
}
