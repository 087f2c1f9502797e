import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Option } from "./words.ts";

/** Fields of forms: the label above, what it means below. */

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  disabled?: boolean;
  onChoose: (value: Value) => void;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, disabled, onChoose } = props;
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-describedby={`${id}-help`}
        onChange={(event) => {
          const next = options[event.currentTarget.selectedIndex];
          if (next !== undefined) onChoose(next.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      <p id={`${id}-help`} class="help">
        {chosen?.help}
      </p>
    </div>
  );
}

type SliderProps = {
  label: string;
  help: string;
  value: number;
  range: { min: number; max: number; step: number };
  /** The value with its unit, beside the label and spoken. */
  text: string;
  onChoose: (value: number) => void;
};

export function Slider({ label, help, value, range, text, onChoose }: SliderProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {label}: <span class="number">{text}</span>
      </label>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={text}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChoose(event.currentTarget.valueAsNumber)}
      />
      <p id={`${id}-help`} class="help">
        {help}
      </p>
    </div>
  );
}

type ToggleProps = {
  label: string;
  help: string;
  isOn: boolean;
  disabled?: boolean;
  onToggle: (isOn: boolean) => void;
};

export function Toggle({ label, help, isOn, disabled, onToggle }: ToggleProps) {
  const id = useId();
  return (
    <div class="toggle">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        aria-describedby={`${id}-help`}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        <p id={`${id}-help`} class="help">
          {help}
        </p>
      </div>
    </div>
  );
}

export function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <fieldset class="group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
