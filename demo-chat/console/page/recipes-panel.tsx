import type { Recipe, RecipeStep } from "../wire.ts";
import { resetRecipe, stepRecipe } from "./api.ts";
import { Sent } from "./calls.tsx";
import { ACTORS } from "./glossary.ts";
import { Explained } from "./term.tsx";
import { type Action, useAction } from "./use-action.ts";
import type { Session } from "./use-session.ts";

/** The recipes, one real call after the other. */
export function RecipesPanel({ session }: { session: Session }) {
  const { state, refresh } = session;
  const action = useAction();
  const recipes = state?.recipes ?? [];
  const act = (work: () => Promise<void>) =>
    void action.run(async () => {
      try {
        await work();
      } finally {
        await refresh();
      }
    });
  return (
    <>
      <h2>Recipes</h2>
      <p class="soft">
        The workflows of <a href="/recipes.arazzo.json">recipes.arazzo.json</a>. Each press makes
        the next call against the exchange on this machine, with agents of its own. Open a step to
        see its request and response.
      </p>
      {action.problem === undefined ? null : (
        <p class="trouble" role="alert">
          {action.problem}
        </p>
      )}
      <div class="recipes-list" aria-busy={action.isBusy}>
        {recipes.map((recipe) => (
          <OneRecipe key={recipe.number} recipe={recipe} action={action} act={act} />
        ))}
      </div>
    </>
  );
}

type RecipeProps = { recipe: Recipe; action: Action; act: (work: () => Promise<void>) => void };

function OneRecipe({ recipe, action, act }: RecipeProps) {
  const { number, title, steps } = recipe;
  const next = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section class="recipe" aria-labelledby={`recipe-${number}`}>
      <h3 id={`recipe-${number}`}>
        {number}. {title}
      </h3>
      <ol>
        {steps.map((step, place) => (
          <Step key={place} step={step} isNext={step === next} />
        ))}
      </ol>
      <p role="status" class="soft">
        {done === steps.length ? "All done." : `${done} of ${steps.length} done.`}
      </p>
      <div class="row">
        <button
          type="button"
          disabled={next === undefined || action.isBusy}
          onClick={() => act(() => stepRecipe(number))}
        >
          {next === undefined ? "Finished" : "Run the next step"}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={done === 0 || action.isBusy}
          onClick={() => act(() => resetRecipe(number))}
        >
          Start over
          <span class="spoken"> recipe {number}</span>
        </button>
      </div>
    </section>
  );
}

function Step({ step, isNext }: { step: RecipeStep; isNext: boolean }) {
  const { title, who, call, isDone, problem } = step;
  return (
    <li class={isDone ? "done" : isNext ? "next" : "later"}>
      <span class="mark" aria-hidden="true">
        {isDone ? "✓" : ""}
      </span>
      <div>
        <Title text={title} /> <Explained meaning={ACTORS[who]}>{who}</Explained>
        <span class="spoken">{isDone ? " done" : ""}</span>
        {problem === undefined ? null : <p class="bad">{problem}</p>}
        {call === undefined ? null : (
          <details class="call">
            <summary>
              {call.title} {isDone ? <span class="soft">{call.status ?? "no answer"}</span> : null}
            </summary>
            <Sent call={call} />
          </details>
        )}
      </div>
    </li>
  );
}

/** A sentence of a recipe; what stands between backquotes is code. */
function Title({ text }: { text: string }) {
  return (
    <>{text.split("`").map((part, place) => (place % 2 === 1 ? <code>{part}</code> : part))}</>
  );
}
