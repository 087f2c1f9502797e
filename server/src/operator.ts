import { operate } from "./wiring/operator.ts";
import { runProgram } from "./wiring/program.ts";

await runProgram(() => operate(process.argv.slice(2), process.env));
