export { afterBuying, bookingCall, buyCreditsCall, buySteps } from "./buy.ts";
export { createSectionSearch, type Section, type SectionSearch } from "./sections.ts";
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
