import type { Sample } from "../wire.ts";
import type { Session } from "./use-session.ts";

type Props = {
  session: Session;
  samples: readonly Sample[];
  canSend: boolean;
  onSend: (text: string) => void;
};

/** Questions worth asking; one that needs another publisher goes there first. */
export function Samples({ session, samples, canSend, onSend }: Props) {
  const pick = async ({ text, publisher }: Sample) => {
    if (publisher !== undefined && publisher !== session.settings?.publisher) {
      await session.changeSettings({ publisher, adUnitType: undefined });
    }
    onSend(text);
  };
  const list = (title: string, some: readonly Sample[]) =>
    some.length === 0 ? null : (
      <>
        <h2>{title}</h2>
        <ul class="samples">
          {some.map((sample) => (
            <li key={sample.text}>
              <button
                type="button"
                class="quiet"
                disabled={!canSend}
                onClick={() => void pick(sample)}
              >
                {sample.text} <span class="soft">{sample.note}</span>
              </button>
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      {list(
        "Shopping questions",
        samples.filter(({ adUnitType }) => adUnitType !== null),
      )}
      {list(
        "Other questions",
        samples.filter(({ adUnitType }) => adUnitType === null),
      )}
    </>
  );
}
