import type { AdUnitType } from "@placard/publisher-kit/types";
import { AD_UNIT_TYPES, AD_UNITS } from "@placard/publisher-kit/units";
import { LANGUAGES, USUAL_LOOK, WIDTH_PX } from "./address.ts";
import { Group, Select, Slider, Toggle } from "./fields.tsx";

import type { Session } from "./use-session.ts";
import { DIRECTIONS, LANGUAGE_NAMES, MODELS, MODES, type Option, THEMES } from "./words.ts";

const WIDTH_STEP_PX = 10;

/** Who sells what and how, and how it looks. */
export function SettingsPanel({ session }: { session: Session }) {
  return (
    <>
      <h2>Settings</h2>
      <p class="soft">Settings apply to this browser, from the next question on.</p>
      <div class="groups">
        <Selling session={session} />
        <Appearance session={session} />
      </div>
    </>
  );
}

function Selling({ session }: { session: Session }) {
  const { state, settings, changeSettings } = session;
  if (settings === undefined || state === undefined) {
    return <p class="soft">The demo is still loading.</p>;
  }
  const { publishers, hasModelEndpoint } = state;
  const publisher = publishers.find(({ name }) => name === settings.publisher);
  return (
    <Group title="The chat">
      <Select
        label="Publisher"
        value={settings.publisher}
        options={publishers.map(({ name, adUnitTypes }) => ({
          value: name,
          name,
          help: `A chat that sells its sidebar: ${adUnitTypes.join(", ")}.`,
        }))}
        onChoose={(name) => void changeSettings({ publisher: name, adUnitType: undefined })}
      />
      <Select<AdUnitType | "">
        label="Placement"
        value={settings.adUnitType ?? ""}
        options={unitOptions(publisher?.adUnitTypes ?? AD_UNIT_TYPES)}
        onChoose={(unit) => void changeSettings({ adUnitType: unit === "" ? undefined : unit })}
      />
      <Select
        label="Mode"
        value={settings.mode}
        options={MODES}
        onChoose={(mode) => void changeSettings({ mode })}
      />
      <Select
        label="Model"
        value={settings.model}
        options={hasModelEndpoint ? MODELS : MODELS.slice(0, 1)}
        onChoose={(model) => void changeSettings({ model })}
      />
      {hasModelEndpoint ? null : (
        <p class="help">
          Start with DEMO_MODEL_URL to have a language model answer, through the AI SDK.
        </p>
      )}
    </Group>
  );
}

function unitOptions(units: readonly AdUnitType[]): Option<AdUnitType | "">[] {
  return [
    { value: "", name: "All placements", help: "The one that fits the question best." },
    ...units.map((unit) => ({
      value: unit,
      name: `${unit}, paid per ${AD_UNITS[unit].noun}`,
      help: `The advertiser pays when ${AD_UNITS[unit].paysWhen}.`,
    })),
  ];
}

function Appearance({ session }: { session: Session }) {
  const { look, changeLook } = session;
  return (
    <Group title="Appearance">
      <Select
        label="Theme"
        value={look.theme}
        options={THEMES}
        onChoose={(theme) => changeLook({ theme })}
      />
      <Select
        label="Language of the cards"
        value={look.language}
        options={LANGUAGES.map((value) => ({
          value,
          name: LANGUAGE_NAMES[value],
          help: "One of the widget's twelve. Titles and texts of offers stay as they are.",
        }))}
        onChoose={(language) => changeLook({ language })}
      />
      <Select
        label="Direction"
        value={look.direction}
        options={DIRECTIONS}
        onChoose={(direction) => changeLook({ direction })}
      />
      <Slider
        label="Width of the sidebar"
        help="The widget adapts to the width that its page has."
        value={look.widthPx}
        range={{ min: WIDTH_PX.min, max: WIDTH_PX.max, step: WIDTH_STEP_PX }}
        text={`${look.widthPx} px`}
        onChoose={(widthPx) => changeLook({ widthPx })}
      />
      <Toggle
        label="200% zoom"
        help="Everything twice as large in the same window: nothing may be cut off."
        isOn={look.zoomPercent === 200}
        onToggle={(isOn) => changeLook({ zoomPercent: isOn ? 200 : 100 })}
      />
      <button type="button" class="quiet" onClick={() => changeLook(USUAL_LOOK)}>
        Reset to defaults
      </button>
    </Group>
  );
}
