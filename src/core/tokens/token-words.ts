/** Sentences about counting tokens. */
export const damagedVocabulary =
  "The tokenizer's vocabulary is damaged or of another version. Tokens are estimated until the app is reloaded.";
