export { checkText } from "./check.ts";
export { type Finding, type LintProfile, lintText, type Policy } from "./lint/lint.ts";
