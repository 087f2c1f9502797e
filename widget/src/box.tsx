import type { Card } from "@placard/publisher-kit/types";
import { type CardActions, CardView } from "./card.tsx";
import type { Theme } from "./types.ts";
import type { Words } from "./words.ts";

/** What is shown now. `fillNumber` grows with each fill, so that no card is taken for another. */
export type BoxState = { cards: readonly Card[]; fillNumber: number; status: string };

type Props = BoxState & {
  words: Words;
  theme?: Theme;
  /** Absent: the direction of the page around the box. */
  dir?: "ltr" | "rtl";
  actions: CardActions;
};

/** The whole content of the shadow root. Without cards it is empty, and as large as before. */
export function Box({ cards, fillNumber, status, words, theme, dir, actions }: Props) {
  return (
    <div part="box" data-theme={theme} lang={words.lang} dir={dir}>
      <p class="spoken" role="status">
        {status}
      </p>
      {cards.length > 0 ? (
        <aside part="offers" aria-label={words.region} tabIndex={-1}>
          {/* Safari drops the list role of a list without bullets unless it is said again. */}
          {/* biome-ignore lint/a11y/noRedundantRoles: See above. */}
          <ul role="list">
            {cards.map((card, place) => (
              <CardView
                key={`${fillNumber} ${card.cardToken}`}
                id={`c${place}`}
                card={card}
                words={words}
                actions={actions}
              />
            ))}
          </ul>
        </aside>
      ) : null}
    </div>
  );
}
