export { afterBuying, bookingCall, buyCreditsCall, buySteps } from "./buy.ts";
export { createSectionSearch, type Section } from "./sections.ts";
export { cashoutCall, reportCallFor, sellSteps } from "./sell.ts";
export {
  callOf,
  findSnapshot,
  isBookable,
  liveOf,
  openSteps,
  percentOf,
  type Snapshot,
  type Step,
  type StepCall,
} from "./snapshot.ts";
