export type OrderStatus = "open" | "paid" | "expired" | "reversed";

/**
 * Every state of an order and the states that may follow it. An order that expired can still
 * be paid by the provider's word: the human was on the page in time, and the money is here. A won
 * dispute makes a reversed order paid again.
 */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  open: ["paid", "expired"],
  expired: ["paid"],
  paid: ["reversed"],
  reversed: ["paid"],
};

const ACTIONS: Readonly<Record<OrderStatus, readonly string[]>> = {
  open: [],
  expired: ["buy_credits"],
  paid: ["buy_credits"],
  reversed: ["buy_credits"],
};

export function validActionsOf(status: OrderStatus): string[] {
  return [...ACTIONS[status]];
}
