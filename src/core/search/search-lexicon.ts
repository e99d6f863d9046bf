/** Words that the ranker knows: those that say nothing, those that say little, and those that mean nearly the same. */
import { stem } from "./search-stem.js";
import { foldLetters } from "./search-words.js";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Words that say nothing about a topic: articles, prepositions, pronouns, question words, in a few languages. Folded. */
const STOP = new Set(
  words(`
  a an the this that these those it its there here is are was were be been being am do does did done doing has have had
  having can could will would shall should may might must of in on at to from by for with without about into onto over under
  between through as than then so if or and but not no nor only also too very just any some each every all both either
  i me my mine we us our ours you your yours he him his she her hers they them their theirs one ones
  who whom whose what which when where why how please tell show find give explain describe let lets want need know see
  look looking me exactly actually really currently again ever etc ok hello hi hey thanks anything something everything
  don doesn didn isn aren wasn t s re ve ll
  der die das ein eine einer eines dem den des ist sind war waren wird werden und oder nicht nur auch von zu zum zur mit
  fur auf im wo wie was wer wann warum welche welcher welches bitte ich du er sie es wir ihr mein dein
  le la les un une des du de et ou est sont ete etre dans sur pour par avec sans que qui quoi quel quelle quels quelles
  comment pourquoi quand je tu il elle nous vous ils elles mon ma mes ce cette ces
  el los las una unos unas del y o es son fue ser en para por con sin que quien cual cuales donde como cuando porque
  yo mi tu su se lo al i gli e sono nel nella per di che chi dove come quando perche o os um uma dos das do na nos nas com
  и в во не на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня о из ему где
  что это кто когда почему
`).map(foldLetters),
);

/** Pairs of characters that only ask, as in 在哪里 是什么 怎么, and the like in Japanese and Korean. */
const STOP_PAIRS = new Set(
  words(
    `在哪 哪里 哪儿 什么 怎么 怎样 为什 如何 哪个 一个 我们 你们 请问 どこ ここ そこ です ます した して する どう 何で なに 어디 어떻 어떤 무엇 니까 습니`,
  ),
);

/** Words for nearly everything, which count little. Stemmed. */
const WEAK = new Set(
  words(`set get use make work happen call handle implement define declare located place live file files code source
  function method class thing way part used project folder repository determine decide responsible logic stuff
  purpose kind do go come take put`).map((word) => stem(word)),
);

/** Plain words of questions: rare in sources, they would seem telling ("several runs" is about runs). Stemmed. */
const PLAIN = new Set(
  words(`complain pick several human suggest turn know known choose chosen keep such like never ask whether say said tell told
  reach try tries tried happen cause become became appear follow actual certain together instead while during after before
  until once across along within per via against among near more most less least many much few lot enough another same own
  whole entire overall general common usual main possible able available always often sometimes already yet still even well
  good bad best better worst easy hard big small large little long short high low old early late people person someone anybody
  nobody everyone somebody anyone idea reason case fact bit amount talk speak spoke mention discuss concern relate relevant
  regard belong involve affect depend guarantee help offer given taken bring brought carry deal care figure guess think
  believe want wish hope prefer seem look feel felt notice realize understand understood learn teach taught leave left lead
  led arrive rest remain stay sit lie lay up down out off away back around because since though although however therefore
  thus hence upon toward towards else rather quite almost nearly likely perhaps maybe probably certainly clearly simply
  directly automatically properly correctly different differently various particular particularly specific specifically
  especially mainly mostly largely partly fully completely entirely altogether exactly roughly approximately currently
  recently finally eventually initially originally previously afterwards meanwhile word words speed fast quick quickly slow
  slowly show shown showing written live lives lived sitting responsible charge everywhere somewhere anywhere nowhere
  underneath inside outside behind beside besides except beyond despite throughout whenever wherever whatever whichever
  whoever itself themselves himself herself yourself myself ourselves important interesting useful necessary proper correct
  accurate allow allowed supposed expect expected real two three four five six seven eight nine ten half
  twice every time everybody please care cares goes going gone gets getting got gotten makes making made
  `).map((word) => stem(word)),
);

