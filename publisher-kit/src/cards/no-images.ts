import type { createImages as create } from "./images.ts";

/**
 * In place of `images.ts` on edge platforms, where no connection can be made to an address that was
 * checked: cards keep the addresses of their pictures.
 */
export const createImages: typeof create = () => ({
  rewrite: async (cards) => [...cards],
  get: async () => ({ found: false, status: 404 }),
});
