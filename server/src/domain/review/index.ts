export { checkText, flagsOf } from "./check.ts";
export { type LintProfile, lintText } from "./lint/lint.ts";
