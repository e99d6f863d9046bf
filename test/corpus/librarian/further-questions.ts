/**
 * Twenty further questions about the same folder, other words than the forty's: a guard against a search that was fitted to
 * those. Written before the rules they guard (what convinces, search-rank R8) and not changed since, for the same reason.
 */
import type { Question } from "./questions.js";

const found: readonly Question[] = [
  {
    asks: "Where does the chunk load timeout of 120000 milliseconds come from?",
    kind: "number",
    answers: { "webpack/lib/config/defaults.js": 'D(output, "chunkLoadTimeout", 120000)' },
    why: "the default is set there; lazyCompilationBackend.js waits as long, but for something else",
  },
  {
    asks: "How is the byte order mark (BOM) stripped before JSON is parsed?",
    kind: "how",
    answers: { "webpack/lib/util/parseJson.js": "BOM", "webpack/lib/util/removeBOM.js": "without BOM" },
    why: "one parses JSON without it, the other takes it off any text",
  },
  {
    asks: "what limits how many items of a queue are processed in parallel?",
    kind: "where",
    answers: { "webpack/lib/util/AsyncQueue.js": "how many items should be processed at once" },
    why: "the queue counts what is under way against its parallelism",
  },
  {
    asks: "How are module ids made deterministic?",
    kind: "how",
    answers: {
      "webpack/lib/ids/DeterministicModuleIdsPlugin.js": "DeterministicModuleIdsPlugin",
      "webpack/lib/ids/IdHelpers.js": "assignDeterministicIds",
    },
    why: "the plugin, and the function that numbers by hash",
  },
  {
    asks: "which file draws hilbert curves?",
    kind: "which",
    answers: { "three/examples/jsm/utils/GeometryUtils.js": "function hilbert2D" },
    why: "the word stands in no other source",
  },
  {
    asks: "where are marching cubse polygonized?",
    kind: "typo",
    answers: { "three/examples/jsm/objects/MarchingCubes.js": "function polygonize" },
    why: "two letters of one word changed places",
  },
  {
    asks: "what simplifies a geometry for an automatic level of detail?",
    kind: "paraphrase",
    answers: { "three/examples/jsm/modifiers/SimplifyModifier.js": "automatic LOD generation" },
    why: "the comment says LOD, the class simplifies",
  },
  {
    asks: "where is the normal bias of a light's shadow kept?",
    kind: "where",
    answers: { "three/src/lights/LightShadow.js": "this.normalBias = 0" },
    why: "the property is there; shaders and loaders only use it",
  },
];

const inOtherLanguages: readonly Question[] = [
  {
    asks: "Wo wird maxPolarAngle begrenzt?",
    kind: "language",
    answers: {
      "three/examples/jsm/controls/OrbitControls.js": "this.maxPolarAngle",
      "three/examples/jsm/controls/PointerLockControls.js": "this.maxPolarAngle",
    },
    why: "German: where it is limited; both controls have it",
  },
  {
    asks: "In welcher Datei wird beim Zusammenlegen der Gruppen geprüft, ob minRemainingSize noch eingehalten ist?",
    kind: "language",
    answers: { "webpack/lib/optimize/SplitChunksPlugin.js": "minRemainingSize" },
    why: "German, and long: in which file it is checked while groups are merged",
  },
  {
    asks: "¿Qué función se ocupa de nonNumericOnlyHash cuando la suma sólo tiene cifras?",
    kind: "language",
    answers: { "webpack/lib/util/nonNumericOnlyHash.js": "at least one non numeric char" },
    why: "Spanish: which function minds a hash of digits alone",
  },
  {
    asks: "Quelle est la valeur par défaut de crossOriginLoading ?",
    kind: "language",
    answers: { "webpack/lib/config/defaults.js": 'D(output, "crossOriginLoading", false)' },
    why: "French: what its default value is",
  },
  {
    asks: "Où se trouve le générateur de bruit SimplexNoise ?",
    kind: "language",
    answers: { "three/examples/jsm/math/SimplexNoise.js": "class SimplexNoise" },
    why: "French: where the noise generator is",
  },
  {
    asks: "mergeVertices 函数在哪个文件里实现？",
    kind: "language",
    answers: { "three/examples/jsm/utils/BufferGeometryUtils.js": "function mergeVertices" },
    why: "Chinese: in which file the function is implemented",
  },
];

const absent: readonly Question[] = [
  {
    asks: "where do we retry failed payments with PayPal?",
    kind: "absent",
    answers: {},
    missing: ["paypal"],
    why: "requests fail here, but nobody pays",
  },
  {
    asks: "which table stores the tenants?",
    kind: "absent",
    answers: {},
    missing: ["tenant"],
    why: "tables and stores are many, tenants are none",
  },
  {
    asks: "Wo wird das Captcha geprüft?",
    kind: "absent",
    answers: {},
    missing: ["captcha"],
    why: "German: where the captcha is checked; there is a word near it, capture",
  },
  {
    asks: "how is the OAuth login flow implemented?",
    kind: "absent",
    answers: {},
    missing: ["oauth"],
    why: "flows there are, of values and of control",
  },
  {
    asks: "where is fetchLeaderboardScores called?",
    kind: "absent",
    answers: {},
    missing: ["fetchLeaderboardScores", "leaderboard"],
    why: "fetch and scores stand in the folder, the name does not",
  },
  {
    asks: "What is the constant 918273 for?",
    kind: "absent",
    answers: {},
    missing: ["918273"],
    why: "a number that is not there; others begin like it",
  },
];

export const furtherQuestions: readonly Question[] = [...found, ...inOtherLanguages, ...absent];
