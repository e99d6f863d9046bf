/**
 * What the librarian says before it can search (G3): only what is true of the app as it is. No model, and it says so.
 * R1 It answers the last words of the user, and says nothing that depends on anything else.
 * R2 It repeats nothing of the message but a file's name, as code.
 * R3 At most two short paragraphs.
 * R4 The first rule that fits wins; a message that fits none gets the plain answer.
 */
const what =
  "I am the librarian: no language model stands behind these words, which is why they come at once, without a key and without the network.";
const kept = "What you write here is kept on this device, and opens again offline.";
const folder =
  "To see files, choose Open folder or drop a folder on the window: the inspector's Files tab lists them, and shows the one you pick.";
const gemini =
  'For answers from a model, add a "Gemini API key" in Settings and choose Gemini under Model; that needs the network.';

const please = "^(?:please |can you |could you |would you )*";
const rules: readonly { readonly fits: RegExp; readonly says: (found: RegExpExecArray) => string }[] = [
  {
    fits: /^(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|bonjour|salut|hola|ciao|привет|你好|こんにちは)(?:[\s!.,]+\p{L}+){0,2}[\s!.,]*$/iu,
    says: () => `Hello. ${what}\n\n${kept} ${gemini}`,
  },
  {
    fits: /^(?:many )?(?:thanks|thank you|thx|cheers|danke|merci|gracias)(?:[\s!.,]+\p{L}+){0,4}[\s!.,]*$/iu,
    says: () => `You are welcome. ${kept}`,
  },
  {
    fits: new RegExp(
      please +
        "(?:read|open|show|print|display|cat)(?: me)?(?: the)?(?: file)? [`'\"]?" +
        "([\\w-]{0,99}[./][\\w./-]{1,99}|README|LICENSE|NOTICE|CHANGELOG|Makefile|Dockerfile)(?![\\w/-])",
      "iu",
    ),
    says: ([, file]) => `I cannot read \`${file}\` into the conversation yet. ${folder}\n\n${what}`,
  },
  {
    fits: new RegExp(
      `${please}(?:(?:ls|dir)\\b|(?:list|show)\\b.*\\b(?:files?|folders?|director(?:y|ies)|tests?)\\b)`,
      "iu",
    ),
    says: () => `I cannot list files in the conversation yet. ${folder}\n\n${what}`,
  },
  {
    fits: new RegExp(`${please}(?:find|search|grep|look for|look up|where (?:is|are|does|do))\\b`, "iu"),
    says: () => `I cannot search yet, neither files nor past sessions. ${folder}\n\n${what} ${kept}`,
  },
  {
    fits: new RegExp(`${please}(?:remember|note|memori[sz]e|don'?t forget)\\b`, "iu"),
    says: () =>
      `I cannot put anything into a memory yet, but your message itself stays in this session. ${kept}\n\n${what}`,
  },
  {
    fits: /\b(?:api[ -]?key|gemini|offline|online|without (?:a )?(?:key|network|internet)|privacy|private)\b/iu,
    says: () => `${kept} Nothing leaves it while I answer.\n\n${what} ${gemini}`,
  },
  {
    fits: /^(?:\/?help\b|\?+$)|\b(?:who|what) are you\b|\bwhat (?:can|do) you\b|\bare you (?:a|an|the|real|there)\b|\bhow does this work\b/iu,
    says: () => `${what}\n\n${kept} ${folder} ${gemini}`,
  },
  {
    fits: /[?？]\s*$|^(?:who|what|when|where|why|how|which|can|could|is|are|do|does|did|should|would)\b/iu,
    says: () => `I have no answer to that. ${what}\n\n${gemini} ${kept}`,
  },
];

const plain = `Your message is kept, and that is all I can do with it. ${what}\n\n${gemini}`;

/** R1, R4 */
export function librarianSays(message: string): string {
  const words = message.trim();
  for (const { fits, says } of rules) {
    const found = fits.exec(words);
    if (found) return says(found);
  }
  return plain;
}
