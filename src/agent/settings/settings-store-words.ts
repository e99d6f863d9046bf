/** Sentences about Settings that could not be changed, or whose file is not read. */
import { FOLDER_FILE } from "../../core/settings/settings-files.js";

export const settingsStoreWords = {
  noFolder: "No folder is open, so there is no file to set this in.",
  untrusted: "This folder is not trusted, so its settings don't count. Trust it first.",
  notChanged: (fault: string) => `${fault} Nothing was changed.`,
  notUtf8: `${FOLDER_FILE} is not plain UTF-8 text. Nothing was changed; edit it in an editor.`,
  readOnly: (folder: string) =>
    `“${folder}” was opened for reading only, so ${FOLDER_FILE} can't be written. Nothing was changed.`,
  notSaved: (fault: string) => `${fault} Nothing was saved.`,
  changedElsewhere:
    "The settings were changed elsewhere meanwhile. Nothing was saved; open the text again and repeat your change.",
  withheld: (why: string) => `The settings file is not read: ${why}.`,
};
