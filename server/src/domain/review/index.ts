export { checkLookalikes, checkText, flagsOf } from "./check.ts";
export { cleanLine } from "./lint/clean.ts";
export { type LintProfile, lintText } from "./lint/lint.ts";
