import { useState } from "preact/hooks";
import type { Recording, Replay } from "../wire.ts";
import { browserTestOf, fetchRecording, replay } from "./api.ts";
import { counted } from "./format.ts";
import { StepDetails } from "./step-details.tsx";
import { useAction } from "./use-action.ts";
import type { Session } from "./use-session.ts";

/** A recording is deterministic when this many replays of it say the same. */
const MANY = 20;

type Opened = { name: string; recording: Recording };
type Result = { replays: number; last: Replay; differences: Replay["differences"] };

/** What happened, kept: saved as JSON, replayed without the exchange, or turned into a test. */
export function RecordingPanel({ session }: { session: Session }) {
  const [opened, setOpened] = useState<Opened>();
  const [result, setResult] = useState<Result>();
  const action = useAction();
  const current = async () => opened?.recording ?? (await fetchRecording());
  const open = (file: File) =>
    action.run(async () => {
      setResult(undefined);
      setOpened({ name: file.name, recording: parseRecording(await file.text()) });
    });
  const run = (times: number) =>
    action.run(async () => setResult(await replayMany(await current(), times)));
  const isEmpty = opened === undefined && session.turns.length === 0;
  const isIdle = !action.isBusy && !isEmpty;
  return (
    <>
      <h2>Record and replay</h2>
      <p class="soft">
        This conversation is recorded as it goes: questions, every answer of the exchange and the
        clock. A replay makes no network call and must give the same result.
      </p>
      <p role="status">{whatIsOpen(opened, session.turns.length)}</p>
      <div class="row">
        <button type="button" disabled={!isIdle} onClick={() => void run(1)}>
          Replay
        </button>
        <button type="button" class="quiet" disabled={!isIdle} onClick={() => void run(MANY)}>
          Replay {MANY} times
        </button>
        <Save isIdle={isIdle} current={current} run={action.run} />
      </div>
      <OpenFile onOpen={(file) => void open(file)} />
      {opened === undefined ? null : (
        <button type="button" class="quiet" onClick={() => setOpened(undefined)}>
          Back to this conversation
        </button>
      )}
      {action.problem === undefined ? null : (
        <p class="trouble" role="alert">
          {action.problem}
        </p>
      )}
      {result === undefined ? null : <Outcome result={result} />}
    </>
  );
}

function whatIsOpen(opened: Opened | undefined, turns: number): string {
  if (opened !== undefined) {
    return `${opened.name}: ${questions(opened.recording.turns.length)}.`;
  }
  if (turns === 0) return "Nothing to record yet: ask something in the chat, or open a file.";
  return `This conversation: ${questions(turns)}.`;
}

function questions(count: number): string {
  return count === 1 ? "1 question" : `${counted(count)} questions`;
}

type SaveProps = {
  isIdle: boolean;
  current: () => Promise<Recording>;
  run: (work: () => Promise<void>) => Promise<void>;
};

function Save({ isIdle, current, run }: SaveProps) {
  const saveJson = async () =>
    download("conversation.json", JSON.stringify(await current(), null, 2));
  const saveTest = async () =>
    download("conversation.test.mjs", await browserTestOf(await current()));
  return (
    <>
      <button type="button" class="quiet" disabled={!isIdle} onClick={() => void run(saveJson)}>
        Save as JSON
      </button>
      <button type="button" class="quiet" disabled={!isIdle} onClick={() => void run(saveTest)}>
        Save as browser test
      </button>
    </>
  );
}

function OpenFile({ onOpen }: { onOpen: (file: File) => void }) {
  return (
    <div class="field">
      <label for="recording-file">Open a recording</label>
      <input
        id="recording-file"
        type="file"
        accept="application/json,.json"
        aria-describedby="recording-file-help"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) onOpen(file);
        }}
      />
      <p id="recording-file-help" class="help">
        A JSON file saved here, on this machine or another.
      </p>
    </div>
  );
}

async function replayMany(recording: Recording, times: number): Promise<Result> {
  let last = await replay(recording);
  const differences = [...last.differences];
  for (let done = 1; done < times; done += 1) {
    last = await replay(recording);
    differences.push(...last.differences);
  }
  return { replays: times, last, differences };
}

/** **Errors** throws with words for people; the server looks at the rest. */
function parseRecording(text: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON. Choose one that was saved with “Save as JSON”.");
  }
  if (isRecording(value)) return value;
  throw new Error("This file is not a recording. Choose one that was saved with “Save as JSON”.");
}

function isRecording(value: unknown): value is Recording {
  if (typeof value !== "object" || value === null) return false;
  return "version" in value && value.version === 2 && "turns" in value && "settings" in value;
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Outcome({ result }: { result: Result }) {
  const { replays, last, differences } = result;
  const times = replays === 1 ? "once" : `${replays} times`;
  return (
    <section aria-labelledby="replayed">
      <h3 id="replayed">Replayed {times}</h3>
      <p role="status" class={differences.length === 0 ? "good" : "bad"}>
        {differences.length === 0
          ? "Every step as it was recorded."
          : `${counted(differences.length)} steps differ from what was recorded.`}
      </p>
      {differences.length === 0 ? null : <Differences differences={differences} />}
      {last.turns.map((log) => (
        <details key={log.id} class="more">
          <summary>{log.text}</summary>
          <ol class="steps">
            {log.steps.map((step) => (
              <li key={step.id}>
                <details>
                  <summary>{step.text}</summary>
                  <StepDetails step={step} />
                </details>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}

function Differences({ differences }: Pick<Result, "differences">) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Question and step</th>
            <th scope="col">Recorded</th>
            <th scope="col">Replayed</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ turn, step, recorded, replayed }, place) => (
            <tr key={place}>
              <th scope="row" class="number">
                {turn}.{step}
              </th>
              <td>{recorded}</td>
              <td>{replayed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