/** Words for nearly the same in programs. A word may stand in several rows. */
const ALIKE = words(`
  set,define,assign,configure,default delete,remove,destroy,drop,erase,unlink add,insert,append,push,register create,make,new,build,construct
  error,exception,failure,fail,throw config,configuration,settings,options,preferences,configure,setup parameter,param,argument,arg
  directory,dir,folder environment,env authentication,auth,login,authenticate authorization,auth,permission,authorize message,msg
  initialize,init,setup,bootstrap start,begin,launch,run,boot stop,halt,end,abort,cancel,terminate,kill database,db function,fn,func
  context,ctx request,req response,res,reply documentation,doc,docs,readme repository,repo package,pkg library,lib temporary,temp,tmp
  maximum,max,limit minimum,min number,num,count string,str integer,int boolean,bool address,addr button,btn image,img,picture
  attribute,attr element,elem,el,node index,idx length,len,size previous,prev source,src destination,dest,target command,cmd
  password,passwd,pwd,secret regexp,regex,pattern retry,retries,backoff,attempt timeout,deadline,expire delay,wait,sleep,pause
  fetch,request,download,load,retrieve read,load,parse write,save,store,persist,output serialize,stringify,encode,marshal
  deserialize,parse,decode,unmarshal check,validate,verify,assert,test,ensure validate,sanitize convert,transform,cast,coerce,to
  compare,equal,equality,diff same,equal,identical sort,order,compare search,find,lookup,query,match print,log,output,display
  log,logger,logging,print show,display,render draw,render,paint update,modify,change,edit,patch change,modify,mutate rename,move
  copy,clone,duplicate merge,combine,join,concat split,divide,separate,tokenize compress,zip,deflate,gzip encrypt,cipher,crypto
  hash,digest,checksum cache,memoize,memo event,emit,listener,handler callback,handler,hook listen,subscribe,on
  trigger,emit,dispatch,fire user,account token,jwt session,cookie date,time,timestamp time,clock,timer round,rounding,truncate,floor
  random,rand,shuffle empty,blank,clear clear,reset,clean,flush color,colour,theme style,css test,spec,tests mock,stub,fake
  network,http,socket,connection connect,connection,open close,shutdown,dispose,end url,uri,link,href route,router,routing,path
  route,endpoint,url port,listen server,serve,backend client,frontend entry,main,index,bootstrap version,release
  dependency,dependencies,package,require export,expose import,require,include type,interface,typing schema,model,shape
  iterate,loop,foreach,each filter,where,select map,mapping,transform queue,fifo thread,worker,parallel concurrent,parallel,async
  async,asynchronous,promise await,async wait,await sync,synchronous lock,mutex memory,heap leak,memory warn,warning,deprecate
  deprecated,obsolete translate,i18n,locale,internationalization language,locale,lang accessibility,a11y,aria keyboard,key,shortcut
  mouse,pointer,click click,press,tap scroll,wheel drag,drop upload,file,attach icon,glyph,symbol screen,viewport,display
  browser,chrome,firefox width,size height,size largest,max,biggest smallest,min highest,max lowest,min quote,escape escape,encode,quote
  greatest,max absolute,abs calculate,compute compute,calculate,eval evaluate,eval,execute execute,run,exec,invoke
  whitespace,space,trim trim,strip uppercase,upper,capitalize,case lowercase,lower,case reverse,invert nested,deep,recursive
  recursive,recursion,deep unique,uniq,distinct,dedupe duplicate,dedupe,unique property,prop,attribute,field key,property
  variable,var command,cli,argv forbid,disallow,prevent,prohibit,deny allow,permit,enable disable,off,suppress analysis,analyze,analyzer
  option,flag,switch flag,option,argument score,rating,grade measure,metric,time image,img gather,collect collect,gather,accumulate
  checksum,crc duplicate,uniq,unique camelcase,case directory,rmdir,mkdir remove,rm,rimraf deletes,rm folder,path
  stars,mask password,mask redirect,location follow,redirect archive,tar,zip,pack header,headers decimal,bignumber
  flags,options declare,define,option human,stylish,pretty pretty,format terminal,console,stdout,tty
  debug,trace,inspect profile,benchmark,perf performance,perf,benchmark
`);

const alike = new Map<string, Set<string>>();
for (const row of ALIKE) {
  const [head, ...others] = row.split(",").map((word) => stem(word));
  for (const other of others) {
    if (other === head) continue;
    link(head!, other);
    link(other, head!);
  }
}

function link(from: string, to: string): void {
  const known = alike.get(from) ?? new Set();
  alike.set(from, known.add(to));
}

/** The word as it was written, folded. */
export const isStopWord = (folded: string): boolean => STOP.has(folded);
export const isStopPair = (pair: string): boolean => STOP_PAIRS.has(pair);
/** As stemmed. */
export const isWeak = (term: string): boolean => WEAK.has(term);
/** As stemmed. */
export const isPlain = (term: string): boolean => PLAIN.has(term);
export const wordsLike = (term: string): readonly string[] => [...(alike.get(term) ?? [])];
