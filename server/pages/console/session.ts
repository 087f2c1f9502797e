import type { KeyScope } from "../../src/contract/keys.ts";
import type { Agent } from "../../src/contract/resources/agent.ts";
import type { Address } from "./address.ts";
import type { Exchange } from "./exchange.ts";

/** Which half of the market is looked at; an agent with the role `both` may change it. */
export type Side = "publisher" | "advertiser";

export interface Session {
  readonly exchange: Exchange;
  readonly agent: Agent;
  /** The key that opened the console. */
  readonly key: { readonly prefix: string; readonly scope: KeyScope };
  readonly side: Side;
  readonly address: Address;
  /** Grows with each change that was made here: what is shown loads again. */
  readonly round: number;
  /** Something was changed; the words are shown and read out. */
  changed(said: string): void;
}
