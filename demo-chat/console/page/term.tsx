import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { TERMS, type TermName } from "./glossary.ts";

/** A word of the field; pressing it opens its explanation under it. */
export function Term({ of, children }: { of: TermName; children?: ComponentChildren }) {
  const { name, meaning } = TERMS[of];
  return <Explained meaning={meaning}>{children ?? name}</Explained>;
}

/** The same for a word that comes from elsewhere. */
export function Explained(props: { meaning: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <span class="term">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {props.children}
      </button>
      {isOpen ? (
        <span id={id} class="meaning">
          {props.meaning}
        </span>
      ) : null}
    </span>
  );
}
