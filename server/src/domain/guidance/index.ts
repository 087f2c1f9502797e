export { afterBuying, buyCreditsCall, buySteps } from "./buy.ts";
export { createSectionSearch, type Section } from "./sections.ts";
export { cashoutCall, reportCallFor, sellSteps } from "./sell.ts";
export { findSnapshot, liveOf, type Snapshot } from "./snapshot.ts";
export { openSteps, percentOf, type Step, type StepCall } from "./steps.ts";
