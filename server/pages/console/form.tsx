/** One field of an action's form, and how its text becomes an argument. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** `time` is UTC; `list` takes names divided by commas. */
  readonly kind: "text" | "lines" | "number" | "time" | "choice" | "yes" | "list";
  readonly help?: string;
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly isOptional?: boolean;
  readonly max?: number;
}

/** **Shape** the arguments of the fields that were filled in. */
export function argumentsOf(form: HTMLFormElement, fields: readonly Field[]): object {
  const data = new FormData(form);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = String(data.get(field.name) ?? "").trim();
      return text === "" ? [] : [[field.name, argumentOf(field, text)]];
    }),
  );
}

function argumentOf({ kind }: Field, text: string): unknown {
  if (kind === "number") return Number(text);
  if (kind === "yes") return true;
  if (kind === "time") return `${text}:00Z`;
  if (kind === "list") return text.split(",").map((one) => one.trim());
  return text;
}

export function FieldRow({ field, prefix }: { field: Field; prefix: string }) {
  const id = `${prefix}-${field.name}`;
  const help = field.help === undefined ? undefined : `${id}-help`;
  const shared = {
    id,
    name: field.name,
    required: field.isOptional !== true && field.kind !== "yes",
    "aria-describedby": help,
  };
  return (
    <div class={field.kind === "yes" ? "field yes" : "field"}>
      <label for={id}>
        {field.label}
        {field.isOptional ? <span class="soft"> (optional)</span> : null}
      </label>
      <Control field={field} shared={shared} />
      {help === undefined ? null : (
        <p id={help} class="soft">
          {field.help}
        </p>
      )}
    </div>
  );
}

interface Shared {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly "aria-describedby": string | undefined;
}

function Control({ field, shared }: { field: Field; shared: Shared }) {
  const { kind, value = "", choices = [], max } = field;
  if (kind === "choice") {
    return (
      <select {...shared}>
        {choices.map((one) => (
          <option key={one} value={one} selected={one === value}>
            {one.replaceAll("_", " ")}
          </option>
        ))}
      </select>
    );
  }
  if (kind === "lines") {
    return <textarea {...shared} rows={3} maxLength={max ?? 2_000} defaultValue={value} />;
  }
  if (kind === "yes") return <input {...shared} type="checkbox" value="yes" />;
  if (kind === "time") return <input {...shared} type="datetime-local" defaultValue={value} />;
  if (kind === "number") {
    return <input {...shared} type="number" min="0" max={max} step="any" defaultValue={value} />;
  }
  return <input {...shared} type="text" maxLength={max} defaultValue={value} autocomplete="off" />;
}
