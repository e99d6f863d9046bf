/** Notes in a Turn that say when another Model steps in for the one that was wanted, live and after a reload (R4). */
import type { ModelChooser } from "./run-step.js";
import { turnWords } from "./turn-words.js";

/** The same chooser, which notes each step. `note` puts a sentence into the Turn. */
export async function withFallbackNotes(
  models: ModelChooser,
  note: (text: string) => Promise<void>,
): Promise<ModelChooser> {
  const tell = (wanted: string) => note(turnWords.answersInPlace(models.current.name, wanted));
  if (models.insteadOf !== undefined) await tell(models.insteadOf);
  return {
    get current() {
      return models.current;
    },
    async another(error) {
      const wanted = models.current.name;
      const next = await models.another(error);
      if (next) await tell(wanted);
      return next;
    },
  };
}
