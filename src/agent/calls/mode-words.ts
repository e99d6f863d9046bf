/** Sentences about approval modes, apart from those about calls: the first screen loads them. */
export const modeWords = {
  unknown: "There is no such approval mode.",
  trustFirst: "This folder is not trusted, so every change is asked about. Trust it first.",
};
