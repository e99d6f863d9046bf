/**
 * Decodes and encodes text files, and tells them from binary ones.
 * R1 A byte order mark says UTF-8, UTF-16 or UTF-32, either way round, and is not part of the text.
 * R2 Without one the text is UTF-8; invalid bytes become U+FFFD.
 * R3 Binary, unless there is a mark: a NUL byte in the first 8,000 bytes (as git tells), or over a tenth of control
 *    characters in the first 1,000.
 * R4 Text is written back in its encoding, with its mark if it had one. Files whose bytes would not come back the same
 *    are not editable.
 */
type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

interface Mark {
  readonly encoding: TextEncodingName;
  readonly bytes: readonly number[];
}

/** UTF-32's little-endian mark begins as UTF-16's, so it comes first. */
const MARKS: readonly Mark[] = [
  { encoding: "utf-32le", bytes: [0xff, 0xfe, 0, 0] },
  { encoding: "utf-32be", bytes: [0, 0, 0xfe, 0xff] },
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

const findMark = (content: Uint8Array): Mark | undefined =>
  MARKS.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte));

export function decodeText(content: Uint8Array): string {
  const mark = findMark(content);
  const body = content.subarray(mark?.bytes.length ?? 0);
  const encoding = mark?.encoding ?? "utf-8";
  if (encoding === "utf-32le" || encoding === "utf-32be") return decodeUtf32(body, encoding === "utf-32le");
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(body);
}

/** The encoding of a file, kept when its text changes. */
export interface TextFormat {
  readonly encoding: TextEncodingName;
  readonly hasMark: boolean;
}

export const PLAIN_TEXT: TextFormat = { encoding: "utf-8", hasMark: false };

/** The text of a file for editing; undefined if it is binary or would not come back the same (R4). */
export function findEditableText(
  content: Uint8Array,
): { readonly text: string; readonly format: TextFormat } | undefined {
  if (isBinary(content)) return undefined;
  const mark = findMark(content);
  const format: TextFormat = { encoding: mark?.encoding ?? "utf-8", hasMark: mark !== undefined };
  const text = decodeText(content);
  const back = encodeText(text, format);
  const isSame = back.length === content.length && back.every((byte, at) => byte === content[at]);
  return isSame ? { text, format } : undefined;
}

export function encodeText(text: string, { encoding, hasMark }: TextFormat): Uint8Array {
  const mark = hasMark ? MARKS.find((each) => each.encoding === encoding)!.bytes : [];
  const body = bodyOf(text, encoding);
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}

function bodyOf(text: string, encoding: TextEncodingName): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const isLittle = encoding.endsWith("le");
  if (encoding.startsWith("utf-16")) {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
    return new Uint8Array(view.buffer);
  }
  const points = Array.from(text, (letter) => letter.codePointAt(0)!);
  const view = new DataView(new ArrayBuffer(points.length * 4));
  points.forEach((point, at) => view.setUint32(at * 4, point, isLittle));
  return new Uint8Array(view.buffer);
}

/** Bytes in which a NUL is looked for: git's figure. */
const NUL_SAMPLE = 8_000;
/** Bytes that are counted one by one, which takes ten times as long: without a NUL nearly all files are text. */
const CONTROL_SAMPLE = 1_000;
const MOST_CONTROLS = 0.1;

export function isBinary(content: Uint8Array): boolean {
  if (findMark(content)) return false;
  if (content.subarray(0, NUL_SAMPLE).includes(0)) return true;
  const sample = content.subarray(0, CONTROL_SAMPLE);
  let controls = 0;
  for (let at = 0; at < sample.length; at++) if (isControl(sample[at]!)) controls++;
  return controls > sample.length * MOST_CONTROLS;
}

/** Control characters but backspace, tab, newlines, form feed and escape, which terminals and logs write. */
const isControl = (byte: number): boolean => (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) || byte === 127;

function decodeUtf32(body: Uint8Array, isLittle: boolean): string {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const pieces: string[] = [];
  let piece: number[] = [];
  for (let at = 0; at + 4 <= body.byteLength; at += 4) {
    const point = view.getUint32(at, isLittle);
    piece.push(point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? 0xfffd : point);
    // Arguments go on the stack: only a few thousand at a time.
    if (piece.length === 4_096) {
      pieces.push(String.fromCodePoint(...piece));
      piece = [];
    }
  }
  const rest = body.byteLength % 4 === 0 ? "" : "\ufffd";
  return pieces.join("") + String.fromCodePoint(...piece) + rest;
}
