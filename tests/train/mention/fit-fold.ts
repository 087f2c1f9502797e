import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { candidatesOf, FOLDS } from "./data.ts";
import { fitModel, scored } from "./fit.ts";

/** The fold to leave out, beyond the last one for none. */
const { fold } = z.object({ fold: z.int().min(0).max(FOLDS) }).parse(workerData);

/** Learns in a thread of its own: a model, and how it reads the answers it has not seen. */
const { answers, frames } = candidatesOf();
const text = await fitModel([...answers.filter((row) => row.fold !== fold), ...frames]);
const out = answers.filter((row) => row.fold === fold);
parentPort?.postMessage({ text, margins: scored(text, out).map(({ margins }) => margins) });
