/**
 * The content words of a text: what is left of its words without articles, pronouns, auxiliaries and the like. Cut to
 * their first six letters, so that an ending does not make another word. Any script; Chinese and Japanese by dictionary.
 */
const stops = new Set(
  // English
  (
    "the and for are was were will would should could can may might must not but with without from into onto over under " +
    "this that these those there here what which who whom whose when where why how does did done doing has have had having " +
    "been being its it's our your their his her they them you she him one two any all some each every other another than then " +
    "too very just also only about after before again once more most such same own out off down ours yours get got let use used " +
    "using make made still yet now give given say said tell told want wants need needs take taken put run " +
    // German
    "der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine keinen mit ohne von vom zum zur " +
    "für auf aus bei nach vor über unter durch ist sind war waren wird werden wurde wurden hat haben hatte soll sollen sollte kann " +
    "können muss müssen darf dürfen will wollen wir ihr sie ich mich mir uns euch wer was wie wann warum welche welcher welches " +
    "welchen welchem dass weil wenn als auch noch nur schon mehr sehr dann denn dort hier dieser diese dieses diesen diesem sich man " +
    "bis seit ihm ihn ihre ihren sein seine sollten dabei dazu damit davon wofür womit worauf wohin woher wem wen " +
    // Spanish
    "los las una uno unos unas del con sin por para que qué como cómo cuando cuándo donde dónde cual cuál quién quien pero más muy " +
    "está están ser son fue era eran hay han hemos haber tiene tienen debe deben puede pueden esto esta este estos estas eso esa ese " +
    "nos les sus mis tus sobre entre hasta desde cada todo toda todos todas otro otra también solo sólo porque cuánto cuánta cuántos " +
    // Russian
    "что как это эта этот эти тот того той для при без над под или если чтобы уже ещё еще был была было были будет будут есть нет " +
    "они она оно мне нас вас вам нам его её них кто где когда почему какой какая какое какие каким какую сколько чем все всё весь " +
    "надо нужно можно нельзя после перед только очень там тут так даже чего кому " +
    // Chinese and Japanese
    "我们 你们 他们 这个 那个 这些 那些 什么 哪个 哪些 怎么 为什么 多少 如何 是否 可以 不能 应该 必须 需要 已经 还是 或者 但是 因为 所以 " +
    "一个 一下 之前 之后 现在 时候 没有 就是 不是 不要 以及 如果 的话 这里 那里 " +
    "これ それ あれ この その どの どれ どこ いつ 誰 なぜ です ます した して いる ある する から まで ので ない こと もの ため よう ください さん あと たち です か ます"
  ).split(" "),
);

const words = new Intl.Segmenter("zh", { granularity: "word" });
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/;

export function contentWords(text: string): Set<string> {
  const found = new Set<string>();
  // Names like `max_batch_size` and `café.ts` count by their parts.
  for (const run of text.toLowerCase().match(/[\p{L}\p{N}\p{M}']+/gu) ?? [])
    for (const word of CJK.test(run) ? segmentsOf(run) : [run])
      if (word.length >= (CJK.test(word) ? 2 : 3) && !stops.has(word)) found.add(word.slice(0, 6));
  return found;
}

const segmentsOf = (run: string): string[] => [...words.segment(run)].map(({ segment }) => segment);
