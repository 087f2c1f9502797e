export { afterBuying, bookingCall, buyCreditsCall, buySteps } from "./buy.ts";
export { createSectionSearch, type Section } from "./sections.ts";
export { cashoutCall, reportCallFor, sellSteps } from "./sell.ts";
export { findSnapshot, isBookable, liveOf, type Snapshot } from "./snapshot.ts";
export { callOf, openSteps, percentOf, type Step, type StepCall } from "./steps.ts";
