/**
 * Server-sent events, as they come in pieces: the few rules of the format that model servers use.
 * R1 A line ends with LF, CR or CRLF, wherever the pieces are cut.
 * R2 An event is its `data` lines, joined by LF; an empty line ends it. One that is not ended is not told.
 * R3 Comments and other fields are passed over; `error:` lines, which llama.cpp writes, count as data.
 */
interface SseReader {
  /** The data of the events that this piece ends. */
  push(piece: string): readonly string[];
}

export function createSseReader(): SseReader {
  let line = "";
  let data: string[] = [];
  let endedWithCr = false;

  return {
    push(piece) {
      const told: string[] = [];
      // R1: the LF of a CRLF may come with the next piece, when its line has long been read.
      const text = endedWithCr && piece.startsWith("\n") ? piece.slice(1) : piece;
      if (piece !== "") endedWithCr = piece.endsWith("\r");
      const lines = text.split(/\r\n|\n|\r/);
      for (const [at, part] of lines.entries()) {
        line += part;
        if (at === lines.length - 1) break;
        if (line !== "") data.push(...dataIn(line));
        else if (data.length > 0) {
          told.push(data.join("\n"));
          data = [];
        }
        line = "";
      }
      return told;
    },
  };
}

/** R2, R3 */
const dataIn = (line: string): readonly string[] => {
  const found = /^(?:data|error)(?::[ ]?|$)/.exec(line);
  return found ? [line.slice(found[0].length)] : [];
};
