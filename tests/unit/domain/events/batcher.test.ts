import { setImmediate as immediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createBatcher } from "../../../../server/src/domain/events/batcher.ts";

/** Items from here on belong to another owner. */
const OTHERS = 10_000;

/** As many turns of the event loop as lie between a commit and the batch after it. */
async function nextTurn(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await immediate();
}

/** A batcher whose commits the test finishes by hand. */
function createManual(options: { batchMax?: number; waitingMax?: number; share?: number } = {}) {
  const running: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] =
    [];
  const batcher = createBatcher<number, string>({
    batchMax: options.batchMax ?? 100,
    ownerOf: (item) => (item !== undefined && item >= OTHERS ? "other" : "own"),
    shareOf: () => options.share ?? 1_000,
    waitingMax: options.waitingMax ?? 1_000,
    run: (items) =>
      new Promise((resolve, reject) => {
        running.push({
          items,
          finish: () => resolve(items.map((item) => `settled ${item}`)),
          fail: reject,
        });
      }),
  });
  return { batcher, running };
}

describe("a batcher", () => {
  test("gathers what arrives while a batch commits into the next one", async () => {
    const { batcher, running } = createManual();
    const first = batcher.submit([1]);
    await nextTurn();
    const later = [batcher.submit([2]), batcher.submit([3, 4])];
    await nextTurn();
    expect(running.map(({ items }) => items)).toEqual([[1]]);
    running[0]?.finish();
    expect(await first).toEqual(["settled 1"]);
    await nextTurn();
    expect(running[1]?.items).toEqual([2, 3, 4]);
    running[1]?.finish();
    expect(await Promise.all(later)).toEqual([["settled 2"], ["settled 3", "settled 4"]]);
  });

  test("starts the next large batch before it answers the one before", async () => {
    const { batcher, running } = createManual({ batchMax: 1_000, waitingMax: 5_000 });
    const large = Array.from({ length: 1_000 }, (_, item) => item);
    let isAnswered = false;
    const first = batcher.submit(large).then(() => {
      isAnswered = true;
    });
    await immediate();
    void batcher.submit(large);
    running[0]?.finish();
    while (running.length < 2) {
      expect(isAnswered).toBe(false);
      await Promise.resolve();
    }
    await first;
    running[1]?.finish();
    await batcher.drain();
  });

  test("joins what is submitted in one turn of the event loop", async () => {
    const { batcher, running } = createManual();
    void batcher.submit([1]);
    void batcher.submit([2]);
    await nextTurn();
    expect(running.map(({ items }) => items)).toEqual([[1, 2]]);
  });

  test("never answers before the batch has committed", async () => {
    const { batcher, running } = createManual();
    let isAnswered = false;
    const submitted = batcher.submit([1]).then(() => {
      isAnswered = true;
    });
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(running).toHaveLength(1);
    expect(isAnswered).toBe(false);
    running[0]?.finish();
    await submitted;
    expect(isAnswered).toBe(true);
  });

  test("keeps batches within their limit, and runs a larger group alone and whole", async () => {
    const { batcher, running } = createManual({ batchMax: 3 });
    for (const group of [[1, 2], [3, 4], [5, 6, 7, 8, 9], [10]]) void batcher.submit(group);
    for (let batch = 0; batch < 4; batch += 1) {
      await nextTurn();
      running[batch]?.finish();
    }
    await batcher.drain();
    expect(running.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5, 6, 7, 8, 9], [10]]);
  });

  test("takes owners in turn, and the groups of each in order", async () => {
    const { batcher, running } = createManual({ batchMax: 2 });
    for (const item of [1, 2, 3, 4, 5, OTHERS, OTHERS + 1]) void batcher.submit([item]);
    for (let batch = 0; batch < 4; batch += 1) {
      await nextTurn();
      running[batch]?.finish();
    }
    await batcher.drain();
    const batches = [[1, OTHERS], [2, OTHERS + 1], [3, 4], [5]];
    expect(running.map(({ items }) => items)).toEqual(batches);
  });

  test("fails every group of a batch that failed, and goes on with the next", async () => {
    const { batcher, running } = createManual({ batchMax: 2 });
    const groups = [batcher.submit([1]), batcher.submit([2]), batcher.submit([3])];
    const outcomes = Promise.allSettled(groups);
    await nextTurn();
    running[0]?.fail(new Error("disk full"));
    await nextTurn();
    running[1]?.finish();
    expect((await outcomes).map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
      "fulfilled",
    ]);
  });

  test("refuses new groups when too much waits, and takes them again later", async () => {
    const { batcher, running } = createManual({ waitingMax: 2 });
    const first = batcher.submit([1]);
    await nextTurn();
    const waiting = batcher.submit([2, 3]);
    await expect(batcher.submit([4])).rejects.toMatchObject({ code: "unavailable" });
    expect(batcher.depth()).toBe(3);
    running[0]?.finish();
    await first;
    await nextTurn();
    running[1]?.finish();
    await waiting;
    const last = batcher.submit([5]);
    await nextTurn();
    running[2]?.finish();
    expect(await last).toEqual(["settled 5"]);
  });

  test("has drained only when nothing waits and nothing runs", async () => {
    const { batcher, running } = createManual({ batchMax: 1 });
    void batcher.submit([1]);
    void batcher.submit([2]);
    let isDrained = false;
    const drained = batcher.drain().then(() => {
      isDrained = true;
    });
    await nextTurn();
    running[0]?.finish();
    await nextTurn();
    expect(isDrained).toBe(false);
    running[1]?.finish();
    await drained;
    expect(batcher.depth()).toBe(0);
    await batcher.drain();
  });

  test("answers an empty group at once", async () => {
    const { batcher, running } = createManual();
    expect(await batcher.submit([])).toEqual([]);
    expect(running).toEqual([]);
  });
});
