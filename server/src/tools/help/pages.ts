import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../../../", import.meta.url);

/**
 * The documents that are pages, by group, in the order of the navigation: `index` is the group's
 * own page; of the folder, `first` come first and all others follow by name.
 */
const GROUPS = [
  {
    title: "Guides",
    path: "/docs/guides",
    folder: "server/docs/guides",
    first: ["publisher", "advertiser", "agent", "concepts", "ad-units", "money", "postbacks"],
  },
  {
    title: "Publisher kit",
    path: "/docs/kit",
    index: "publisher-kit/README.md",
    folder: "publisher-kit/docs",
    first: ["fetch", "express", "koa", "ai-sdk", "langchain", "tool", "stream", "function"],
  },
  {
    title: "Widget",
    path: "/docs/widget",
    index: "widget/README.md",
    folder: "widget/docs",
    first: ["html", "react", "vue", "preact"],
  },
  {
    title: "Reference",
    path: "/docs/reference",
    folder: "server/docs",
    first: ["contract", "glossary", "money", "operations", "environment", "security"],
  },
  {
    title: "Decisions",
    path: "/docs/decisions",
    folder: "server/docs/decisions",
    first: [],
  },
] as const;

/** A Markdown file of the repository that is a page of the docs. */
export interface DocsPage {
  readonly path: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Its first heading, without markup. */
  readonly title: string;
  readonly markdown: string;
}

export interface DocsGroup {
  readonly title: string;
  readonly path: string;
  readonly pages: readonly DocsPage[];
}

let known: readonly DocsGroup[] | undefined;

/** Every group with its pages; the files are read when this is first called. */
export function docsGroups(): readonly DocsGroup[] {
  known ??= GROUPS.map((group) => ({
    title: group.title,
    path: group.path,
    pages: [
      ...("index" in group ? [readPage(group.path, group.index)] : []),
      ...namesIn(group.folder, group.first).map((name) =>
        readPage(`${group.path}/${name}`, `${group.folder}/${name}.md`),
      ),
    ],
  }));
  return known;
}

function namesIn(folder: string, first: readonly string[]): string[] {
  const names = readdirSync(new URL(`${folder}/`, ROOT))
    .flatMap((file) => (file.endsWith(".md") ? file.slice(0, -3) : []))
    .toSorted();
  return [
    ...first.filter((name) => names.includes(name)),
    ...names.filter((name) => !first.includes(name)),
  ];
}

function readPage(path: string, file: string): DocsPage {
  const markdown = readFileSync(new URL(file, ROOT), "utf8");
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? file;
  return { path, file, title: title.replaceAll("`", ""), markdown };
}

/** Makes the ids of one page's headings; a repeated heading gets a number, as on GitHub. */
export function createSlugger(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .trim()
      .replaceAll(" ", "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
