import { settleEarly } from "../../setup/settle-early.ts";
import { serve } from "./serve.ts";

/** A server that lies. The crash test runs it to prove that its judge would notice. */
await serve(settleEarly);
