export { claimIdempotency, forgetOldCalls, storeResponse } from "./queries.ts";
