declare module "*.css?inline" {
  const css: string;
  export default css;
}

/** Global Privacy Control, which not every browser has. Source: globalprivacycontrol.org. */
interface Navigator {
  readonly globalPrivacyControl?: boolean;
}

/** What Chromium reports for an element when visibility is tracked. */
interface IntersectionObserverEntry {
  readonly isVisible?: boolean;
}
