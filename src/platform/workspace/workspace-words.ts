/** Sentences about folders and files that can't be opened, read, written or copied. The Model and the user read them. */
const UNTOUCHED = "What was there before is as it was.";

export const workspaceWords = {
  noneOpen: "No folder is open. Open one first.",
  gone: "The folder is not there any more: it may have been moved, renamed or deleted. Open it again.",
  unknown: "This folder is not known any more. Open it again.",
  isNoFolder: "That is a file. Open the folder that it is in.",
  lapsed: (folder: string) =>
    `The permission to read the folder “${folder}” has lapsed. Click to allow it again; nothing was lost.`,
  cannotPick:
    "This browser cannot open folders of your computer. The sample workspace works here; for folders use Chrome or Edge.",
  noneChosen: "No folder was chosen.",
  needsClick: "The browser asks for a folder only right after a click. Click the button again.",
  notRemembered: "The folder could not be remembered: the browser's storage is full. Make room and open it again.",
  newerList: "The list of folders belongs to a newer version of the app. Reload the page to get that version.",
  noList: (why: string) =>
    `The list of folders cannot be opened or written (${why}). Your files are untouched; reload the page.`,

  notFound: (path: string, folder: string) =>
    `There is no “${path}” in the workspace. List ${folder || "the workspace's root"} to see what is there; links are not shown.`,
  isAFolder: (path: string) => `“${path}” is a folder, not a file. List it instead.`,
  isAFile: (path: string) => `“${path}” is a file, not a folder. Read it instead.`,
  hasChanged: (path: string) =>
    `“${path}” has changed since it was read, so nothing was written. Read it again and decide anew.`,
  readOnly: (folder: string) =>
    `The folder “${folder}” is open for reading only, so nothing was changed. The user must click to allow writing.`,
  refused: (path: string, why: string) => `“${path}” cannot be changed: ${why}. Nothing was written.`,
  swapFiles: "names that end in .crswap belong to the browser's unfinished files",
  guardedByGit: "no page may change git's config, hooks and modules, since git runs what they say",
  diskFull: (path: string) =>
    `“${path}” could not be written: the disk is full, or the browser stopped the file. ${UNTOUCHED} Make room and try again.`,
  writingDenied: (path: string) =>
    `The browser does not let Palimpsest write “${path}”. ${UNTOUCHED} If the permission has lapsed, the user must click to allow writing.`,
  locked: (path: string) =>
    `“${path}” could not be written: its disk is read-only, or another program holds it. ${UNTOUCHED}`,
  readingDenied: (shown: string) =>
    `The browser does not let Palimpsest read ${shown}. If the permission has lapsed, allow the folder again.`,
  notReadable: (shown: string) =>
    `${shown} could not be read: it keeps changing, or the system refuses it. Nothing was lost; try again.`,
  nameRefused: (shown: string) => `The browser does not open ${shown}: it refuses this name. Use another one.`,

  copyDoesNotFit: "The copy does not fit: the browser's storage is full. Nothing was kept. Make room and try again.",
  isLink: "It is a link, and those are not copied.",
  isEncrypted: "It is locked with a password.",
  unknownPacking: "It is packed in a way that is not known here.",
  damagedInArchive: "It is damaged in the archive.",
  tooMuchForZip: (what: string) => `The workspace has ${what}, more than a zip can hold. Nothing was exported.`,
  noZip: (name: string) => `“${name}” could not be read as a zip. Nothing was imported.`,
};
