import { serve } from "./serve.ts";

/** The exchange as it is. */
await serve();
