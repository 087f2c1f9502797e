/** What programs in TypeScript are compiled with. */
export const NODE = ["typescript@7", "@types/node@24"];

/** Compiles a server for the machine's own Node. */
export const EMIT = `npx tsc -p check-nodenext.json --noEmit false --outDir dist --rootDir . \
--allowImportingTsExtensions false --rewriteRelativeImportExtensions`;

/** One host of the proof: what its page leaves to the app around it, and how it is driven. */
export interface Host {
  readonly name: string;
  /** Where its files and commands come from, such as `publisher-kit/docs/express.md`. */
  readonly pages: readonly string[];
  /** Packages of the host, beside ours. */
  readonly packages: readonly string[];
  /** What the app has around the integration: start, bundler, model. Pages' files replace them. */
  readonly files: Readonly<Record<string, string>>;
  readonly manifest?: object;
  readonly compiler?: "tsc" | "vue-tsc";
  readonly compilerOptions?: object;
  /** Lines of the page that the host has without offers. */
  readonly own: readonly RegExp[];
  readonly linesMax: number;
  readonly builds?: readonly string[];
  readonly start: string;
  /** A further way to start it, driven as well, such as a development server with StrictMode. */
  readonly alsoStart?: string;
  readonly drive: Drive;
}

export interface Drive {
  /** One `box` for all turns, one for each of the `messages`, or only the answer's `text`. */
  readonly shows: "box" | "messages" | "text";
  /** A model answers and cites. */
  readonly cites: boolean;
}
