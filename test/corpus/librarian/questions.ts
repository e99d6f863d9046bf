/**
 * Forty questions as people ask them about a folder they do not know, with the files that answer them: what the librarian
 * is judged by (G3). The folder is that of test/support/library-folder.ts. Written from the folder alone, without a
 * look at any search; to change a question because a search fails at it is to lose the measure.
 */

export type QuestionKind =
  | "where" // it is set, defined or decided
  | "which" // file does something
  | "how" // something is done
  | "message" // an error or a label that was seen on a screen
  | "number" // a constant, and where it comes from
  | "name" // the question knows a file, or a part of its name
  | "request" // not a question at all: find, show, read
  | "paraphrase" // in other words than the code's
  | "typo"
  | "language" // asked in German, Spanish or Chinese about a name in the code
  | "absent"; // the folder has no answer

export interface Question {
  readonly asks: string;
  readonly kind: QuestionKind;
  /**
   * Each file that is a right answer, with words that stand in it and show it; any one of them among the first three is
   * right. Empty where the folder has no answer: then nothing found is right.
   */
  readonly answers: Readonly<Record<string, string>>;
  /** Words of an absent question that stand nowhere in the folder, in any case of letters. */
  readonly missing?: readonly string[];
  /** Why these files and no others. */
  readonly why: string;
}

const aboutWebpack: readonly Question[] = [
  {
    asks: "Where does the asset size limit of 250000 come from?",
    kind: "number",
    answers: { "webpack/lib/config/defaults.js": 'D(performance, "maxAssetSize", 250000)' },
    why: "the default is set there; SizeLimitsPlugin.js only compares with what it is given",
  },
  {
    asks: "which file warns me that I have not set a mode?",
    kind: "which",
    answers: {
      "webpack/lib/errors/NoModeWarning.js": "'mode' option has not been set",
      "webpack/lib/diagnostics/WarnNoModeSetPlugin.js": "new NoModeWarning(",
    },
    why: "one has the words of the warning, the other decides to give it",
  },
  {
    asks: 'What throws "Multiple chunks emit assets to the same filename"?',
    kind: "message",
    answers: { "webpack/lib/Compilation.js": "Multiple chunks emit assets to the same filename" },
    why: "the message stands in this file alone",
  },
  {
    asks: "I get 'You may need an appropriate loader to handle this file type', where is that from?",
    kind: "message",
    answers: {
      "webpack/lib/errors/ModuleParseError.js": "You may need an appropriate loader to handle this file type",
    },
    why: "the message stands in this file alone",
  },
  {
    asks: "where does the error come from that says I ran webpack twice?",
    kind: "message",
    answers: { "webpack/lib/errors/ConcurrentCompilationError.js": "You ran Webpack twice" },
    why: "the message stands in this file alone, asked for in indirect speech",
  },
  {
    asks: "how are variables read from .env files?",
    kind: "how",
    answers: { "webpack/lib/define/DotenvPlugin.js": "dotenv" },
    why: "it finds, parses and expands the files; DotenvFileError.js only says that one could not be read",
  },
  {
    asks: "What deletes the old files from the output folder?",
    kind: "paraphrase",
    answers: { "webpack/lib/output/CleanPlugin.js": "will be removed" },
    why: "the code speaks of cleaning and removing in a directory",
  },
  {
    asks: "which file writes the lockfile for modules imported from http urls?",
    kind: "which",
    answers: { "webpack/lib/schemes/HttpUriPlugin.js": "lockfileLocation" },
    why: "it reads and writes the lockfile; the schemas only describe the option",
  },
  {
    asks: "Show me the list of Node's built-in modules",
    kind: "request",
    answers: { "webpack/lib/node/nodeBuiltins.js": "module.exports.builtins = builtins" },
    why: "the list is all there is in this file",
  },
  {
    asks: "How does semver.js decide whether a version satisfies a range?",
    kind: "name",
    answers: { "webpack/lib/sharing/semver.js": "module.exports.satisfy" },
    why: "the question names the file, and there is one of that name",
  },
  {
    asks: "what decides whether an asset is small enough to be inlined as a data url?",
    kind: "where",
    answers: {
      "webpack/lib/asset/AssetParser.js": "this.dataUrlCondition.maxSize",
      "webpack/lib/config/defaults.js": "8096",
    },
    why: "one compares the size, the other sets the limit",
  },
  {
    asks: "How long does watching wait to aggregate changes before it builds again?",
    kind: "how",
    answers: { "webpack/lib/watch/Watching.js": "this.watchOptions.aggregateTimeout = 20" },
    why: "the default is set there; NodeWatchFileSystem.js only passes it on",
  },
  {
    asks: "what happens when the names of two modules differ only in upper and lower case?",
    kind: "paraphrase",
    answers: {
      "webpack/lib/errors/CaseSensitiveModulesWarning.js": "names that only differ in casing",
      "webpack/lib/diagnostics/WarnCaseSensitiveModulesPlugin.js": "new CaseSensitiveModulesWarning(",
    },
    why: "one has the words of the warning, the other looks for such names",
  },
  {
    asks: "where is the public path worked out automatically from the url of the current script?",
    kind: "where",
    answers: { "webpack/lib/runtime/AutoPublicPathRuntimeModule.js": "scriptUrl" },
    why: "it writes the code that looks at document.currentScript",
  },
  {
    asks: "Which file asks me to install webpack-cli when it is missing?",
    kind: "which",
    answers: { "webpack/bin/webpack.js": "Do you want to install" },
    why: "the program asks before it hands over to webpack-cli",
  },
  {
    asks: "how are byte counts turned into KiB and MiB?",
    kind: "how",
    answers: { "webpack/lib/util/formatSize.js": '"KiB"' },
    why: "the units stand there",
  },
  {
    asks: "how do I install webpack with yarn?",
    kind: "how",
    answers: { "webpack/README.md": "Install with yarn" },
    why: "the README has a section on it",
  },
  {
    asks: "Wo wird minChunkSize geprüft?",
    kind: "language",
    answers: { "webpack/lib/optimize/MinChunkSizePlugin.js": "minChunkSize" },
    why: "German: where it is checked; the schema only describes it",
  },
  {
    asks: "¿Dónde se define el valor de maxInitialRequests?",
    kind: "language",
    answers: {
      "webpack/lib/config/defaults.js": '"maxInitialRequests"',
      "webpack/lib/optimize/SplitChunksPlugin.js": "maxInitialRequests",
    },
    why: "Spanish: where its value is defined; the default in one, what is made of the options in the other",
  },
];

