import type { ComponentChildren } from "preact";
import { Failure } from "../shared/failure.tsx";
import { credits, dollars, exactCredits, exactTime, relative, shortId } from "./format.ts";
import type { Loaded } from "./use-load.ts";

/** An amount with its value in dollars beside it. */
export function Money({ amount }: { amount: number }) {
  return (
    <>
      <span class="amount" title={exactCredits(amount)}>
        {credits(amount)}
      </span>{" "}
      <span class="soft">{dollars(amount)}</span>
    </>
  );
}

/** A relative time; the exact one shows on hover and to screen readers. */
export function When({ at }: { at: string }) {
  const exact = exactTime(at);
  return (
    <time dateTime={at} title={exact}>
      {relative(at, performance.timeOrigin + performance.now())}
      <span class="spoken">, {exact}</span>
    </time>
  );
}

/** A page that explains something, in a tab of its own: leaving the console deletes the key. */
export function Explanation({ path, children }: { path: string; children: ComponentChildren }) {
  return (
    <a href={path} target="_blank" rel="noopener">
      {children}
      <span class="spoken"> (new tab)</span>
    </a>
  );
}

/** Text of another party: never markup, and its direction does not affect ours. */
export function Foreign({ text }: { text: string }) {
  return (
    <bdi class="foreign" dir="auto">
      {text}
    </bdi>
  );
}

export function Id({ id }: { id: string }) {
  return (
    <code title={id}>
      <span aria-hidden="true">{shortId(id)}</span>
      <span class="spoken">{id}</span>
    </code>
  );
}

/** What was loaded, or why it was not, or that it is still on its way. */
export function Await<Data>(props: {
  loaded: Loaded<Data>;
  what: string;
  children: (data: Data) => ComponentChildren;
}) {
  const { data, error, reload } = props.loaded;
  return (
    <>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {data === undefined && error === undefined ? (
        <p class="skeleton" role="status">
          Loading {props.what}
        </p>
      ) : null}
      {data === undefined ? null : props.children(data)}
    </>
  );
}

export function Status({ value }: { value: string }) {
  const mood = GOOD.has(value) ? "good" : BAD.has(value) ? "bad" : "calm";
  return (
    <span class="status" data-mood={mood}>
      {value.replaceAll("_", " ")}
    </span>
  );
}

const GOOD = new Set(["active", "approved", "success", "completed", "paid", "confirmed"]);
const BAD = new Set(["rejected", "failed", "dead", "blocked", "timeout", "disabled", "suspended"]);
