import { z } from "zod";
import { activationSchema } from "../../contract/resources/agent.ts";
import { openSteps, percentOf, type Step, sellSteps } from "../../domain/guidance/index.ts";
import { snapshotOf } from "../help/read-question.ts";
import { defineTool, READS } from "../tool.ts";

export const getPublisherActivation = defineTool({
  name: "get_publisher_activation",
  module: "sell",
  title: "Steps to the first cashout",
  description:
    "Lists the steps from registration to a first cashout: done, missing, waiting or blocked, " +
    "why, and the tool with arguments that takes each. Use it to see what is missing before " +
    "you earn; the first of `nextTools` comes next. For questions in words use ask_help.",
  access: ["publisher"],
  ...READS,
  errors: ["missing_key", "invalid_key", "wrong_role"],
  input: z.strictObject({}),
  output: activationSchema,
  examples: { "What is missing": {} },
  nextTools: ["list_placement", "list_campaigns", "deliver_ad", "request_cashout"],
  async run(ctx) {
    const steps = sellSteps(await snapshotOf(ctx));
    const next = openSteps(steps).flatMap(({ nextTool }) => nextTool ?? []);
    return {
      percent: percentOf(steps),
      steps: steps.map(onWire),
      nextTools: [...new Set([...next, "get_publisher_report", "ask_help"])],
    };
  },
});

function onWire({
  arguments: args,
  yours,
  ...step
}: Step): z.input<typeof activationSchema>["steps"][number] {
  return {
    ...step,
    arguments: args && { ...args },
    yours: yours && [...yours],
  };
}
