export {
  bucketOfReason,
  createTrafficGuard,
  type Finding,
  isDeclaredAgent,
  type TrafficGuard,
} from "./guard.ts";
export { bareIp, holderOfIp, NO_RANGES, openRangeFile } from "./ranges.ts";
