/** Maximum number of characters of a line. A longer line is noise and is dropped. */
const LINE_LIMIT = 4096;

const CR = 13;
const LF = 10;

/** Cuts a stream of bytes into lines. */
export interface LineSplitter {
  /** @returns the lines completed by these bytes, without line ends; includes empty lines */
  push(bytes: Uint8Array): string[];
}

/**
 * Opens a splitter for lines that end in CR, LF or CRLF, however the stream is cut into pieces. Bytes 0x00 and 0xFF, which readers sometimes send
 * between lines, are dropped.
 */
export function lineSplitter(isEnd: (byte: number) => boolean = (byte) => byte === CR || byte === LF): LineSplitter {
  let line = '';
  let tooLong = false;
  let afterCr = false;
  return {
    push(bytes) {
      const lines: string[] = [];
      for (const byte of bytes) {
        if (byte === 0 || byte === 0xff) continue;
        const endsCrLf = afterCr && byte === LF;
        afterCr = byte === CR;
        if (endsCrLf) continue;
        if (isEnd(byte)) {
          if (!tooLong) lines.push(line);
          line = '';
          tooLong = false;
        } else if (line.length >= LINE_LIMIT) {
          tooLong = true;
        } else {
          line += String.fromCharCode(byte);
        }
      }
      return lines;
    },
  };
}
