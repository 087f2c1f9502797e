import type { CheckoutProvider } from "../../domain/checkout/index.ts";

/** The sandbox's hosted page is our own; paying there moves no real money. */
export function createSandboxCheckout(baseUrl: string): CheckoutProvider {
  return {
    name: "sandbox",
    openSession: async ({ orderId }) => ({
      checkoutUrl: `${baseUrl}/checkout/${orderId}`,
      sessionId: null,
    }),
    refund: async () => {
      // No money was paid.
    },
    async *list() {
      // Its payments are in the database alone.
    },
  };
}
