import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of more than 10 seconds (2026-11-28): begun last, one of them runs on alone. */
const SLOWEST = [
  "e2e/demo/console.test.ts",
  "e2e/demo/story.test.ts",
  // After the two that judge how soon a reader is answered.
  "e2e/bench/quick.test.ts",
  "e2e/publishing/hosts.test.ts",
  "e2e/contributing/contributing.test.ts",
  "e2e/docs/pages.test.ts",
  "e2e/console/console.test.ts",
  "e2e/publishing/packages.test.ts",
  "e2e/demo/stores.test.ts",
  "e2e/console/changes.test.ts",
  "e2e/demo/shop-pages.test.ts",
  "e2e/explore/browse.test.ts",
  "e2e/explore/explore.test.ts",
  "integration/demo/start.test.ts",
  "integration/demo/console.test.ts",
  "regressions/17-before-authentication.test.ts",
  "regressions/10-retention.test.ts",
  "regressions/19-lint-linear.test.ts",
  "regressions/19-kit-linear.test.ts",
  "regressions/22-examples.test.ts",
  "integration/tools/wrong-input.test.ts",
  "regressions/11-stop-drains-clicks.test.ts",
  "integration/domain/catalog/snapshot.test.ts",
  "integration/domain/catalog/catalog.test.ts",
  "integration/domain/catalog/opensearch.test.ts",
  "integration/embedded-postgres/lifecycle.test.ts",
  "integration/embedded-postgres/restart.test.ts",
  "integration/domain/platform/processes.test.ts",
  "integration/embedded-postgres/accounts.test.ts",
  "integration/domain/postbacks/storm.test.ts",
  "integration/embedded-postgres/earlier-version.test.ts",
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = SLOWEST.findIndex((name) => moduleId.endsWith(`/tests/${name}`));
      return index < 0 ? SLOWEST.length : index;
    };
    const others = await super.sort(files);
    return others.sort((left, right) => place(left) - place(right));
  }
}
