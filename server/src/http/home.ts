import { type Environment, PAGE_TYPE, SCRIPTED_PAGE_POLICY } from "../render/frame.ts";
import { homePageText } from "../render/home-page.ts";
import { answerCached, DOCUMENT_CACHE } from "./public.ts";
import type { Endpoint } from "./routes.ts";

/** `GET /` */
export function createHome(options: { environment: Environment; baseUrl: string }): Endpoint {
  const text = homePageText(options.environment, options.baseUrl);
  return {
    handle(ctx) {
      ctx.set("Content-Security-Policy", SCRIPTED_PAGE_POLICY);
      answerCached(ctx, text, DOCUMENT_CACHE, PAGE_TYPE);
    },
  };
}
