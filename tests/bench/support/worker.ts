import { fork } from "node:child_process";

/** A forked program that answers every order with one reply. */
export interface Worker<Order, Result> {
  ask(order: Order): Promise<Result>;
  stop(): void;
}

type Reply<Result> = { readonly result: Result } | { readonly error: string };

export function startWorker<Order extends object, Result>(program: URL): Worker<Order, Result> {
  // Facts hold money as bigint, which JSON between processes would refuse.
  const child = fork(program, { serialization: "advanced" });
  return {
    ask: (order) =>
      new Promise((resolve, reject) => {
        const end = (code: number | null) =>
          reject(new Error(`${program.pathname} ended: ${code}`));
        child.once("exit", end);
        child.once("message", (reply: Reply<Result>) => {
          child.off("exit", end);
          if ("error" in reply) reject(new Error(reply.error));
          else resolve(reply.result);
        });
        child.send(order);
      }),
    stop: () => void child.kill("SIGKILL"),
  };
}