const aboutThree: readonly Question[] = [
  {
    asks: "where is the default feild of view of the perspectve camera?",
    kind: "typo",
    answers: { "three/src/cameras/PerspectiveCamera.js": "fov = 50" },
    why: "the constructor's default; two words are misspelt",
  },
  {
    asks: "find the kaleidescope shader",
    kind: "typo",
    answers: { "three/examples/jsm/shaders/KaleidoShader.js": "Kaleidoscope Shader" },
    why: "the word stands in this file alone, with one letter changed",
  },
  {
    asks: "where is the damping factor of OrbitControls set?",
    kind: "where",
    answers: { "three/examples/jsm/controls/OrbitControls.js": "this.dampingFactor = 0.05" },
    why: "other controls have a damping factor too, the question names these",
  },
  {
    asks: "Which code complains about an unsupported asset and says that glTF versions >=2.0 are supported?",
    kind: "message",
    answers: { "three/examples/jsm/loaders/GLTFLoader.js": "Unsupported asset. glTF versions >=2.0 are supported" },
    why: "the message stands in this file alone",
  },
  {
    asks: "which file triangulates polygons with holes?",
    kind: "which",
    answers: {
      "three/src/extras/Earcut.js": "polygon triangulation algorithm",
      "three/src/extras/lib/earcut.js": "holeIndices",
      "three/src/extras/ShapeUtils.js": "triangulateShape",
    },
    why: "the algorithm, its wrapper, and what prepares contour and holes for it",
  },
  {
    asks: "where are the CSS colour names like aliceblue and rebeccapurple listed?",
    kind: "where",
    answers: { "three/src/math/Color.js": "'rebeccapurple'", "webpack/lib/css/data.js": "rebeccapurple" },
    why: "both packages have such a list",
  },
  {
    asks: "How are random unique ids (UUIDs) generated?",
    kind: "how",
    answers: { "three/src/math/MathUtils.js": "function generateUUID()" },
    why: "many call it, it is defined once; webpack's debug ids are hashes, not random",
  },
  {
    asks: "read the part that parses ASCII STL files",
    kind: "request",
    answers: { "three/examples/jsm/loaders/STLLoader.js": "function parseASCII" },
    why: "the loader parses; STLExporter.js writes",
  },
  {
    asks: "how is a floating point number converted to half precision?",
    kind: "how",
    answers: { "three/src/extras/DataUtils.js": "function toHalfFloat" },
    why: "the conversion and its tables; half floats are mentioned in dozens of files",
  },
  {
    asks: "Why is the fog density 0.00025?",
    kind: "number",
    answers: {
      "three/src/scenes/FogExp2.js": "density = 0.00025",
      "three/src/renderers/shaders/UniformsLib.js": "fogDensity: { value: 0.00025 }",
    },
    why: "the default of the fog, and that of the shaders' uniform",
  },
  {
    asks: "OutlinePass 的 edgeStrength 默认值在哪里设置？",
    kind: "language",
    answers: { "three/examples/jsm/postprocessing/OutlinePass.js": "this.edgeStrength = 3.0" },
    why: "Chinese: where the default value of edgeStrength of OutlinePass is set",
  },
  {
    asks: "An object can be a member of how many layers at most, is it 32?",
    kind: "number",
    answers: { "three/src/core/Layers.js": "which of the 32 layers" },
    why: "the bit mask has 32 bits, as its comment says",
  },
  {
    asks: "how do the physics keep out of the spiral of death when frames are slow?",
    kind: "how",
    answers: { "three/examples/jsm/physics/JoltPhysics.js": "to prevent spiral of death" },
    why: "only a comment says so, and it stands once in the folder",
  },
  {
    asks: "Find where duplicate requests for the same url are noticed while a file is still loading",
    kind: "request",
    answers: { "three/src/loaders/FileLoader.js": "Check if request is duplicate" },
    why: "most loaders load through this one; ImageLoader.js shares images, but makes no requests",
  },
  {
    asks: "under which licence may I use three.js?",
    kind: "name",
    answers: { "three/LICENSE": "The MIT License", "three/package.json": '"license": "MIT"' },
    why: "British spelling; webpack's licence is not the answer",
  },
];

