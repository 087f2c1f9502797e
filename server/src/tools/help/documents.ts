import { readFileSync } from "node:fs";
import { ADVICE } from "../../contract/advice.ts";
import { ERRORS } from "../../contract/errors.ts";
import { createSectionSearch, type Section } from "../../domain/guidance/index.ts";
import { schemasOf } from "../schemas.ts";
import type { Tool } from "../tool.ts";

/** What is searched beside the tools and the errors. */
const FILES = {
  contract: "server/docs/contract.md",
  money: "server/docs/money.md",
  operations: "server/docs/operations.md",
  kit: "publisher-kit/README.md",
  widget: "widget/README.md",
} as const;
const ROOT = new URL("../../../../", import.meta.url);

/** The search over our own documents; they are read when it is first used. */
export function createDocumentSearch(
  tools: () => readonly Tool[],
): (question: string, limit: number) => Section[] {
  let search: ReturnType<typeof createSectionSearch> | undefined;
  return (question, limit) => {
    search ??= createSectionSearch(sectionsOf(tools()));
    return search(question, limit);
  };
}

function sectionsOf(tools: readonly Tool[]): Section[] {
  // A section that leads back to the help leads nowhere.
  const others = tools.filter(({ name }) => name !== "ask_help");
  const names = new Set(others.map(({ name }) => name));
  return [
    ...others.map(sectionOfTool),
    ...Object.entries(ERRORS).map(([code, { meaning }]) => sectionOfError(code, meaning)),
    ...Object.entries(FILES).flatMap(([document, path]) =>
      readSections(document, readFileSync(new URL(path, ROOT), "utf8"), names),
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
    path: `/docs#${name}`,
  };
}

function sectionOfError(code: string, meaning: string): Section {
  const advice = Object.entries(ADVICE).find(([known]) => known === code)?.[1];
  return {
    id: `error#${code}`,
    title: code,
    text: `${meaning} ${advice?.suggestion ?? ""}`,
    tools: [],
    path: `/docs/errors#${code}`,
  };
}

/** Each paragraph, list item and row of a table is a passage of the heading above it. */
export function readSections(
  document: string,
  markdown: string,
  tools: ReadonlySet<string>,
): Section[] {
  const sections: Section[] = [];
  let title = document;
  const plain = markdown.replace(/^```[\s\S]*?^```$/gm, "").replace(/^#.*$/gm, "$&\n");
  for (const block of plain.split(/\n(?=[-|#]|\d+\. )|\n\s*\n/)) {
    const text = block
      .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
      .replace(/^[-|]\s*|\s*\|$/g, "")
      .replace(/\s*\|\s*/g, "; ")
      .replace(/\s+/g, " ")
      .trim();
    if (text.startsWith("#")) title = text.replace(/^#+ /, "");
    else if (/\p{L}/u.test(text)) {
      const named = [...text.matchAll(/`([a-z_]+)/g)].flatMap(([, name = ""]) => name);
      sections.push({
        id: `${document}#${slugOf(title)}`,
        title,
        text,
        tools: [...new Set(named.filter((name) => tools.has(name)))],
        path: "/docs",
      });
    }
  }
  return sections;
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}
