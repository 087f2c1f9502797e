import {
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from "react";
import type { PlacardOffersAttributes, PlacardOffersElement } from "./element.ts";
import { type MountOptions, mount, type Widget } from "./index.ts";
import { createSteady, type Handle } from "./steady.ts";
import type { ShownOffers } from "./types.ts";

export type { Handle } from "./steady.ts";
export type { ShownOffers } from "./types.ts";

type ElementProps = DetailedHTMLProps<HTMLAttributes<PlacardOffersElement>, PlacardOffersElement>;

declare module "react" {
  // biome-ignore lint/style/noNamespace: React declares its elements in one.
  namespace JSX {
    interface IntrinsicElements {
      "placard-offers": ElementProps & PlacardOffersAttributes;
    }
  }
}

export type PlacardOffersProps = MountOptions & {
  /** Where the component puts its handle: a ref, such as `useRef<Handle>(null)`, or a function. */
  handle?: { current: Handle | null } | ((handle: Handle | null) => void);
  /**
   * The cards of one message, instead of `turn`; another `turnId` shows other cards, and
   * `undefined` none.
   */
  offers?: ShownOffers;
  /** Beside `placard-box`, and `placard-message` with `offers`, which keep the place of the box. */
  className?: string;
};

function give(to: PlacardOffersProps["handle"], widget: Widget | null): void {
  if (typeof to === "function") to(widget);
  else if (to) to.current = widget;
}

/**
 * A box of offers for React 18 and 19. Props may change at any time, and functions may be new at
 * each drawing. On a server it is an empty element that keeps the place.
 */
export function PlacardOffers(props: PlacardOffersProps): ReactElement {
  const { endpoint, getToken, locale, messages, theme, className } = props;
  const hasToken = getToken !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<Widget | null>(null);
  const latest = useRef(props);
  const [options] = useState(() => createSteady(() => latest.current));

  // First, so that the effects below find the props they were drawn with.
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!box.current) return;
    const mounted = mount(box.current, options());
    widget.current = mounted;
    give(latest.current.handle, mounted);
    return () => {
      give(latest.current.handle, null);
      mounted.destroy();
    };
  }, [options]);

  // A new function of the host needs no new rendering; a removed one does.
  useEffect(() => {
    const drawn = { endpoint, locale, messages, theme };
    widget.current?.update({ ...options(), ...drawn, ...(!hasToken && { getToken: undefined }) });
  }, [options, endpoint, hasToken, locale, messages, theme]);

  // After the widget is there. A host may make the object anew at each drawing.
  const turnId = props.offers?.turnId;
  const shown = useRef(turnId);
  useEffect(() => {
    const { offers } = latest.current;
    if (turnId ?? shown.current) widget.current?.show(offers?.cards ?? [], offers);
    shown.current = turnId;
  }, [turnId]);

  return createElement("div", {
    ref: box,
    className: ["placard-box", turnId && "placard-message", className].filter(Boolean).join(" "),
  });
}
