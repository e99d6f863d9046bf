/**
 * Lines by which a file, a page or an output tries to give orders to whoever reads it for the user (C5). They are nobody's words in the
 * conversation: an extract never has them, and a draft that repeats one loses it. What is missed here is still no demand (coverage R4);
 * what is wrongly taken for one can be recalled.
 *
 * R1 It addresses a machine that reads ("AI tools", "assistant"), and tells it to do something or greets it.
 * R2 It asks to set aside what others have said, or to keep something from the user, whomever it addresses.
 */
const W = (list: string): string => `(?<![\\p{L}\\p{N}_])(?:${list})(?![\\p{L}\\p{N}_])`;
const any = (...all: readonly string[]): RegExp => new RegExp(all.join("|"), "iu");

const MACHINE = any(
  W(
    "(?:ai|a\\.i\\.|llm)(?:[- ](?:\\p{L}+))?|(?:ai )?(?:assistants?|chat ?bots?)|language models?|(?:coding|automated|autonomous) agents?|agents reading|gpt|claude|gemini|copilot",
  ),
  W("ki(?:[- ]?\\p{L}+)?|assistent(?:en|in)?|sprachmodelle?"),
  W("ia|asistentes?|modelos? de lenguaje"),
  W("ии|ассистент\\p{L}*|помощник\\p{L}*|языков\\p{L}+ модел\\p{L}+"),
  "助手|人工智能|大模型|语言模型|智能体|アシスタント|人工知能|エージェント|言語モデル|AI",
);

const TELLS = any(
  W(
    "must|should|shall|have to|has to|need to|please|ignore|disregard|forget|add|insert|include|enable|disable|run|execute|delete|remove|send|upload|install|change|set|use|open|visit|download|write|reply|answer|do not|don'?t|never|always|make sure|to finish|before continuing",
  ),
  W(
    "müssen|sollen|bitte|ignorier\\p{L}*|füg\\p{L}*|führ\\p{L}*|schalt\\p{L}*|lösch\\p{L}*|send\\p{L}*|ersetz\\p{L}*|änder\\p{L}*|verwend\\p{L}*|niemals|immer",
  ),
  W(
    "debe[ns]?|deben|por favor|ignor\\p{L}+|añad\\p{L}+|agreg\\p{L}+|cambi\\p{L}+|ejecut\\p{L}+|borr\\p{L}+|elimin\\p{L}+|envi\\p{L}+|envíe\\p{L}*|desactiv\\p{L}+|activ\\p{L}+|instal\\p{L}+|us[ea]\\p{L}*|no",
  ),
  W(
    "долж\\p{L}+|необходимо|пожалуйста|игнорир\\p{L}+|выполни\\p{L}*|добав\\p{L}+|удали\\p{L}*|отправ\\p{L}+|отключ\\p{L}+|включ\\p{L}+|измени\\p{L}*|замени\\p{L}*|запусти\\p{L}*|установи\\p{L}*",
  ),
  "请|必须|务必|立即|忽略|执行|删除|添加|发送|关闭|启用|修改|不要|してください|せよ|すること|しなさい|無視|実行|削除|追加|送信|必ず",
);

/** Greets a machine before it says anything. */
const GREETS = any(
  `^\\W*${W("hey|hi|hello|dear|attention|notice|note|system|instructions?|to|for|hinweis|achtung|anweisung|instrucci[oó]n(?:es)?|atenci[oó]n|nota|внимание|инструкция|примечание")}`,
  "^\\W*(?:致|给|注意|通知|指示|AI|AI )",
  "へ[:：、]",
);

const OVERRIDES = any(
  `${W("ignore|disregard|forget|override")}[^.!?]{0,30}${W("(?:previous|prior|above|earlier|other|all|your|these|the) (?:instructions?|rules?|prompts?|messages?|developers?|users?)|instructions?")}`,
  `${W("ignorier\\p{L}*|vergiss|vergessen sie")}[^.!?]{0,40}${W("anweisung\\p{L}*|regeln|vorgaben|nutzer\\p{L}*")}`,
  `${W("ignor[ae]n?|olvid[ae]n?")}[^.!?]{0,40}${W("instrucciones|reglas|usuario")}`,
  `${W("игнорируй\\p{L}*|забудь\\p{L}*")}[^.!?]{0,40}${W("инструкц\\p{L}+|указан\\p{L}+|правил\\p{L}*")}`,
  "忽略.{0,12}(?:指令|指示|说明|规则|用户)|(?:指示|命令|ルール).{0,10}無視",
  `${W("(?:say|tell|mention) nothing|(?:do not|don'?t|never|without) (?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?)[^.!?]{0,20}(?:it|this|that|the user|anyone|users?|them)")}`,
  `${W("(?:sag|erwähn|verrat)\\p{L}*")}[^.!?]{0,30}${W("(?:nutzer\\p{L}*|niemandem|nicht)")}[^.!?]{0,20}${W("davon|nichts|weiter")}`,
  `${W("no (?:lo|la|se lo) (?:mencion\\p{L}+|dig\\p{L}+|cuent\\p{L}+|comuni\\p{L}+)")}`,
  `${W("не (?:сообщай\\p{L}*|говори\\p{L}*|упоминай\\p{L}*|предупреждай\\p{L}*)|подтверждения не требуется")}`,
  "不要(?:告知|告诉|通知|提及|让)|(?:言わ|知らせ|伝え|報告し)ないで",
);

export const isBidding = (line: string): boolean =>
  OVERRIDES.test(line) || (MACHINE.test(line) && (GREETS.test(line) || TELLS.test(line)));
