/** The six report tools differ in whose events they sum up and in their rows; the rest is one. */
export function reportText(what: string, instead: string): string {
  return (
    `${what} Totals equal the ledger. Default: 30 days, 12 weeks or 12 months; ` +
    `\`range\` needs \`from\` and \`to\`. ${instead}`
  );
}
