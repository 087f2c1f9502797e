import { expect, test } from "vitest";
import { NO_FILL_REASONS } from "../../../server/src/contract/enums.ts";
import { ERRORS } from "../../../server/src/contract/errors.ts";
import { EVENT_REASONS } from "../../../server/src/contract/reasons.ts";
import { AD_UNIT_TYPES } from "../../../server/src/contract/units.ts";
import { readEnv, VARIABLES } from "../../../server/src/core/env.ts";
import { renderEnvExample } from "../../../server/src/render/env-example.ts";
import { renderLlms, renderLlmsFull } from "../../../server/src/render/llms-full.ts";
import { RECIPES } from "../../../server/src/render/recipes.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";

const BASE_URL = "https://ads.example.com";

test("llms.txt has the form of its kind: one title, a summary, sections, links", () => {
  const text = renderLlms(BASE_URL);
  expect(text.match(/^# .*/gm)).toHaveLength(1);
  expect(text).toMatch(/^# Placard\n\n> /);
  const [, more = ""] = text.split("## More\n");
  const links = more.trim().split("\n");
  expect(links.length).toBeGreaterThan(3);
  for (const link of links)
    expect(link).toMatch(/^- \[[^\]]+\]\(https:\/\/ads\.example\.com\/\S+\)/);
});

test("both texts name every tool", () => {
  const short = renderLlms(BASE_URL);
  const full = renderLlmsFull(BASE_URL);
  for (const { name } of CATALOGUE) {
    expect(short).toContain(`\n- [${name}](${BASE_URL}/docs/tools/${name}.md): `);
    expect(full).toContain(`\n### ${name}\n`);
  }
});

test("the full text lists every argument, error code, reason and ad unit", () => {
  const text = renderLlmsFull(BASE_URL);
  const sectionOf = (name: string) => text.split(`\n### ${name}\n`)[1]?.split("\n### ")[0] ?? "";
  for (const tool of CATALOGUE) {
    const own = sectionOf(tool.name);
    const [, sameAs] = /\nArguments: as in (\w+)\.\n/.exec(own) ?? [];
    const section = sameAs === undefined ? own : sectionOf(sameAs);
    for (const field of Object.keys(tool.input.shape))
      expect(section).toContain(`| \`${field}\` |`);
  }
  const codes = [...Object.keys(ERRORS), ...EVENT_REASONS, ...NO_FILL_REASONS, ...AD_UNIT_TYPES];
  for (const code of codes) expect(text).toContain(`\n| \`${code}\` |`);
});

test("every example in the full text is one that its tool takes", () => {
  const examples = [...renderLlmsFull(BASE_URL).matchAll(/```json\n(.*)\n```/g)];
  expect(examples.length).toBeGreaterThanOrEqual(CATALOGUE.length);
  for (const [, line = ""] of examples) {
    const call: { tool: string; arguments: object } = JSON.parse(line);
    const tool = CATALOGUE.find(({ name }) => name === call.tool);
    expect(() => tool?.prepare(call.arguments), line).not.toThrow();
  }
});

test("a recipe uses only values that a step before it kept, and no other dollar sign", () => {
  const kept = new Set<string>();
  for (const step of RECIPES.flatMap((recipe) => recipe.steps)) {
    const { request } = step;
    const used = [...JSON.stringify(request).matchAll(/\$(\w*)/g)].map(([, name]) => name);
    if ("tool" in request && request.key !== undefined) used.push(request.key);
    for (const name of used) expect(kept).toContain(name);
    for (const { name } of step.keep ?? []) kept.add(name);
  }
});

test("each variable stands in .env.example once, with a comment that says something", () => {
  const text = renderEnvExample(VARIABLES);
  for (const name of Object.keys(VARIABLES)) {
    expect(text.match(new RegExp(`^# [\\w\`].*\\n#${name}=`, "gm")), name).toHaveLength(1);
  }
});

test("taking every default of .env.example changes nothing", () => {
  const lines = renderEnvExample(VARIABLES).matchAll(/^#([A-Z_]+)=(.*)$/gm);
  const written = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  const needed = { DEMO: "1" };
  expect(readEnv({ ...written, ...needed })).toEqual(readEnv(needed));
});
