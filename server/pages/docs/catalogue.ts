/** The keywords that a form reads. */
export interface FieldSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly maxLength?: number;
}

export interface ArgumentsSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

export interface ToolForm {
  readonly schema: ArgumentsSchema;
  readonly example: Readonly<Record<string, unknown>>;
}

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, ArgumentsSchema>> };
  readonly paths: {
    readonly "/api/agent": {
      readonly post: {
        readonly requestBody: {
          readonly content: {
            readonly "application/json": {
              readonly examples: Readonly<
                Record<string, { readonly value: { readonly arguments: ToolForm["example"] } }>
              >;
            };
          };
        };
      };
    };
  };
}

let loading: Promise<OpenApi> | undefined;

/** The schema and the first example of a tool, from the published document, read once. */
export async function formOf(tool: string): Promise<ToolForm> {
  loading ??= load();
  // A failure is not kept: the next form asks again.
  const document = await loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const schema = document.components.schemas[`${pascalOf(tool)}Arguments`] ?? {};
  const { examples } = document.paths["/api/agent"].post.requestBody.content["application/json"];
  return { schema, example: examples[tool]?.value.arguments ?? {} };
}

async function load(): Promise<OpenApi> {
  const response = await fetch("/openapi.json", { credentials: "omit" });
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}.`);
  const document: OpenApi = await response.json();
  return document;
}

function pascalOf(tool: string): string {
  return tool.replace(/(^|_)([a-z])/g, (_whole, _line, letter: string) => letter.toUpperCase());
}
