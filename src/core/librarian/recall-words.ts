/** Questions about what was said in past Sessions, in six languages. `topic` and `who` are groups of each. */
const RULES: readonly RegExp[] = [
  /^(?:please\s+)?(?:(?:can you )?(?:tell|remind) me )?(?:what|when|where|how|why) (?:did|have|had) (?<who>i|we|you)(?: \w+)? (?:sa(?:y|id)|writ(?:e|ten)|mention(?:ed)?|decided?|asked?|tell|told|discuss(?:ed)?|talk(?:ed)?|agreed?|noted?|promised?|planned?|conclude[d]?)(?: (?:you|me|us|to you|to me|earlier|before|last \w+))*(?: (?:about|on|regarding|concerning|of|to|for|that))*\s+(?<topic>.+)$/iu,
  /^(?:please\s+)?remind me (?:what|when|where) (?<who>i|we|you) (?:said|wrote|mentioned|decided|asked|told you|discussed|agreed|noted)(?: (?:about|on|regarding|of|for|that))*\s+(?<topic>.+)$/iu,
  /^(?:did|have) (?<who>i|we|you)(?: ever| already)? (?:say|said|mention(?:ed)?|writ(?:e|ten)|talk(?:ed)?|discuss(?:ed)?|decided?|ask(?:ed)?|tell you|told you)(?: (?:anything|something))?(?: (?:about|on|regarding|of|that))*\s+(?<topic>.+)$/iu,
  /^was (?:habe|hab|haben|hast) (?<who>ich|wir|du)(?: \p{L}+)? (?:über|zu|zum|zur|von)\s+(?<topic>.+?) (?:gesagt|geschrieben|erwähnt|entschieden|besprochen|beschlossen)$/iu,
  /^qué (?<who>dije|dijimos|dijiste|escribí|decidimos|mencioné) (?:sobre|de|acerca de)\s+(?<topic>.+)$/iu,
  /^что (?<who>я|мы|ты) (?:говорил[аи]?|сказал[аи]?|писал[аи]?|решил[аи]?|обсуждали) (?:о|об|обо|про)\s+(?<topic>.+)$/iu,
  /^关于(?<topic>.+?)[，,]?(?<who>我们?|你)(?:之前|以前)?(?:都)?(?:说|写|提|决定|讨论)(?:过|了)?(?:些)?(?:什么|啥)?$/u,
  /^(?<who>我们?|你)(?:之前|以前)?(?:说|写|提|决定|讨论)(?:过|了)?(?:些)?(?:什么|啥)?关于(?<topic>.+?)的?(?:事|内容)?$/u,
  /^(?<topic>.+?)について(?<who>私|僕|私たち|あなた)?[はが]?(?:以前|前に)?(?:何|なん)(?:と|て)?(?:を)?(?:言|書|話|決)[\p{L}]+$/u,
];

const THEIRS = /^(?:you|du|dijiste|ты|你|あなた)$/iu;

/** `own`: the user's own words are wanted, not the answers. */
export function readRecall(words: string): { readonly topic: string; readonly own: boolean } | undefined {
  const said = words
    .trim()
    .replace(/[\s.!?¿。！？]+$/u, "")
    .replace(/^[¿¡\s]+/u, "");
  for (const rule of RULES) {
    const groups = rule.exec(said)?.groups;
    if (groups?.topic) return { topic: groups.topic.trim(), own: !THEIRS.test(groups.who ?? "") };
  }
  return undefined;
}
