export { isDeclaredAgent } from "./agents.ts";
export { bucketOfReason } from "./buckets.ts";
export {
  createTrafficGuard,
  type Finding,
  type TrafficGuard,
} from "./guard.ts";
export { bareIp, holderOfIp, NO_RANGES, openRangeFile } from "./ranges.ts";
