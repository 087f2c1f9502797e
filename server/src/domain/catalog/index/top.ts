/** Whether the first is to be listed before the second; never true both ways round. */
export type IsBetter = (left: number, right: number) => boolean;

/** Keeps the best of everything offered to it, in a heap whose root is the worst kept. */
export interface TopList {
  offer(candidate: number): void;
  /** The one the next better one replaces; `null` while there is room. */
  worst(): number | null;
  /** Best first; empties the list. */
  take(): number[];
}

export function createTopList(size: number, isBetter: IsBetter): TopList {
  const heap: number[] = [];
  const at = (index: number) => heap[index] ?? 0;
  const swap = (left: number, right: number) => {
    const kept = at(left);
    heap[left] = at(right);
    heap[right] = kept;
  };
  const rise = () => {
    let index = heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBetter(at(parent), at(index))) return;
      swap(parent, index);
      index = parent;
    }
  };
  const sink = () => {
    let index = 0;
    for (;;) {
      const left = index * 2 + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const worst = right < heap.length && isBetter(at(left), at(right)) ? right : left;
      if (!isBetter(at(index), at(worst))) return;
      swap(index, worst);
      index = worst;
    }
  };
  return {
    offer(candidate) {
      if (heap.length < size) {
        heap.push(candidate);
        rise();
      } else if (size > 0 && isBetter(candidate, at(0))) {
        heap[0] = candidate;
        sink();
      }
    },
    worst: () => (heap.length < size ? null : (heap[0] ?? null)),
    take: () => heap.splice(0).sort((left, right) => (isBetter(left, right) ? -1 : 1)),
  };
}
