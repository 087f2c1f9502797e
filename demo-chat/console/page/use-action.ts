import { useState } from "preact/hooks";

/** Something that takes a moment and may fail; one at a time. */
export type Action = {
  isBusy: boolean;
  problem: string | undefined;
  run(work: () => Promise<void>): Promise<void>;
};

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    isBusy,
    problem,
    async run(work) {
      if (isBusy) return;
      setBusy(true);
      setProblem(undefined);
      try {
        await work();
      } catch (error) {
        setProblem(error instanceof Error ? error.message : "That did not work.");
      }
      setBusy(false);
    },
  };
}
