/**
 * The texts of the first screens (U5); parts that load later have a `*-texts.ts` of their own. Names of controls are
 * fixed by rule N1: screen readers and acceptance tests rely on them.
 */
import type { IndexProgress } from "../../core/search/search.js";
import { counted, number } from "./numbers.js";

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const seconds = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

export const texts = {
  appName: "Palimpsest",
  number: (value: number) => number.format(value),
  moreCharacters: (count: number) => `(${number.format(count)} more characters)`,
  compact: (value: number) => compact.format(value),
  clock: (at: number) => clock.format(at),
  seconds: (at: number) => seconds.format(at),
  day: (at: number) => day.format(at),
  ago(at: number, now: number): string {
    const minutes = Math.round((at - now) / 60_000);
    if (minutes > -1) return "just now";
    if (minutes > -60) return ago.format(minutes, "minute");
    if (minutes > -60 * 24) return ago.format(Math.round(minutes / 60), "hour");
    return ago.format(Math.round(minutes / 60 / 24), "day");
  },

  header: {
    openFolder: "Open folder",
    model: "Model",
    models: "Models",
    palette: "Command palette",
    paletteKeys: "Command palette (Ctrl+K)",
    settings: "Settings",
    showSessions: "Show sessions",
    showInspector: "Show inspector",
    hideInspector: "Hide inspector",
    closeDrawer: "Close panel",
    unlock: (name: string) => `Unlock ${name}`,
    readOnly: "read-only",
    allowWriting: (name: string) => `Allow changes in ${name}`,
    notAllowed: "The browser was told not to allow changes in this folder. Reading goes on as before.",
    needsNetwork: "needs the network",
    onDevice: "on this device",
  },

  sessions: {
    title: "Sessions",
    list: "Session list",
    search: "Search sessions",
    create: "New session",
    untitled: "Untitled session",
    pin: "Pin",
    unpin: "Unpin",
    rename: "Rename",
    newTitle: "New title",
    trash: "Move to trash",
    restore: "Put back",
    trashed: (title: string) => `“${title}” is in the trash.`,
    showTrash: "Trash",
    hideTrash: "Back to sessions",
    trashEmpty: "The trash is empty.",
    trashKept: "Kept for 30 days.",
    none: "Your conversations will be listed here.",
    noneFound: (words: string) => `No title has “${words}” in it.`,
    more: "Show older ones",
    working: { answering: "answering…", asking: "waits for your word" },
    messages: (count: number) => counted(count, "message", "messages"),
  },

  chat: {
    actions: "Actions for this message",
    conversation: "Conversation",
    you: "You",
    message: "Message",
    placeholder: "Ask, or say what to do",
    send: "Send",
    queue: "Queue",
    stop: "Stop",
    continue: "Continue",
    continueUnwatched: "Continue without detection",
    interrupted: "This answer was cut off. What had arrived is kept.",
    /** The model ended the answer early: what happened, and what to do about it while the Turn is the newest. */
    early: {
      "max-tokens": ["This answer reached the length that is allowed for one.", "Continue asks for the rest."],
      safety: ["The service’s safety filter ended this answer early.", "Ask in other words, or choose another model."],
      recitation: [
        "The service ended this answer early: it would have repeated a protected text.",
        "Ask for it in the model’s own words.",
      ],
      other: ["The service ended this answer early and did not say why.", "Continue asks for the rest."],
    },
    stopped: "You stopped this answer.",
    looped: "The answer went round in circles and was stopped.",
    thoughts: "Thoughts",
    thinking: "Thinking",
    queued: "Waiting to be sent",
    withdraw: "Take back",
    editQueued: "Edit",
    editedText: "Edit what waits",
    saveQueued: "Save",
    cancelEdit: "Cancel",
    sendQueued: "Send now",
    pinned: "Pinned",
    removed: "Taken out of the context",
    rewound: (words: string) => `Taken back: ${words}`,
    suggestions: "Suggestions",
    suggested: (count: number) =>
      count === 0 ? "" : `${counted(count, "suggestion", "suggestions")}, choose with the arrow keys.`,
    latest: "Jump to the latest",
    loadingOlder: "Loading older messages…",
    readOnlyPlaceholder: "Nothing can be written here now",
  },

  welcome: {
    title: "A page that remembers",
    lead: "Ask something, or give Palimpsest a folder to work in. It runs in this tab; your conversations stay on this device.",
    examples: ["What can you do without a key?", "What is in this folder?", "Find every TODO in my notes"],
    folder: "Drop a folder anywhere on this window, and it opens.",
    key: "With a Gemini key of your own, a large model answers. Without one, the librarian does.",
  },

  context: {
    title: "Context",
    source: { exact: "exact", estimate: "estimate", server: "counted by the server" },
    value: (percent: string, source: string) => `${percent} (${source})`,
    full: (tokens: number, limit: number) => `${number.format(tokens)} of ${number.format(limit)} tokens`,
    map: "Show the context map",
    threshold: (tokens: number) => `compressed at ${number.format(tokens)}`,
    none: "Send a message, and its weight is shown here.",
  },

  inspector: {
    title: "Inspector",
    tabs: { context: "Context", memory: "Memory", files: "Files", skills: "Skills", activity: "Activity" },
    skills: "No skills are installed. What Palimpsest learns to do for you will be listed here.",
    noActivity: "What happens in your sessions is listed here, the newest first.",
    noFolder: "No folder is open.",
    noFolderHow: "Drop one on this window, or open one with the button at the top.",
    locked: (name: string) => `Your browser asks for a click before it opens “${name}” again.`,
    emptyFolder: "This folder is empty.",
    files: (name: string) => `Files of ${name}`,
    fileText: "File text",
    bytes: (size: number) => (size < 1024 ? counted(size, "byte", "bytes") : `${compact.format(size / 1024)} KB`),
    loading: "Loading…",
  },

  frame: {
    title: "System prompt",
    lead: "What stands before every conversation, word for word as the next request sends it.",
    tools: (count: number) => `${counted(count, "tool", "tools")} offered`,
    noTools: "No tools are offered: your settings leave them all out.",
    from: (path: string) => `These words come from ${path} of the open folder, in place of our own.`,
    failed: "The system prompt could not be read.",
  },

  /** Old results that were left out of the context without a summary. */
  masking: {
    title: "Old results shown in part",
    kept: "The originals are kept.",
    undone: "Undone: these results are sent whole again, unless a later summary stands for them.",
    undo: "Undo",
    redo: "Redo",
  },

  mode: {
    title: "Approval mode",
    titleKeys: "Approval mode (Alt+M: the next one)",
    command: (label: string) => `Approval mode: ${label}`,
    modes: {
      default: { label: "Ask", how: "Asks before each edit and each command." },
      auto_edit: { label: "Edit freely", how: "Edits files without asking; asks before commands." },
      plan: { label: "Plan", how: "Reads and plans. Changes no file of yours." },
      yolo: { label: "Never ask", how: "Does everything without asking. Only where nothing can be lost." },
    },
  },

  bars: {
    elsewhere: "This session is being written in another tab. You can read along here.",
    takeOver: "Take over",
    export: "Export",
    dismiss: "Dismiss",
    update: "A new version is ready. It starts when you say so; nothing you wrote is lost.",
    updateNow: "Restart now",
    later: "Later",
  },

  drop: {
    title: "Drop a folder to open it",
    notFolder: "That was not a folder. Drop a folder from your file manager, and it opens here.",
    several: "Several folders were dropped. Drop one at a time.",
    press: "Press “Open folder” to choose one.",
  },

  copies: {
    folder: "Import a folder as a copy",
    zip: "Import a zip as a copy",
    export: "Export the workspace as zip",
    cleanUp: "Remove what interrupted writes have left",
    stop: "Cancel",
    none: "Nothing was chosen.",
    importing: (files: number, of: number) => `Copying${of > 0 ? ` ${files} of ${counted(of, "file", "files")}` : ""}…`,
    exporting: (files: number, of: number) => `Packing${of > 0 ? ` ${files} of ${counted(of, "file", "files")}` : ""}…`,
    skipped: (skipped: readonly { readonly name: string; readonly why: string }[]) =>
      `${counted(skipped.length, "file was", "files were")} left out, such as “${skipped[0]!.name.slice(0, 80)}”: ${skipped[0]!.why}`,
    cleanedUp: (count: number) =>
      count === 0
        ? "Nothing was left over."
        : `${counted(count, "file", "files")} left over from interrupted writes removed.`,
  },

  settings: {
    title: "Settings",
    search: "Search settings",
    close: "Close",
    none: "No setting has that in it.",
    /** A Setting that is a fraction, or a word in its place. */
    inPlace: {
      label: (label: string) => `${label}, or not by itself`,
      number: "By itself at",
      words: { ask: "Ask me at half", off: "Never by itself" } as Readonly<Record<string, string>>,
    },
    percentWrong: (least: number, most: number) => `Give a whole number from ${least} to ${most}.`,
    mustBe: (expects: string) => `This must be ${expects}.`,
    themes: { system: "As the system", light: "Light", dark: "Dark" },
    sections: {
      model: "Model and key",
      device: "On this device",
      context: "Context",
      tools: "Tools",
      memory: "Memory",
      look: "Appearance",
    },
    scope: "Whose settings",
    scopes: { user: "User", folder: "This folder" },
    origin: { default: "Default", user: "Yours", folder: "This folder’s", tab: "Chosen in this tab" },
    reset: "Reset",
    resetOf: (label: string) => `Reset ${label}`,
    onlyYou: "Only you can set this, not a folder.",
    folderCounts: (value: string) => `This folder’s own file counts here: ${value || "nothing"}.`,
    folderFile: (name: string) => `Changes go into .gemini/settings.json of “${name}”, and count over yours there.`,
    untrusted: (name: string) => `“${name}” is not trusted, so its settings file is not read.`,
    userProblem: (problem: string) => `${problem} Until it is mended the defaults hold; nothing in it is lost.`,
    folderProblem: (name: string, problem: string) =>
      `In “${name}”: ${problem} Until it is mended your own settings hold.`,
    asText: "Edit as JSON",
    file: "~/.gemini/settings.json",
    fileHint: "Comments are allowed. What Palimpsest does not know is kept as it is.",
    save: "Save",
    cancel: "Cancel",
    saved: "Saved.",
  },

  modelFiles: {
    title: "Model files",
    hint: "GGUF files, run in this tab: offline, private, and slow. A file is copied into this browser’s storage and stays there.",
    pick: "Pick a model file…",
    forget: "Forget",
    forgetOf: (name: string) => `Forget ${name}`,
    forgotten: "The file is no longer kept here.",
    kept: (name: string) => `“${name}” is kept on this device.`,
    copying: (name: string) => `Copying ${name}`,
    stop: "Stop copying",
    unsupported: "This browser keeps no model files. Nothing was changed.",
  },

  news: {
    title: "What is new",
    dismiss: "Put away",
    version: (version: string, date: string) => `Version ${version}, ${date}`,
    none: "Nothing is written down.",
    small: "Small repairs this time. What came before:",
    notLoaded: "The list of changes could not be loaded. Everything else works; try again with a network.",
  },

  palette: {
    title: "Command palette",
    input: "Find a command",
    placeholder: "What would you like to do?",
    results: "Commands",
    none: "Nothing by that name.",
    goTo: (title: string) => `Go to: ${title}`,
    use: (model: string) => `Answer with ${model}`,
    theme: (name: string) => `Appearance: ${name}`,
    inspect: (tab: string) => `Show ${tab.toLowerCase()}`,
    takeOver: "Take over this session",
    tidy: "Tidy up storage",
    whatIf: "What would compression do?",
    focus: "Go to the composer",
    slash: (name: string, description: string) => `/${name}: ${description}`,
    setting: (label: string) => `Setting: ${label}`,
    kinds: {
      command: "",
      slash: "Command",
      setting: "Setting",
      session: "Session",
      memory: "Memory",
      model: "Model",
      look: "Appearance",
    },
  },

  code: {
    copy: "Copy code",
    copied: "Copied",
    plain: "text",
    table: "Table",
    toDo: "to do",
    done: "done",
    remoteImage: (alt: string) => `Picture not loaded: ${alt || "no description"}`,
  },

  status: {
    title: "Status",
    ready: "Ready",
    readOnly: "To read only",
    answering: (model: string) => `${model} is answering…`,
    offline: "Offline. Your sessions are all here.",
    offlineQueue: "Offline. Messages wait until the network is back.",
    indexing: ({ phase, seen, read, toRead }: IndexProgress) =>
      phase === "listing"
        ? `Looking through the folder: ${counted(seen, "file", "files")}…`
        : `Indexing the folder: ${number.format(read)} of ${counted(toRead, "file", "files")}…`,
    model: (kind: "downloading" | "copying" | "loading" | "reading", name: string, done?: number) => {
      const what = {
        downloading: "Downloading",
        copying: "Copying",
        loading: "Loading",
        reading: "Reading the message with",
      };
      return `${what[kind]} ${name}${done === undefined ? "" : `: ${Math.floor(done * 100)} %`}…`;
    },
    asking: (title: string) => `Waits for your word: ${title}`,
    question: "Waits for your answer",
    /** Sessions that are not on the screen. */
    elsewhere: { asking: "Another session waits for your word.", answering: "Another session is answering…" },
    compressionNear: (now: number, at: number) => `Compression is near: ${now} % of ${at} %`,
    compressing: {
      reading: "Compressing: reading the conversation…",
      summarising: "Compressing: the model is summarising…",
      verifying: "Compressing: checking the summary…",
      measuring: "Compressing: measuring…",
    },
    waiting: (count: number) => `${counted(count, "message waits", "messages wait")}.`,
  },

  busy: {
    undo: "Bringing the originals back…",
    redo: "Compressing again…",
    starting: "Opening your sessions…",
    opening: "Opening the session…",
    older: "Loading older messages…",
    newer: "Loading newer messages…",
    takingOver: "Taking over…",
    trash: "Looking into the trash…",
    sessions: "Loading older sessions…",
    sending: "Sending…",
    stopping: "Stopping…",
    folder: "Opening the folder…",
    exporting: "Preparing the export…",
    tidying: "Tidying up storage…",
    permission: "Asking the browser for permission to write…",
    undoing: "Undoing the edit…",
    redoing: "Making the edit again…",
  },

  problems: {
    notWritable: "The browser did not allow the folder to be written. Nothing was changed; the call still waits.",
    notReady: "Palimpsest is still opening your sessions. Nothing is lost; try again in a moment.",
    noFolders: "This browser cannot open folders. The private workspace is there instead.",
  },
} as const;
