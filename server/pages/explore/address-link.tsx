import type { ComponentChildren } from "preact";
import { hasModifier } from "./keys.ts";
import type { Address } from "./use-address.ts";
import { addressOf, type Wish } from "./wish.ts";

/** A link to another search, which the page follows without loading itself again. */
export function To(props: {
  wish: Wish;
  address: Address;
  class?: string;
  label?: string;
  isCurrent?: boolean;
  then?: () => void;
  children: ComponentChildren;
}) {
  const { wish, address, label, isCurrent = false, then } = props;
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.shiftKey || hasModifier(event)) return;
    event.preventDefault();
    address.choose(wish);
    then?.();
  };
  return (
    <a
      href={addressOf(wish)}
      class={props.class}
      aria-label={label}
      aria-current={isCurrent ? "true" : undefined}
      onClick={onClick}
    >
      {props.children}
    </a>
  );
}
