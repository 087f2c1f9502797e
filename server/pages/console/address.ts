import { useEffect, useMemo, useState } from "preact/hooks";

/**
 * Where in the console the reader is: `#campaigns?id=cmp_…&side=advertiser`. It stands behind `#`,
 * so that the exchange never receives it.
 */
export interface Place {
  readonly view: string;
  readonly options: Readonly<Record<string, string>>;
}

export interface Address extends Place {
  /** The address of a view; its options replace the present ones, except for the side. */
  to(view: string, options?: Place["options"]): string;
  /** Changes options of this view in place: the way back leads to the view before it. */
  choose(options: Readonly<Record<string, string | undefined>>): void;
}

export function placeOf(hash: string): Place {
  const [view = "", search = ""] = hash.replace(/^#/, "").split("?");
  return { view, options: Object.fromEntries(new URLSearchParams(search)) };
}

export function hashOf({ view, options }: Place): string {
  const search = new URLSearchParams(options).toString();
  return `#${view}${search === "" ? "" : `?${search}`}`;
}

export function useAddress(): Address {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return useMemo(() => {
    const place = placeOf(hash);
    const side = place.options.side;
    return {
      ...place,
      to: (view, options = {}) =>
        hashOf({ view, options: { ...(side === undefined ? {} : { side }), ...options } }),
      choose(change) {
        // Two changes at once: the second builds on the first, which is not drawn yet.
        const now = placeOf(location.hash);
        const options = Object.fromEntries(
          Object.entries({ ...now.options, ...change }).filter(
            (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
          ),
        );
        location.replace(hashOf({ view: now.view, options }));
      },
    };
  }, [hash]);
}
