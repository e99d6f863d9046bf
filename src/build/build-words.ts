/** Sentences of the build and of the start server, for the console. */
export const buildWords = {
  portTaken: (port: number, host: string) =>
    `Port ${port} on ${host} is taken by another program. Palimpsest keeps your conversations under exactly this address, so ` +
    "it will not move to another one. Stop that program (or an earlier Palimpsest) and run this again.",
  unexpectedVocabulary: (source: string, fact: string) =>
    `The vocabulary of ${source} is not as the tokenizer expects it: ${fact}.`,
  unsplittable: (piece: string) => `The piece ${JSON.stringify(piece)} has no parts that come before it.`,
};
