/** Runs the tasks of one owner one after another, those of different owners side by side. */
export type InTurn = <Result>(owner: string, task: () => Promise<Result>) => Promise<Result>;

/** Makes the queues of a process: one for each owner of whom a task waits or runs. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (owner, task) => {
    const before = last.get(owner) ?? Promise.resolve();
    const turn = before.then(task, task);
    last.set(owner, turn);
    try {
      return await turn;
    } finally {
      if (last.get(owner) === turn) last.delete(owner);
    }
  };
}
