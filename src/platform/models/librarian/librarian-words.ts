/** The words that the librarian is listed with. */
export const librarianWords = {
  label: "Librarian",
  description: "No model: answers offline, by search and quotation.",
};
