/** Answers every order of the process that forked this one: see `startWorker`. */
export function answerOrders<Order, Result>(carryOut: (order: Order) => Promise<Result>): void {
  process.on("message", (order: Order) => {
    carryOut(order).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
}
