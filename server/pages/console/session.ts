import type { Agent } from "../../src/contract/resources/agent.ts";
import type { Exchange } from "./exchange.ts";

/** Which half of the market is looked at; an agent with the role `both` may change it. */
export type Side = "publisher" | "advertiser";

export interface Session {
  readonly exchange: Exchange;
  readonly agent: Agent;
  readonly side: Side;
}
