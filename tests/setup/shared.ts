import { afterAll, beforeAll } from "vitest";

/** Something for all tests of a file, started before them and closed after them. */
export function setUp<Shared extends { close(): Promise<unknown> }>(
  start: () => Promise<Shared>,
): Shared {
  const shared: Shared = Object.create(null);
  beforeAll(async () => {
    Object.assign(shared, await start());
  });
  afterAll(() => shared.close());
  return shared;
}
