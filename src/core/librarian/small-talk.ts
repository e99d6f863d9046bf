/**
 * The librarian's words about itself (G3): true of the app as it is, and clear that it is no model.
 * R1 Only a message plainly about the librarian is talk: "where is the API key read?" is a search.
 * R2 Nothing of the message is repeated.
 */
export type Talk = "greeting" | "thanks" | "help" | "nothing";

/** Said once in a Session, before the first answer. */
export const SELF = "I am the librarian: no language model, I search and quote.";

const KEPT = "What you write here is kept on this device, and opens again offline.";
const CAN =
  'Ask me where something is ("where is the port set?"), or tell me: "read src/app.ts 10-40", "list the tests", "find every TODO", "what did I say about the deadline?", "remember that the quay closes at nine".';
const MODELS =
  'For answers from a model, add a "Gemini API key" in Settings and choose Gemini under Model, which needs the network; or choose a model of this device there.';

const RULES: readonly { readonly about: Talk; readonly fits: RegExp }[] = [
  { about: "nothing", fits: /^[^\p{L}\p{N}]*$/u },
  {
    about: "help",
    fits: /^(?:(?:hi|hello|hey)[\s!.,]+)?(?:\/?help(?: me)?|(?:who|what) are you|what (?:can|do|could) you (?:do|know|offer)\b.{0,60}|how (?:does this|do you) work|are you (?:a|an|the|real|there|human)\b.{0,40}|(?:and |do you work |does this work |what about |can i use you )?(?:offline|without (?:a )?(?:key|network|internet))|was kannst du(?: tun)?|wer bist du|hilfe|qué puedes hacer|quién eres|ayuda|что ты умеешь|кто ты|помощь|你能做什么|你是谁|帮助|何ができますか|あなたは誰(?:ですか)?|ヘルプ)[\s!.?。？]*$/iu,
  },
  {
    about: "greeting",
    fits: /^(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|bonjour|salut|hola|buenos días|ciao|привет|здравствуйте?|你好|您好|こんにちは)(?:[\s!.,]+(?!what|where|how|who|why|when|find|read|list)\p{L}+){0,2}[\s!.,。！]*$/iu,
  },
  {
    about: "thanks",
    fits: /^(?:many )?(?:thanks|thank you|thx|cheers|danke|vielen dank|merci|gracias|спасибо|谢谢|ありがとう(?:ございます)?)(?:[\s!.,]+\p{L}+){0,4}[\s!.,。！]*$/iu,
  },
];

/** R1 */
export const readTalk = (words: string): Talk | undefined => RULES.find(({ fits }) => fits.test(words.trim()))?.about;

export const TALK: Readonly<Record<Talk, string>> = {
  greeting: `Hello. ${CAN}`,
  thanks: `You are welcome. ${KEPT}`,
  help: `I answer at once, without a key and without the network, from your folder, your past sessions and what you had me remember. ${CAN}\n\n${KEPT} ${MODELS}`,
  nothing: `There are no words in that to search for. ${CAN}`,
};

/** Orders that the librarian cannot carry out, in one sentence each. */
export const CANNOT = {
  remember:
    "Nothing was put into a memory: the settings leave `save_memory` out. Your message itself stays in this session, where I can find it again.",
  edit: "I cannot write or change files: I only read them.",
  run: "I cannot run anything: a model may ask you to let it.",
} as const;

export const NO_FOLDER =
  "No folder is open, so there are no files to look in. Choose Open folder at the top, or drop a folder on the window.";
export const lockedFolder = (name: string): string =>
  `Your browser asks for a click before it opens ${name} again, so I cannot look in it now. Use the button with its name at the top.`;
