import type { Clock } from "./clock.ts";
import type { Database } from "./db.ts";
import type { IdSource } from "./ids.ts";
import type { Logger } from "./log.ts";

/** What the parts of an exchange are built on; each names what it takes of it. */
export interface Foundation {
  readonly db: Database;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly logger: Logger;
}
