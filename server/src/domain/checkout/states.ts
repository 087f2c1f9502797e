const ORDER_STATUSES = ["open", "paid", "expired", "reversed"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Every state of an order and the states that may follow it. An order that expired can still
 * be paid by the provider's word: the human was on the page in time, and the money is here.
 */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  open: ["paid", "expired"],
  expired: ["paid"],
  paid: ["reversed"],
  reversed: [],
};

/** The tools that lead on from a state. */
const ACTIONS: Readonly<Record<OrderStatus, readonly string[]>> = {
  open: [],
  expired: ["buy_credits"],
  paid: ["buy_credits"],
  reversed: ["buy_credits"],
};

/** The states from which one may go to this one: the guard of the transition's statement. */
export function sourcesOf(to: OrderStatus): OrderStatus[] {
  return ORDER_STATUSES.filter((from) => TRANSITIONS[from].includes(to));
}

export function validActionsOf(status: OrderStatus): string[] {
  return [...ACTIONS[status]];
}
