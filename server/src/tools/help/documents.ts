import { readdirSync, readFileSync } from "node:fs";
import { ADVICE } from "../../contract/advice.ts";
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import { lazily } from "../../contract/lazily.ts";
import { keysOf } from "../../contract/records.ts";
import {
  createSectionSearch,
  type Section,
  type SectionSearch,
} from "../../domain/guidance/index.ts";
import { schemasOf } from "../schemas.ts";
import type { Tool } from "../tool.ts";

/** What an agent's question is answered from: the rules, without guides for people. */
const OF_AGENTS = new Set([
  "/docs/reference/contract",
  "/docs/reference/money",
  "/docs/reference/operations",
  "/docs/kit",
  "/docs/widget",
]);

/** The search of `ask_help`; the documents are read when it is first used. */
export function createHelpSearch(tools: () => readonly Tool[]): SectionSearch {
  const search = lazily(() =>
    createSectionSearch(sectionsOf(tools(), ({ path }) => OF_AGENTS.has(path))),
  );
  return (question, limit) => search()(question, limit);
}

/** How the exchange is made inside; readers of the docs use it. */
const INTERNAL = /^\/docs\/(?:decisions\/|reference\/(?:architecture|security)$)/;

/** The search of the docs, over every page on how to use the exchange, and `rendered`. */
export function createDocsSearch(
  tools: () => readonly Tool[],
  rendered: () => readonly DocsPage[],
): SectionSearch {
  const searched = lazily(() => {
    const sections = sectionsOf(tools(), ({ path }) => !INTERNAL.test(path), rendered());
    const search = createSectionSearch(sections.map(withPageWords));
    return { search, named: new Map(sections.map((section) => [nameOf(section), section])) };
  });
  return (question, limit) => {
    const { search, named } = searched();
    // A tool, an error or a page that the question names outright comes before all others.
    const name = question.trim().toLowerCase();
    const exact = named.get(name.replace(/[ _-]+/g, " "));
    const found = search(question, limit).filter(({ id }) => id !== exact?.id);
    return [...(exact === undefined ? [] : [exact]), ...found].slice(0, limit);
  };
}

/** `/docs/tools/create_key` is named "create key". */
function nameOf({ path }: Section): string {
  return (path.split(/[/#]/).at(-1) ?? "").replace(/[_-]+/g, " ");
}

/**
 * Guides and tools answer most questions of readers; the reference has everything once more.
 *
 * **Source** `tests/eval/docs`: 43 of 50 questions have their section first; without weights, 40.
 */
const WEIGHTS: Readonly<Record<string, number>> = { guides: 1.1, tools: 1.1 };

/** A section is also found by the name of its page. */
function withPageWords(section: Section): Section {
  const page = section.path.split("#", 1)[0] ?? "";
  const [group = "", ...names] = page.split("/").slice(2);
  const name = [group, ...names].join(" ").replaceAll("-", " ");
  const weight = WEIGHTS[group] ?? 1;
  return { ...section, weight, words: `${section.words ?? ""} ${name}` };
}

function sectionsOf(
  tools: readonly Tool[],
  isSearched: (page: DocsPage) => boolean,
  rendered: readonly DocsPage[] = [],
): Section[] {
  // A section that leads back to the help leads nowhere.
  const others = tools.filter(({ name }) => name !== "ask_help");
  const names = new Set(others.map(({ name }) => name));
  return [
    ...others.map(sectionOfTool),
    ...keysOf(ERRORS).map(sectionOfError),
    ...[...docsPages().filter(isSearched), ...rendered].flatMap((page) =>
      readSections(page, names),
    ),
  ];
}

function sectionOfTool(tool: Tool): Section {
  const { name, title, description } = tool;
  return {
    id: `tool#${name}`,
    title: `${name}: ${title}`,
    text: description,
    words: JSON.stringify(schemasOf(tool).input.properties ?? {}),
    tools: [name],
    path: `/docs/tools/${name}`,
  };
}

function sectionOfError(code: ErrorCode): Section {
  const text = `${ERRORS[code].meaning} ${ADVICE[code].suggestion}`;
  return { id: `error#${code}`, title: code, text, tools: [], path: `/docs/errors#${code}` };
}

/** Each paragraph, list item and row of a table is a passage of the heading above it. */
function readSections(page: DocsPage, tools: ReadonlySet<string>): Section[] {
  const sections: Section[] = [];
  const slugOf = createSlugger();
  const document = page.path.replace(/^\/docs\/(?:reference\/)?/, "");
  let place = { id: document, title: page.title, path: page.path };
  const plain = page.markdown
    .replace(/^```[\s\S]*?^```$|<!--.*?-->/gm, "")
    .replace(/^#.*$/gm, "$&\n");
  for (const block of plain.split(/\n(?=[-|#]|\d+\. )|\n\s*\n/)) {
    const text = block
      .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
      .replace(/^[-|]\s*|\s*\|$/g, "")
      .replace(/\s*\|\s*/g, "; ")
      .replace(/\s+/g, " ")
      .trim();
    const [, level, heading = ""] = /^(#+) (.*)$/.exec(text) ?? [];
    if (level !== undefined) {
      const slug = slugOf(heading);
      if (level === "#") continue;
      const title = heading.replaceAll("`", "");
      place = { id: `${document}#${slug}`, title, path: `${page.path}#${slug}` };
    } else if (/\p{L}/u.test(text)) {
      const named = [...text.matchAll(/`([a-z_]+)/g)].flatMap(([, name = ""]) => name);
      const about = [...new Set(named.filter((name) => tools.has(name)))];
      sections.push({ ...place, text, tools: about });
    }
  }
  return sections;
}

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

/** Every group with its pages; the files are read when this is first called. */
export const docsGroups = lazily((): readonly DocsGroup[] =>
  GROUPS.map((group) => ({
    title: group.title,
    path: group.path,
    pages: [
      ...("index" in group ? [readPage(group.path, group.index)] : []),
      ...namesIn(group.folder, group.first).map((name) =>
        readPage(`${group.path}/${name}`, `${group.folder}/${name}.md`),
      ),
    ],
  })),
);

/** The page of a file of the repository, if the file is one. */
export function pageOfFile(file: string): DocsPage | undefined {
  return docsPages().find((page) => page.file === file);
}

export function docsPages(): DocsPage[] {
  return docsGroups().flatMap(({ pages }) => pages);
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
