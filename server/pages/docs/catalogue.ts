/** The keywords that a form reads. */
export interface FieldSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly maxLength?: number;
}

interface ArgumentsSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** The tool of a page, as the page carries it. */
export interface ToolForm {
  readonly tool: string;
  readonly schema: ArgumentsSchema;
  readonly example: Readonly<Record<string, unknown>>;
}
