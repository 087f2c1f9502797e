import { activationSchema } from "../../contract/resources/agent.ts";
import { openSteps, percentOf, sellSteps } from "../../domain/guidance/index.ts";
import { snapshotOf } from "../help/read-question.ts";
import { defineTool, READS } from "../tool.ts";

export const getPublisherActivation = defineTool({
  name: "get_publisher_activation",
  title: "Steps to the first cashout",
  description:
    "Lists the steps from registration to a first cashout: done, missing, waiting or blocked, " +
    "why, and the tool with arguments that takes each. Use it to see what is missing before " +
    "you earn; the first of `nextTools` comes next. For questions in words use ask_help.",
  access: ["publisher"],
  ...READS,
  input: {},
  output: activationSchema,
  examples: { "What is missing": {} },
  nextTools: ["list_placement", "list_campaigns", "deliver_ad", "request_cashout"],
  async run(ctx) {
    const steps = sellSteps(await snapshotOf(ctx));
    const next = openSteps(steps).flatMap(({ nextTool }) => nextTool ?? []);
    return {
      percent: percentOf(steps),
      steps,
      nextTools: [...new Set([...next, "get_publisher_report", "ask_help"])],
    };
  },
});
