/** Of one statement, so that no transaction holds many locks or keeps others from vacuuming. */
const ROWS_MAX = 5_000;
const ROUNDS_MAX = 10_000;

/** Deletes expired rows a few at a time. `deleteSome` deletes at most `limit` and returns them. */
export async function purge(deleteSome: (limit: number) => Promise<object[]>): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if ((await deleteSome(ROWS_MAX)).length < ROWS_MAX) return;
  }
}
