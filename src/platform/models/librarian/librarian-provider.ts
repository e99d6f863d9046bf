/** The provider of one Model, the librarian, who is always there and needs nothing (G3). */
import type { ModelProvider, ProviderParts } from "../model-provider.js";
import { createLibrarian } from "./librarian.js";
import { librarianWords } from "./librarian-words.js";

export function provideLibrarian({ library }: Pick<ProviderParts, "library">): ModelProvider {
  const librarian = createLibrarian(library);
  return {
    list: async () => [{ name: librarian.name, ...librarianWords, remote: false }],
    open: async () => librarian,
  };
}
