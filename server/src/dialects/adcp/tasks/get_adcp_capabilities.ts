import { renderCapabilities } from "../capabilities.ts";
import type { AdcpTask } from "../task.ts";

export const getAdcpCapabilities: AdcpTask = {
  name: "get_adcp_capabilities",
  description: "What this seller supports.",
  isPublic: true,
  run: async ({ deps }) => renderCapabilities(deps),
};
