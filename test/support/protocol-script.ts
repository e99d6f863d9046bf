/** A script as a Model under the tool protocol would say it: words as an answer's object, calls as theirs. */
import type { Script, Step } from "./script.js";

export const inProtocol = (script: Script): Script => script.map(stepInProtocol);

function stepInProtocol(step: Step): Step {
  if (step.does === "call") return { does: "say", pieces: [JSON.stringify({ tool: step.name, args: step.args })] };
  if (step.does !== "say") return step;
  const last = step.pieces.length - 1;
  return {
    does: "say",
    pieces: step.pieces.map(
      (piece, at) => `${at === 0 ? '{"answer":"' : ""}${JSON.stringify(piece).slice(1, -1)}${at === last ? '"}' : ""}`,
    ),
  };
}
