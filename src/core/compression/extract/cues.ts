/**
 * Cues: words that show what a sentence is (a demand, a correction, a decision, something ruled out, a goal, a cause, a plan) or that it
 * matters only at the moment. They are in English, German, Spanish, Russian, Chinese and Japanese; sentences in other languages are rated
 * by marks and speaker alone.
 */
import { phrases, whole } from "./phrases.js";

export type Cue =
  | "demand"
  | "correction"
  | "decision"
  /** Tried or ruled out. */
  | "rejected"
  | "goal"
  | "cause"
  | "fact"
  | "plan"
  | "passing"
  /** Says that something does not matter. */
  | "shrug"
  | "narration";

const CUES: Readonly<Record<Cue, (text: string) => boolean>> = {
  demand: phrases(
    whole(
      "must(?:n'?t)?|ha(?:s|ve) to|needs? to be|never|always|only ever|don'?t|do not|shall not|should(?:n'?t)?|required?|forbidden|mandatory|at (?:most|least)|no (?:more|less|longer) than|make sure|ensure|keep|avoid|without|under no circumstances|not allowed|prefer|please use|stick (?:to|with)|limit|deadline|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow)|until",
    ),
    whole(
      "muss|müssen|darf(?:st)?|dürfen|nie(?:mals)?|immer|kein(?:e[rns]?)?|soll(?:te|ten|en)?|unbedingt|höchstens|mindestens|bitte nicht|auf keinen fall|verboten|vermeide|ohne|achte darauf|bis (?:zum|spätestens)|frist",
    ),
    whole(
      "debe[ns]?|deben|nunca|jamás|siempre|no (?:uses|toques|cambies|hagas|quiero|puede[ns]?)|sin|como (?:máximo|mínimo)|obligatorio|prohibido|asegúrate|evita|hay que|tiene que|plazo|antes del",
    ),
    whole(
      "долж(?:ен|на|но|ны)|нельзя|никогда|всегда|не (?:надо|нужно|трогай|меняй|используй|больше)|обязательно|только|без|минимум|максимум|запрещено|требуется|срок|до конца",
    ),
    "必须|必須|不要|不得|不能|不可|禁止|务必|一定要|绝不|永远|始终|总是|只能|只用|至少|最多|不准|避免|要求|截止|期限",
    "必ず|絶対|決して|常に|しないで|してはいけ|てください|なければなら|禁止|のみ|だけを|以内|以上|以下|避けて|期限|までに",
  ),
  correction: phrases(
    whole(
      "actually|instead|no,|wait|correction|i meant|i was wrong|that'?s (?:wrong|not right)|not .{1,40}? but|rather than|scrap that|forget (?:that|what i said)|changed? my mind|on second thought|no longer|from now on|update:|sorry,",
    ),
    whole(
      "doch|stattdessen|eigentlich|korrektur|falsch|ich meinte|nicht mehr|ab jetzt|ab sofort|vergiss|sondern|entgegen",
    ),
    whole("en realidad|mejor|corrección|me equivoqué|en lugar de|en vez de|ya no|a partir de ahora|olvida|sino|perdón"),
    whole("на самом деле|вместо|поправка|я ошиб\\S*|больше не|теперь|отныне|забудь|а не|передумал\\S*"),
    "更正|其实|不对|改成|改为|而不是|不再|从现在起|算了|我说错|刚才说错|换成",
    "訂正|実は|やっぱり|やはり|ではなく|じゃなくて|間違え|今後は|これからは|変更して|に変え",
  ),
  decision: phrases(
    whole(
      "decid(?:ed?|ing)|decision|agreed?|we'?ll (?:go|use|take|keep)|let'?s (?:go|use|take|keep)|chosen?|settled|going with|approved|conclusion|opt(?:ed|ing)? for|confirmed",
    ),
    whole("entschieden|entscheidung|beschlossen|einigen|wir nehmen|abgemacht|festgelegt|bestätigt|geeinigt"),
    whole("decid\\S*|decisión|acord\\S*|elegi\\S*|quedamos|confirmad\\S*|vamos con|usaremos"),
    whole("реш(?:ил|ено|ение|или)\\S*|договорил\\S*|выбра\\S*|утвержд\\S*|согласован\\S*|остановил\\S*"),
    "决定|决策|同意|确认|选定|选择了|采用|定为|敲定|约定",
    "決定|決め|合意|採用|確定|にしましょう|ことにし",
  ),
  rejected: phrases(
    whole(
      "dead end|did(?:n'?t| not) (?:work|help)|(?:won'?t|will not|doesn'?t|does not) (?:work|help)|ruled? out|gave up|abandon\\S*|no use|not worth|ran out of|changed nothing|(?:is|are|was|were) out|ripped (?:it |them )?out|reverted|rolled back|leave (?:it|that|them) (?:off|out)|stay(?:ing)? (?:at|with|on)|went back to|worse|tried",
    ),
    whole(
      "sackgasse|verworfen|ausgeschlossen|scheidet aus|br(?:ingt|achte) nichts|nicht geholfen|funktioniert(?:e)? nicht|lassen wir|bleiben (?:wir )?bei|aufgegeben|versucht|zurückgenommen",
    ),
    whole(
      "callejón sin salida|descart\\S*|no (?:sirve|sirvió|funciona|funcionó|merece)|abandon\\S*|nos quedamos con|volvimos a|prob(?:é|amos)|intent(?:é|amos)",
    ),
    whole(
      "тупик\\S*|отказал\\S*|не (?:помог\\S*|сработал\\S*|подходит|подошл\\S*|годится)|отпал\\S*|исключ\\S*|откатил\\S*|пробовал\\S*|остаёмся|остаемся",
    ),
    "行不通|死路|死胡同|放弃|没用|不可行|排除|试过|否决|不再考虑|没有效果",
    "断念|うまくいか|見送|却下|除外|効果がな|使えな|試し|やめ|撤回",
  ),
  shrug: phrases(
    whole(
      "harmless|no (?:effect|difference|impact|change in)|nothing to worry|doesn'?t matter|not important|irrelevant|in passing|for (?:a|the) moment|that'?s all|so be it|funny|amusing|as (?:it did )?before|typo|on my side|never mind|anyway|forget it|skip it|don'?t mind me|not our problem|silly|jok(?:e|ing)|kidding|lol|haha|not today|take your time",
    ),
    whole(
      "harmlos|egal|keine rolle|ohne (?:wirkung|folgen)|kein(?:e|en)? (?:einfluss|unterschied|wirkung)|ändert (?:sich |das )?nichts|nebenbei|versehen|tippfehler|vertippt|scherz|lustig|haha|macht nichts|stört (?:aber )?nicht|unwichtig|nur zur info|nicht kümmern",
    ),
    whole(
      "da (?:lo mismo|igual)|sin (?:efecto|importancia|consecuencias)|no (?:importa|afecta|pasa nada)|de paso|(?:es )?broma|gracios\\S*|jaja\\S*|errata|despiste|inofensiv\\S*",
    ),
    whole(
      "неважно|не важно|безвредн\\S*|не влияет|без последствий|ни на что|шутк\\S*|шучу|опечатк\\S*|заодно|забавн\\S*|мимоходом|не мешает|ладно",
    ),
    "无关|没有影响|不影响|无所谓|没关系|无害|顺手|开玩笑|哈哈|有趣|笔误|不重要|不用管|不必动",
    "影響(?:しません|はありません|なし|はない)|問題(?:ありません|ない)|関係(?:ありません|ない)|ついでに|冗談|余談|気にし|打ち間違|害はな|重要では",
  ),
  goal: phrases(
    whole(
      "goal|objective|i (?:want|need|would like)|we (?:want|need)|the task|help me|please (?:add|build|write|make|fix|implement|create|migrate|port|refactor)|aim|purpose|so that",
    ),
    whole(
      "ziel|ich (?:möchte|will|brauche)|wir (?:wollen|brauchen)|aufgabe|hilf mir|damit|bitte (?:bau|schreib|füge|mach)\\S*",
    ),
    whole("objetivo|meta|quiero|necesit\\S*|queremos|la tarea|ayúdame|para que"),
    whole("цель|задача|хочу|хотим|нужно|надо|помоги|чтобы"),
    "目标|目的|我想|我要|需要|任务|帮我|希望|请你",
    "目標|目的|したい|ほしい|タスク|作って|お願い|ために",
  ),
  cause: phrases(
    whole(
      "root cause|because|caused by|the reason|turns? out|due to|culprit|the (?:bug|problem|issue) (?:is|was)|fix(?:ed)? by|resolved by|works? (?:because|only)|workaround|the trick|it fails|only happens|reproduc\\S+",
    ),
    whole("ursache|weil|liegt (?:daran|an)|grund|lag an|behoben|verursacht|umgehung|stellte sich heraus|tritt nur"),
    whole("causa|porque|debido|resulta que|culpable|se arregla|solucion\\S*|el (?:problema|fallo) (?:es|era)|motivo"),
    whole("причина|потому|из-за|оказал\\S*|вызван\\S*|исправлен\\S*|обход\\S*|воспроизвод\\S*"),
    "根因|原因|因为|由于|导致|原来|修复方法|解决办法|绕过|问题出在",
    "原因|なぜなら|ため(?:に|です)|せいで|が判明|回避|直り|直すには|問題は",
  ),
  fact: phrases(
    whole(
      "note that|remember|important|keep in mind|fyi|for the record|is called|stands for|lives (?:in|at)|located|runs? on|listens? on|owned by|belongs to|responsible|contact|named|version|the (?:port|key|token|table|column|endpoint|branch|ticket|budget|limit|owner|password|account|schema|queue|bucket|host|user|customer) (?:is|was|are)|equals|means",
    ),
    whole(
      "wichtig|merk(?:e|t)? dir|übrigens|heißt|liegt (?:in|unter|auf)|läuft (?:auf|unter)|gehört|zuständig|verantwortlich|ansprechpartner\\S*|beachte|bedeutet",
    ),
    whole("importante|recuerda|ten en cuenta|se llama|está en|corre en|pertenece|responsable|significa|ojo"),
    whole(
      "важно|запомни|учти|имей в виду|называется|находится|работает на|принадлежит|отвечает|ответствен\\S*|значит|кстати",
    ),
    "注意|记住|重要|请记|叫做|名为|位于|运行在|属于|负责|联系人|意思是|顺便",
    "注意|覚えて|重要|ちなみに|と呼|という名|にあります|で動|担当|責任者|連絡先|意味",
  ),
  plan: phrases(
    whole(
      "next step|next,|then (?:we|i)|remaining|todo|to do|in progress|step \\d+|phase \\d+|milestone|blocked|still (?:need|have|open|to)|left to do|later|pending|follow-?up",
    ),
    whole(
      "nächster schritt|als nächstes|noch (?:offen|zu)|danach|verbleib\\S*|schritt \\d+|blockiert|ausstehend|später",
    ),
    whole("siguiente paso|después|falta\\S*|pendiente\\S*|paso \\d+|bloquead\\S*|queda(?:n)? por|luego"),
    whole("следующ\\S* шаг|дальше|осталось|шаг \\d+|заблокир\\S*|потом|предстоит|в работе"),
    "下一步|接下来|剩下|待办|进行中|步骤|阻塞|之后再|还需要|尚未",
    "次の(?:ステップ|手順|作業)|次に|残り|未完了|進行中|ブロック|後で|まだ.{0,12}(?:ない|必要)",
  ),
  passing: phrases(
    whole(
      "thanks?|thank you|great|nice|ok(?:ay)?|cool|sounds (?:good|right)|perfect|looks good|makes sense|good catch|agreed|understood|exactly|fine with me|well done|show me|what (?:is|does|do|about)|can you (?:show|explain|tell)|could you (?:show|explain)|just curious|never mind|don'?t worry|hello|hi|lol|haha|hmm+|go on|continue|carry on|good morning|lunch|coffee|weekend|by the way, (?:nice|funny)",
    ),
    whole(
      "danke|super|prima|schön|einverstanden|genau|stimmt|verstanden|klingt gut|alles klar|zeig mir|was (?:ist|macht)|kannst du (?:zeigen|erklären)|egal|hallo|weiter so|mach weiter|mittag\\S*|kaffee|guten morgen",
    ),
    whole(
      "gracias|genial|vale|perfecto|de acuerdo|entendido|exacto|muy bien|estupendo|suena bien|muéstrame|qué (?:es|hace)|puedes (?:mostrar|explicar)|hola|sigue|continúa|café|buenos días",
    ),
    whole(
      "спасибо|отлично|хорошо|понятно|понял\\S*|согласен|согласна|ясно|точно|здорово|ок|покажи|что (?:это|такое|делает)|объясни|привет|продолжай|неважно|кофе|доброе утро",
    ),
    "谢谢|很好|好的|不错|明白了|没错|可以的|辛苦了|太好了|给我看|是什么|解释一下|你好|继续吧|没关系|随便|午饭|咖啡|早上好",
    "ありがとう|了解です|いいですね|なるほど|そうですね|わかりました|助かります|見せて|とは何|説明して|こんにちは|続けて|気にしない|お昼|コーヒー|おはよう",
  ),
  narration: phrases(
    "^(?:i'?ll|i will|i'?m going to|let me|now i|now let|i am|i'?m|first,? i|next,? i|sure|certainly|of course|okay|alright|great|looking at|checking|reading|running|let's (?:look|check|see|take))(?![\\p{L}])",
    "^(?:ich (?:werde|schaue|prüfe|lese|sehe|führe)|lass mich|schauen wir|jetzt (?:schaue|prüfe|lese))(?![\\p{L}])",
    "^(?:voy a|déjame|ahora (?:voy|miro|reviso)|revisando|leyendo|claro)(?![\\p{L}])",
    "^(?:сейчас|я (?:посмотрю|проверю|прочитаю|запущу)|давай\\S* (?:посмотрим|проверим)|смотрю|проверяю|читаю|конечно)(?![\\p{L}])",
    "^(?:我(?:来|先|会|将|现在|再)|让我|好的|现在|首先我|接下来我)",
    "^(?:では|それでは|まず|これから|今から|はい|確認し|見てみ|承知)",
  ),
};

const NAMES = Object.keys(CUES) as readonly Cue[];

export function cuesIn(text: string): ReadonlySet<Cue> {
  const small = text.toLowerCase();
  return new Set(NAMES.filter((cue) => CUES[cue](small)));
}

export const isQuestion = (text: string): boolean =>
  /[?？]\s*["”’)」』]*$/.test(text) || /(?:吗|呢|か)[。]?$/.test(text);
