import type { StartTimer } from "../types.ts";

export type Ending = "done" | "timeout" | "aborted";

/** Runs a task until it ends, the time is over or the host gives up; then cancels what is left. */
export async function withDeadline(
  { afterMs, startTimer }: { afterMs: number; startTimer: StartTimer },
  signal: AbortSignal | undefined,
  task: (inner: AbortSignal) => Promise<void>,
): Promise<Ending> {
  const controller = new AbortController();
  return new Promise<Ending>((resolve) => {
    const end = (ending: Ending): void => {
      cancel();
      signal?.removeEventListener("abort", abort);
      resolve(ending);
      // The host goes on first; closing connections takes milliseconds.
      if (ending !== "done") startTimer(() => controller.abort(), 0);
    };
    const abort = (): void => end("aborted");
    const cancel = startTimer(() => end("timeout"), afterMs);
    signal?.addEventListener("abort", abort, { once: true });
    task(controller.signal).then(
      () => end("done"),
      () => end("done"),
    );
  });
}
