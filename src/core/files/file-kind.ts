/**
 * What a file is: text, drawing, picture, sound, film, PDF or something only programs read (X6).
 *
 * R1 `.ts`, `.mts`, `.cts` are text: TypeScript, not films.
 * R2 `.svg` is a drawing, read as text.
 * R3 Pictures and PDFs by their extension.
 * R4 Sound and film by their extension, if their bytes are binary too; else they are text.
 * R5 Binary: extensions that are known to be, then what the bytes look like. All else is text.
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

/** Whether the name alone says that there is no text to search: saves reading it. */
export function isNeverText(path: string): boolean {
  const extension = extensionOf(path);
  return BINARY.has(extension) || IMAGES.has(extension) || extension === "pdf";
}

const TYPESCRIPT = new Set(["ts", "mts", "cts"]);

const IMAGES = new Map([
  ["png", "image/png"],
  ["apng", "image/apng"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["heic", "image/heic"],
  ["heif", "image/heif"],
  ["bmp", "image/bmp"],
  ["ico", "image/x-icon"],
  ["tif", "image/tiff"],
  ["tiff", "image/tiff"],
]);

const AUDIO = new Map([
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
  ["ogg", "audio/ogg"],
  ["oga", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["flac", "audio/flac"],
  ["aac", "audio/aac"],
  ["aif", "audio/aiff"],
  ["aiff", "audio/aiff"],
  ["m4a", "audio/mp4"],
  ["weba", "audio/webm"],
]);

const VIDEO = new Map([
  ["mp4", "video/mp4"],
  ["m4v", "video/mp4"],
  ["mov", "video/quicktime"],
  ["webm", "video/webm"],
  ["mkv", "video/x-matroska"],
  ["avi", "video/x-msvideo"],
  ["mpg", "video/mpeg"],
  ["mpeg", "video/mpeg"],
  ["wmv", "video/x-ms-wmv"],
  ["flv", "video/x-flv"],
  ["3gp", "video/3gpp"],
]);

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
