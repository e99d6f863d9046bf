/**
 * Verbs of orders to the librarian, in six languages; more can be added. In English, German, Spanish and Russian the
 * verb comes first; in Chinese too, without a space after it; in Japanese last.
 */
export type Verb = "read" | "list" | "find" | "count" | "grep" | "remember" | "edit" | "run";

/** Verbs that come first, with no letter right behind. */
const FIRST: Readonly<Record<Verb, string>> = {
  read: `read|open|show|print|display|cat|view|lies|lese|öffne|zeige|zeig|lee|leer|abre|abrir|muestra|mostrar|прочитай|прочти|открой|покажи`,
  list: `list|ls|dir|enumerate|liste|auflisten|lista|listar|enumera|перечисли|список`,
  find: `find|search for|search|look for|look up|locate|finde|suche nach|such nach|suche|busca|buscar|encuentra|найди|найти|поищи|ищи`,
  grep: `grep|rg`,
  count: `how many|count|wie viele|zähle|cuántos|cuántas|cuantos|cuantas|cuenta|сколько|посчитай`,
  remember: `remember|memori[sz]e|note that|don'?t forget|keep in mind|merke? dir|recuerda que|recuerda|запомни`,
  edit: `edit|change|rename|replace|write|create|delete|remove|refactor|fix|add|move|insert|implement|ändere|schreibe|erstelle|lösche|cambia|escribe|crea|borra|измени|создай|удали|напиши`,
  run: `run|execute|install|deploy|compile|führe|ejecuta|запусти`,
};

/** Chinese verbs, first and without a space. */
const FIRST_UNSPACED: Partial<Record<Verb, string>> = {
  read: "读取|阅读|打开|显示|读一下|读",
  list: "列出|列一下",
  find: "查找|搜索|寻找|找到|找一下|找出|找",
  count: "有多少|多少",
  remember: "记住|请记住|记下",
  edit: "修改|编辑|创建|删除|写一个",
  run: "运行|执行",
};

/** Japanese verbs, last. */
const LAST: Partial<Record<Verb, string>> = {
  read: "を?(?:読んで|開いて|見せて|表示して|読む|開く)",
  list: "を?(?:一覧(?:表示)?(?:して|にして|を見せて)?|リスト(?:して|アップして)?|列挙して)",
  find: "を?(?:探して|検索して|検索|見つけて|調べて)",
  remember: "を?(?:覚えて(?:おいて)?|記憶して)",
  edit: "を?(?:編集して|変更して|書いて|作って|削除して)",
  run: "を?(?:実行して)",
};

const POLITE =
  "(?:(?:please|can you|could you|would you|will you|i want you to|i'?d like you to|bitte|kannst du|könntest du|por favor|puedes|пожалуйста|можешь)[\\s,]+)*";

const POLITE_END = /(?:[\s,]*(?:please|bitte|por favor|пожалуйста|ください|下さい))?[\s.!?。！？]*$/iu;

export interface SaidOrder {
  readonly verb: Verb;
  /** The words beside the verb, without polite ones. */
  readonly rest: string;
}

const verbs = Object.keys(FIRST) as Verb[];
const rules: readonly { readonly verb: Verb; readonly fits: RegExp }[] = [
  ...verbs.map((verb) => ({ verb, fits: new RegExp(`^${POLITE}(?:${FIRST[verb]})(?![\\p{L}\\p{N}_])`, "iu") })),
  ...verbs.flatMap((verb) => {
    const first = FIRST_UNSPACED[verb];
    return first ? [{ verb, fits: new RegExp(`^(?:请|帮我)*(?:${first})`, "u") }] : [];
  }),
  ...verbs.flatMap((verb) => {
    const last = LAST[verb];
    return last ? [{ verb, fits: new RegExp(`(?:${last})$`, "u") }] : [];
  }),
];

/** The order in a message that begins (or in Japanese ends) with a verb of the table. */
export function readVerb(words: string): SaidOrder | undefined {
  const said = words.trim().replace(POLITE_END, "");
  for (const { verb, fits } of rules) {
    const found = fits.exec(said);
    if (found) return { verb, rest: (said.slice(0, found.index) + said.slice(found.index + found[0].length)).trim() };
  }
  return undefined;
}
