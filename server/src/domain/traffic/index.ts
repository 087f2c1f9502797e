export { isDeclaredAgent } from "./agents.ts";
export { bucketOfReason, type TrafficBucket } from "./buckets.ts";
export {
  createTrafficGuard,
  type Finding,
  type TrafficClick,
  type TrafficGuard,
  type TrafficView,
} from "./guard.ts";
export { NO_RANGES, openRangeFile, type RangeFile } from "./range-file.ts";
