/**
 * The kind of a file: text, drawing, picture, sound, film, PDF or binary (X6).
 * R1 `.ts`, `.mts`, `.cts` are text: TypeScript, not films.
 * R2 `.svg` is a drawing, read as text.
 * R3 Pictures and PDFs by their extension.
 * R4 Sound and film by their extension, if their bytes are binary too; else they are text.
 * R5 Binary: by extension, then by bytes. All else is text.
 */
import { extensionOf } from "./path.js";
import { isBinary } from "./text-file.js";

type FileKind =
  | { readonly kind: "text" | "svg" | "binary" }
  | { readonly kind: "image" | "audio" | "video" | "pdf"; readonly mimeType: string };

export function fileKindOf(path: string, content: Uint8Array): FileKind {
  const extension = extensionOf(path);
  if (TYPESCRIPT.has(extension)) return { kind: "text" };
  if (extension === "svg") return { kind: "svg" };
  if (extension === "pdf") return { kind: "pdf", mimeType: "application/pdf" };
  const image = IMAGES.get(extension);
  if (image) return { kind: "image", mimeType: image };
  const isBytes = isBinary(content);
  const audio = AUDIO.get(extension);
  if (audio) return isBytes ? { kind: "audio", mimeType: audio } : { kind: "text" };
  const video = VIDEO.get(extension);
  if (video) return isBytes ? { kind: "video", mimeType: video } : { kind: "text" };
  return { kind: isBytes || BINARY.has(extension) ? "binary" : "text" };
}

/** True if the name alone says that there is no text to search: saves reading the file. */
export function isNeverText(path: string): boolean {
  const extension = extensionOf(path);
  return BINARY.has(extension) || IMAGES.has(extension) || extension === "pdf";
}

const TYPESCRIPT = new Set(["ts", "mts", "cts"]);

/** Media types by extension, each of which is the subtype unless `=` names another. */
const mediaTypes = (type: string, extensions: string): ReadonlyMap<string, string> =>
  new Map(
    extensions.split(" ").map((each) => {
      const [extension = "", subtype = extension] = each.split("=");
      return [extension, `${type}/${subtype}`];
    }),
  );

const IMAGES = mediaTypes("image", "png apng jpg=jpeg jpeg gif webp avif heic heif bmp ico=x-icon tif=tiff tiff");
const AUDIO = mediaTypes("audio", "mp3=mpeg wav ogg oga=ogg opus=ogg flac aac aif=aiff aiff m4a=mp4 weba=webm");
const VIDEO = mediaTypes(
  "video",
  "mp4 m4v=mp4 mov=quicktime webm mkv=x-matroska avi=x-msvideo mpg=mpeg mpeg wmv=x-ms-wmv flv=x-flv 3gp=3gpp",
);

const BINARY = new Set(
  [
    "zip tar gz tgz bz2 xz zst 7z rar jar war ear apk ipa deb rpm dmg iso cab msi",
    "exe dll so dylib o obj bin class pyc pyo pyd wasm elc rlib pdb",
    "doc docx xls xlsx ppt pptx odt ods odp epub mobi woff woff2 ttf otf eot",
    "sqlite sqlite3 mdb psd blend glb gguf onnx safetensors parquet npy npz",
  ]
    .join(" ")
    .split(" "),
);
