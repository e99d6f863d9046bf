/** Sentences about a damaged search index. */
export const indexWords = {
  damagedFile: (part: "its header" | "its state" | "a segment") =>
    `The search index on disk is damaged (${part}). It is built again; nothing else is touched.`,
  damagedSegment: "A piece of the search index is damaged; it is built again.",
};
