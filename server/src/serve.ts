import { runProgram } from "./wiring/program.ts";
import { serve } from "./wiring/serve.ts";

await runProgram(() => serve(process.env));
