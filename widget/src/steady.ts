import type { MountOptions, Widget } from "./types.ts";

/**
 * Options for hosts that make new functions at each drawing: the functions given on stay the same
 * and ask for the latest when they are called. Otherwise a new `getToken` would begin a new
 * conversation, and each drawing of the host one of the widget.
 */
export function createSteady(latest: () => MountOptions): () => MountOptions {
  const getToken = async () => (await latest().getToken?.()) ?? "";
  const consent: MountOptions["consent"] = () => {
    const given = latest().consent;
    return typeof given === "function" ? given() : given;
  };
  const onEvent: MountOptions["onEvent"] = (event) => latest().onEvent?.(event);
  return () => {
    const { endpoint, locale, messages, theme, getToken: own } = latest();
    return {
      endpoint,
      locale,
      messages,
      theme,
      getToken: own && getToken,
      consent,
      onEvent,
    };
  };
}

/** What a component gives its host: everything but its own end, which the framework decides. */
export type Handle = Pick<Widget, "turn" | "show" | "clear">;
