/** The six report tools differ in whose events they sum up and in their rows; the rest is one. */
export function reportText(what: string, instead: string): string {
  return (
    `${what} Answers totals, a series and a money legend that equal the ledger. Default: the ` +
    `last 30 days, 12 weeks or 12 months; \`range\` needs \`from\` and \`to\`. ${instead}`
  );
}