const absent: readonly Question[] = [
  {
    asks: "Where is the invoice e-mailed to the customer?",
    kind: "absent",
    answers: {},
    missing: ["invoice"],
    why: "'email' is a type of input field, 'customer' stands in a list of names, and nothing is sent",
  },
  {
    asks: "which file hashes passwords with bcrypt?",
    kind: "absent",
    answers: {},
    missing: ["bcrypt"],
    why: "files are hashed, and input fields have passwords, but never both",
  },
  {
    asks: "Where is the GraphQL schema for the user type defined?",
    kind: "absent",
    answers: {},
    missing: ["graphql"],
    why: "schemas, types and users are everywhere, but of options",
  },
  {
    asks: 'what throws "Insufficient funds in account"?',
    kind: "absent",
    answers: {},
    missing: ["insufficient", "funds"],
    why: "only 'account' stands in the folder, as in 'taken into account'",
  },
  {
    asks: "how is the Kubernetes deployment configured?",
    kind: "absent",
    answers: {},
    missing: ["kubernetes"],
    why: "there is much to configure, but no cluster",
  },
  {
    asks: "where is sendPushNotification defined?",
    kind: "absent",
    answers: {},
    missing: ["sendPushNotification"],
    why: "send, push and notification stand in the folder, the name does not",
  },
];

export const questions: readonly Question[] = [...aboutWebpack, ...aboutThree, ...absent];
