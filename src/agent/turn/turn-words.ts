/** Sentences of a Turn: for the user, where one ends early or another Model answers. */
export const turnWords = {
  outOfSteps: (steps: number) =>
    `This message has taken ${steps} steps, which is as far as one may go without you. Continue if it is on the right way.`,
  answersInPlace: (model: string, wanted: string) =>
    `**${model}** answers in place of ${wanted}, which can’t answer now.`,
  waitCalledOff: "The wait was called off.",
  noConfidence: "The answer names no confidence between 0 and 1.",
};
