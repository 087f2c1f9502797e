import type { DisputeStatus } from "../../contract/resources/wallet.ts";

/** Every state of a dispute and where it may go; a released one may be taken up again. */
export const TRANSITIONS: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  open: ["released", "reversed"],
  released: ["open"],
  reversed: [],
};

const COMMANDS: Readonly<Record<DisputeStatus, string>> = {
  open: "earnings hold",
  released: "earnings release",
  reversed: "earnings reverse",
};

export function sourcesOf(to: DisputeStatus): DisputeStatus[] {
  const all: readonly DisputeStatus[] = ["open", "released", "reversed"];
  return all.filter((from) => TRANSITIONS[from].includes(to));
}

export function validActionsOf(status: DisputeStatus): string[] {
  return TRANSITIONS[status].map((to) => COMMANDS[to]);
}
