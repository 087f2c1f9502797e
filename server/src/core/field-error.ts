/** The first thing that is wrong with a record that is being read. */
export class FieldError extends Error {
  readonly field: string;
  readonly rule: string;

  constructor(field: string, rule: string) {
    super(`${field} ${rule}`);
    this.field = field;
    this.rule = rule;
  }
}
