import { ERRORS } from "../contract/errors.ts";
import { NO_FILLS, REASONS } from "./words.ts";

/** `GET /docs/errors.md`: the page of the errors as Markdown. */
export function renderErrorsText(): string {
  const codes = Object.entries(ERRORS).map(
    ([code, { status, recovery, meaning }]) =>
      `## ${code}\n\n${meaning}\n\nHTTP ${status}, ${recovery}.\n`,
  );
  return `# Errors of Placard

\`error.code\` names it, \`error.recovery\` says whether another try makes sense (\`transient\`: the
same call may pass later; \`correctable\`: change the call; \`terminal\`: stop), and
\`error.suggestion\` and \`error.nextTools\` say what to do.

${codes.join("\n")}
## Why a report was not charged

${lines(REASONS)}

## Why there is no ad

${lines(NO_FILLS)}
`;
}

function lines(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join("\n");
}
