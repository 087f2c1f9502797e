import { readFile, stat } from "node:fs/promises";
import type { Logger } from "../../core/log.ts";
import type { Ip } from "./ip.ts";
import { type IpRanges, parseRanges } from "./ranges.ts";

/** The operator's ranges, as the file has them now. */
export interface RangeFile {
  has(ip: Ip): boolean;
  /** Reads the file again if it changed. A file that is wrong leaves the ranges as they were. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Looking is one system call. Unlike a watch it also sees files that are replaced, mounted or
 * linked elsewhere.
 */
const LOOK_EVERY_MS = 2_000;

/** Without a file there are no ranges. */
export const NO_RANGES: RangeFile = {
  has: () => false,
  refresh: async () => undefined,
  close: () => undefined,
};

/**
 * Loads `INVALID_TRAFFIC_RANGES` and follows its changes.
 *
 * **Errors** rejects when the file cannot be read or understood at the start.
 */
export async function openRangeFile(options: {
  path: string;
  logger: Pick<Logger, "info" | "warn">;
}): Promise<RangeFile> {
  const { path, logger } = options;
  let seen = await stampOf(path);
  let ranges = await load(path);
  logger.info({ ranges: ranges.size }, "invalid_traffic_ranges_loaded");
  const refresh = async () => {
    try {
      const stamp = await stampOf(path);
      if (stamp === seen) return;
      seen = stamp;
      ranges = await load(path);
      logger.info({ ranges: ranges.size }, "invalid_traffic_ranges_reloaded");
    } catch (error) {
      logger.warn({ err: String(error) }, "invalid_traffic_ranges_not_reloaded");
    }
  };
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const lookLater = () => {
    if (isClosed) return;
    timer = setTimeout(() => void refresh().finally(lookLater), LOOK_EVERY_MS);
    timer.unref();
  };
  lookLater();
  return {
    has: (ip) => ranges.has(ip),
    refresh,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

async function load(path: string): Promise<IpRanges> {
  return parseRanges(await readFile(path, "utf8"));
}

/** Changes whenever the file is written or replaced. */
async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeMs, ctimeMs } = await stat(path);
  return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}
