import type { answerImage as answer, cardsFor as cards } from "./image-route.ts";

/**
 * In place of `image-route.ts` on edge platforms, where no connection can be made to an address
 * that was checked: there are no pictures, and cards keep the addresses of theirs.
 */
export const answerImage: typeof answer = async () => ({ status: 404, headers: {}, body: "" });

export const cardsFor: typeof cards = async (_kit, _options, given) => given;
