import { type ComponentChildren, type ComponentType, Fragment, h, type VNode } from "preact";

type Props = Record<string, unknown> & { children?: ComponentChildren };

/**
 * What compiled JSX calls. Preact's own runtime builds nodes a second time for speed; at a dozen
 * cards its bytes cost more than they save.
 */
export function jsx(type: string | ComponentType<Props>, props: Props, key?: string): VNode<Props> {
  // Two calls for the two overloads of `h`.
  const own = { ...props, key };
  return typeof type === "string" ? h<Props>(type, own) : h(type, own);
}

export { Fragment, jsx as jsxs };
