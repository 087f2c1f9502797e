/** One field of an action's form, and how its text becomes an argument. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** `time` is UTC; `list` takes names divided by commas; `several` any of its choices. */
  readonly kind: "text" | "lines" | "number" | "time" | "choice" | "yes" | "list" | "several";
  readonly help?: string;
  readonly value?: string;
  /** Values, with their words where they differ. */
  readonly choices?: readonly (string | readonly [value: string, label: string])[];
  readonly isOptional?: boolean;
  readonly max?: number;
}

/** **Shape** the arguments of the fields that were filled in. */
export function argumentsOf(form: HTMLFormElement, fields: readonly Field[]): object {
  const data = new FormData(form);
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (field.kind === "several") {
        const chosen = data.getAll(field.name);
        return chosen.length === 0 ? [] : [[field.name, chosen]];
      }
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
      {field.kind === "several" ? null : (
        <label for={id}>
          <Label field={field} />
        </label>
      )}
      <Control field={field} shared={shared} />
      {help === undefined ? null : (
        <p id={help} class="soft">
          {field.help}
        </p>
      )}
    </div>
  );
}

function Label({ field }: { field: Field }) {
  return (
    <>
      {field.label}
      {field.isOptional ? <span class="soft"> (optional)</span> : null}
    </>
  );
}

interface Shared {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly "aria-describedby": string | undefined;
}

function Control({ field, shared }: { field: Field; shared: Shared }) {
  const { kind, value = "", max } = field;
  const choices = (field.choices ?? []).map((one) =>
    typeof one === "string" ? ([one, one.replaceAll("_", " ")] as const) : one,
  );
  if (kind === "several") {
    return (
      <fieldset aria-describedby={shared["aria-describedby"]}>
        <legend>
          <Label field={field} />
        </legend>
        {choices.map(([one, label]) => (
          <label key={one}>
            <input type="checkbox" name={field.name} value={one} /> {label}
          </label>
        ))}
      </fieldset>
    );
  }
  if (kind === "choice") {
    return (
      <select {...shared}>
        {choices.map(([one, label]) => (
          <option key={one} value={one} selected={one === value}>
            {label}
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
