import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("whichever process is asked, the numbers are those of all of them", async () => {
  const program = new URL("./cluster-worker.ts", import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 20_000 });
  expect(stdout).toContain('placard_test_total{of="a"} 7');
  expect(stdout).toContain("placard_test_sum 7");
  expect(stdout).toContain("placard_test_max 4");
  expect(stdout).toContain("placard_test_age +Inf");
  expect(stdout).toContain('placard_test_seconds_bucket{le="+Inf"} 2');
  expect(stdout).toContain("process_resident_memory_bytes ");
});
