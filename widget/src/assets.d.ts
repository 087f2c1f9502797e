declare module "*.css?inline" {
  const css: string;
  export default css;
}

/** Global Privacy Control, which not every browser has. Source: globalprivacycontrol.org. */
interface Navigator {
  readonly globalPrivacyControl?: boolean;
}

/** What Chromium tells of an element when it was asked to track visibility. */
interface IntersectionObserverEntry {
  readonly isVisible?: boolean;
}
