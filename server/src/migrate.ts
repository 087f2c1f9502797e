import { migrateDatabase } from "./wiring/migrate.ts";
import { runProgram } from "./wiring/program.ts";

await runProgram(() => migrateDatabase(process.env));
