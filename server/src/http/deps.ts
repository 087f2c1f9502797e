import type { Middleware } from "koa";
import type { Foundation } from "../core/foundation.ts";
import type { Metrics } from "../core/metrics.ts";
import type { Dialects } from "../dialects/dialects.ts";
import type { PaymentWebhook } from "../domain/checkout/index.ts";
import type { ClickRedirect } from "../domain/events/index.ts";
import type { Authenticator, KeyOrigin } from "../domain/identity/index.ts";
import type { RenderedDocument } from "../render/documents.ts";
import type { Environment } from "../render/pages.ts";
import type { Dispatch } from "../tools/dispatch.ts";
import type { Services } from "../tools/tool.ts";
import type { BodyReader } from "./body.ts";

export interface KeyGuard {
  /**
   * Runs the check of a secret that a caller sent.
   *
   * **Errors** those of the check; `rate_limited` instead of `invalid_key` after ten of them.
   */
  check<Result>(
    secret: string,
    from: KeyOrigin | undefined,
    check: () => Promise<Result>,
  ): Promise<Result>;
}

export interface AppDeps extends Pick<Foundation, "ids" | "clock" | "logger"> {
  readonly services: Services;
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  readonly clickRedirect: ClickRedirect;
  readonly logsRequests?: boolean;
  readonly trustedHops: number;
  readonly keyGuard: KeyGuard;
  /** The names under which requests may come; of the public address and of this machine. */
  readonly hosts: ReadonlySet<string>;
  readonly documents: readonly RenderedDocument[];
  /** The badge of the pages. */
  readonly environment: Environment;
  /** What is not ready, for `/readyz` and `/readyz/links`; empty when all is. */
  readonly notReady: (use: "calls" | "links") => Promise<string[]>;
  readonly dialects: Dialects;
  readonly hasSandboxCheckout: boolean;
  /** Reads the payment provider's messages; absent with the sandbox, which sends none. */
  readonly paymentWebhook?: PaymentWebhook | undefined;
  readonly metrics: Metrics;
  readonly metricsText: () => Promise<string>;
  /** `METRICS_TOKEN`; without one only callers on this machine read the metrics. */
  readonly metricsToken: string | undefined;
  /** Runs before the 404 of the exchange; under `npm start` the demo. */
  readonly mounted: readonly Middleware[];
}

/** What endpoints choose from. */
export interface EndpointDeps extends AppDeps {
  readonly baseUrl: string;
  readonly bodies: BodyReader;
}
