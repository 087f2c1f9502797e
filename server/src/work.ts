import { runProgram } from "./wiring/program.ts";
import { work } from "./wiring/work.ts";

await runProgram(() => work(process.env));
