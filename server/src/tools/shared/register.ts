import { roleSchema } from "../../contract/enums.ts";
import { trimmed } from "../../contract/fields.ts";
import { registeredAgentSchema } from "../../contract/resources/agent.ts";
import { registerAgent } from "../../domain/identity/index.ts";
import { openAccounts } from "../../domain/ledger/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const register = defineTool({
  name: "register",
  title: "Register an agent",
  description:
    "Creates an agent and returns its API key, shown only in this answer. Call it once, " +
    "before anything that needs a key; an agent that has one replaces it with rotate_key. " +
    "Store the key and send it as `Authorization: Bearer <key>`. Then publishers use " +
    "list_placement, advertisers buy_credits.",
  access: "public",
  ...ADDS,
  rateClass: "register",
  input: {
    provider: trimmed(100).describe("Who runs the agent: a company or model."),
    displayName: trimmed(100).describe("Shown to the other side as sponsor."),
    role: roleSchema.describe("publisher sells inventory, advertiser books it."),
  },
  output: registeredAgentSchema,
  examples: {
    "A chat app that sells its sidebar": {
      provider: "Acme Chat",
      displayName: "Acme Chat",
      role: "publisher",
    },
  },
  nextTools: ["list_placement", "buy_credits"],
  async run({ deps, tx }, input) {
    const { agent, apiKey } = await registerAgent(tx, input, deps);
    await openAccounts(tx, agent.agentId);
    const asPublisher = ["list_placement", "whoami"];
    const asAdvertiser = ["buy_credits", "search_placements", "whoami"];
    const nextTools = {
      publisher: asPublisher,
      advertiser: asAdvertiser,
      both: [...asPublisher.slice(0, 1), ...asAdvertiser],
    }[input.role];
    return { ...agent, apiKey, nextTools };
  },
});
