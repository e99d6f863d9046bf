/** Sentences of an open Session: why something can't be done in it now. */
export const sessionWords = {
  noneOpen: "No session is open.",
  noSuchSession: "There is no such session here. It may have been in the trash for more than 30 days.",
  writtenElsewhere: "This session is open in another tab, which writes in it. Take over to write here.",
  stillAnswering: "The last message is still being answered. Stop it, or wait for it to end.",
  notQueued: "This message does not wait any more: it has been sent or taken back.",
  notInConversation: "This is not in the conversation any more.",
  notChangeable: "This is not in the conversation any more: it was taken back, or is no message.",
  shortAlready: "This is short already: a preview would not be shorter.",
};
