// For the process of AdCP's own runner alone. Its fixtures' past dates become a day after the time
// of the call, so that a repeat of a call is another call; a clock in steps of half an hour makes
// it the same. Load with `--import`.
const STEP_MS = 1_800_000;
const Exact = Date;
const now = () => Math.floor(Exact.now() / STEP_MS) * STEP_MS;
globalThis.Date = class extends Exact {
  constructor(...args) {
    if (args.length > 0) super(...args);
    else super(now());
  }
  static now() {
    return now();
  }
};
