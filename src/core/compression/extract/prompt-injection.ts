/**
 * Prompt injections: lines by which a file, a page or an output gives orders to the Model that reads it (C5). An extract never has them,
 * and a draft loses lines that repeat one. A line that is missed here is still no constraint (coverage R4); one that is dropped wrongly
 * can be recalled.
 *
 * R1 The line addresses a machine that reads ("AI tools", "assistant"), and orders something or greets it.
 * R2 Or it asks to ignore other instructions, or to keep something from the user, whomever it addresses.
 */
import { phrases, whole, wordsIn } from "./phrases.js";

const MACHINE = phrases(
  whole(
    "ai|a\\.i\\.|llms?|(?:ai )?(?:assistants?|chat ?bots?)|language models?|(?:coding|automated|autonomous) agents?|agents reading|gpt|claude|gemini|copilot",
  ),
  whole("ki(?:-\\p{L}+| (?:systeme?|agenten?|modelle?))?|assistent(?:en|in)?|sprachmodelle?"),
  whole("ia|asistentes?|modelos? de lenguaje"),
  whole("ии|ассистент\\p{L}*|помощник\\p{L}*|языков\\p{L}+ модел\\p{L}+"),
  "助手|人工智能|大模型|语言模型|智能体|アシスタント|人工知能|エージェント|言語モデル|(?<![a-z])ai(?![a-z])",
);

const ORDERS = phrases(
  whole(
    "must|should|shall|have to|has to|need to|please|ignore|disregard|forget|add|insert|include|enable|disable|run|execute|delete|remove|send|upload|install|change|set|use|open|visit|download|write|reply|answer|do not|don'?t|never|always|make sure|to finish|before continuing",
  ),
  whole(
    "müssen|sollen|bitte|ignorier\\p{L}*|füg\\p{L}*|führ\\p{L}*|schalt\\p{L}*|lösch\\p{L}*|send\\p{L}*|ersetz\\p{L}*|änder\\p{L}*|verwend\\p{L}*|niemals|immer",
  ),
  whole(
    "debe[ns]?|deben|por favor|ignor\\p{L}+|añad\\p{L}+|agreg\\p{L}+|cambi\\p{L}+|ejecut\\p{L}+|borr\\p{L}+|elimin\\p{L}+|envi\\p{L}+|envíe\\p{L}*|desactiv\\p{L}+|activ\\p{L}+|instal\\p{L}+|us[ea]\\p{L}*|no",
  ),
  whole(
    "долж\\p{L}+|необходимо|пожалуйста|игнорир\\p{L}+|выполни\\p{L}*|добав\\p{L}+|удали\\p{L}*|отправ\\p{L}+|отключ\\p{L}+|включ\\p{L}+|измени\\p{L}*|замени\\p{L}*|запусти\\p{L}*|установи\\p{L}*",
  ),
  "请|必须|务必|立即|忽略|执行|删除|添加|发送|关闭|启用|修改|不要|してください|せよ|すること|しなさい|無視|実行|削除|追加|送信|必ず",
);

/** A greeting, at the beginning of the line. */
const GREETS = phrases(
  `^\\W*${wordsIn("hey|hi|hello|dear|attention|notice|note|system|instructions?|to|for|hinweis|achtung|anweisung|instrucci[oó]n(?:es)?|atenci[oó]n|nota|внимание|инструкция|примечание")}`,
  "^\\W*(?:致|给|注意|通知|指示|ai)",
  "へ[:：、]",
);

const OVERRIDES = phrases(
  `${wordsIn("ignore|disregard|forget|override")}[^.!?]{0,30}${wordsIn("(?:previous|prior|above|earlier|other|all|your|these|the) (?:instructions?|rules?|prompts?|messages?|developers?|users?)|instructions?")}`,
  `${wordsIn("ignorier\\p{L}*|vergiss|vergessen sie")}[^.!?]{0,40}${wordsIn("anweisung\\p{L}*|regeln|vorgaben|nutzer\\p{L}*")}`,
  `${wordsIn("ignor[ae]n?|olvid[ae]n?")}[^.!?]{0,40}${wordsIn("instrucciones|reglas|usuario")}`,
  `${wordsIn("игнорируй\\p{L}*|забудь\\p{L}*")}[^.!?]{0,40}${wordsIn("инструкц\\p{L}+|указан\\p{L}+|правил\\p{L}*")}`,
  "忽略.{0,12}(?:指令|指示|说明|规则|用户)|(?:指示|命令|ルール).{0,10}無視",
  `${wordsIn("(?:say|tell|mention) nothing|(?:do not|don'?t|never|without) (?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?)[^.!?]{0,20}(?:it|this|that|the user|anyone|users?|them)")}`,
  `${wordsIn("(?:sag|erwähn|verrat)\\p{L}*")}[^.!?]{0,30}${wordsIn("(?:nutzer\\p{L}*|niemandem|nicht)")}[^.!?]{0,20}${wordsIn("davon|nichts|weiter")}`,
  `${wordsIn("no (?:lo|la|se lo) (?:mencion\\p{L}+|dig\\p{L}+|cuent\\p{L}+|comuni\\p{L}+)")}`,
  `${wordsIn("не (?:сообщай\\p{L}*|говори\\p{L}*|упоминай\\p{L}*|предупреждай\\p{L}*)|подтверждения не требуется")}`,
  "不要(?:告知|告诉|通知|提及|让)|(?:言わ|知らせ|伝え|報告し)ないで",
);

export function isPromptInjection(line: string): boolean {
  const small = line.toLowerCase();
  return OVERRIDES(small) || (MACHINE(small) && (GREETS(small) || ORDERS(small)));
}
