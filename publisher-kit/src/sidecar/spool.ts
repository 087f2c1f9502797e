import { chmod, type FileHandle, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import type { ReportStore, StoredReport } from "@placard/publisher-kit/types";

const FILE = "reports.jsonl";
/** Acknowledged reports are removed from the file when it has grown by so much. */
const COMPACT_BYTES = 16 * 1024 * 1024;

/**
 * Reports on disk until the exchange has answered for each. The file has one line of JSON for each
 * report, `{"report":{…}}`, and one for each answer, `{"done":"evt_…"}`.
 */
export type Spool = ReportStore & {
  /** Those that an earlier process has left. */
  pending(): StoredReport[];
  /** Resolves when all that was put before is on disk; rejects if it could not be written. */
  synced(): Promise<void>;
  hasFailed(): boolean;
  /** Counts reports that requests under way may still put. */
  reserve(count: number): void;
  reserved(): number;
  close(): Promise<void>;
};

/**
 * Opens a folder for one process. **Errors** `Error` that names the folder if another process has
 * it or it cannot be written.
 */
export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockOf(join(folder, "lock"));
  try {
    const spool = new FileSpool(folder, lock);
    await spool.start();
    return spool;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** A socket in the folder: the system closes it with its process, however that ends. */
async function lockOf(path: string): Promise<Server> {
  try {
    return await listen(path);
  } catch (error) {
    if (codeOf(error) !== "EADDRINUSE") throw error;
    if (await isAnswered(path)) throw new Error(`Another process uses the spool of ${path}.`);
    await rm(path, { force: true });
    return listen(path);
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", reject);
    server.listen(path, () => resolve(server));
    server.unref();
  });
}

/** Whether a process listens on a Unix socket. */
export function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

class FileSpool implements Spool {
  #folder: string;
  #lock: Server;
  #file: FileHandle | undefined;
  #grownBytes = 0;
  #pending = new Map<string, StoredReport>();
  #lines: string[] = [];
  /** The last write that was started, and the one that waits for it. */
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #hasFailed = false;
  #reserved = 0;

  constructor(folder: string, lock: Server) {
    this.#folder = folder;
    this.#lock = lock;
  }

  async start(): Promise<void> {
    const text = await readFile(join(this.#folder, FILE), "utf8").catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return "";
      throw error;
    });
    this.#pending = pendingIn(text);
    await this.#compact();
  }

  pending(): StoredReport[] {
    return [...this.#pending.values()];
  }

  put(report: StoredReport): void {
    if (this.#pending.has(report.eventId)) return;
    this.#pending.set(report.eventId, report);
    this.#append({ report });
  }

  delete(eventId: string): void {
    // Lost in a crash, the report is sent again under the same id and counts once.
    if (this.#pending.delete(eventId)) this.#append({ done: eventId });
  }

  synced(): Promise<void> {
    this.#next ??= this.#last
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#last = this.#write();
        return this.#last;
      });
    return this.#next;
  }

  hasFailed(): boolean {
    return this.#hasFailed;
  }

  reserve(count: number): void {
    this.#reserved += count;
  }

  reserved(): number {
    return this.#reserved;
  }

  async close(): Promise<void> {
    await this.synced().catch(() => undefined);
    await this.#file?.close();
    await new Promise((resolve) => this.#lock.close(resolve));
  }

  #append(line: object): void {
    this.#lines.push(JSON.stringify(line));
    // Who waits for the disk calls `synced` too; a failure shows in `hasFailed`.
    this.synced().catch(() => undefined);
  }

  async #write(): Promise<void> {
    const lines = this.#lines.splice(0);
    if (lines.length === 0 || this.#file === undefined) return;
    // After a write that failed in the middle of a line, the next begins on a line of its own.
    const text = `\n${lines.join("\n")}\n`;
    try {
      await this.#file.appendFile(text);
      await this.#file.datasync();
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      this.#lines.unshift(...lines);
      throw error;
    }
    this.#grownBytes += text.length;
    // What is in the file is safe already.
    if (this.#grownBytes > COMPACT_BYTES) await this.#compact().catch(() => undefined);
  }

  /** Writes the file anew with what is pending, and only then in the place of the old one. */
  async #compact(): Promise<void> {
    const path = join(this.#folder, FILE);
    const lines = this.pending().map((report) => `${JSON.stringify({ report })}\n`);
    const file = await open(`${path}.new`, "w", 0o600);
    await chmod(`${path}.new`, 0o600);
    await file.appendFile(lines.join(""));
    await file.sync();
    await rename(`${path}.new`, path);
    const folder = await open(this.#folder, "r");
    await folder.sync();
    await folder.close();
    await this.#file?.close();
    this.#file = file;
    this.#grownBytes = 0;
  }
}

/** Reports without an answer. The last line may be cut. */
function pendingIn(text: string): Map<string, StoredReport> {
  const pending = new Map<string, StoredReport>();
  for (const line of text.split("\n")) {
    const { report, done } = entryOf(line);
    if (report !== undefined) pending.set(report.eventId, report);
    if (done !== undefined) pending.delete(done);
  }
  return pending;
}

function entryOf(line: string): { report?: StoredReport; done?: string } {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}
