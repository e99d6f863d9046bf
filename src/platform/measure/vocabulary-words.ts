/** Sentences about the tokenizer's vocabulary: why it could not be loaded, and what follows. */
const CONSEQUENCE = "Tokens are estimated meanwhile; nothing else is affected.";

export const vocabularyWords = {
  damaged: `The tokenizer's vocabulary arrived damaged or belongs to another version. ${CONSEQUENCE} Reload to fetch it anew.`,
  notFetched: `The tokenizer's vocabulary could not be fetched. ${CONSEQUENCE}`,
  refused: (status: number) =>
    `The tokenizer's vocabulary could not be fetched (status ${status}). ${CONSEQUENCE} Reload to try again.`,
  incomplete: `The tokenizer's vocabulary did not arrive whole. ${CONSEQUENCE}`,
};
