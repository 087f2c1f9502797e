/**
 * The result of a task, or `late` if it takes longer than that. The task is not stopped; a late
 * error of it is ignored. **Units** milliseconds.
 */
export function inTime<Result, Late>(
  work: Promise<Result>,
  limitMs: number,
  late: Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(late), limitMs);
  });
  work.catch(() => undefined);
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
