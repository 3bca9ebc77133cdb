/** Byte ranges of photos and files that went over a connection, read from its HTTP. */

/** A range of bytes of a content, as sent. */
export interface Seen {
  way: 'up' | 'down';
  sha256: string;
  /** Range of the content: its start and end. */
  start: number;
  end: number;
}

/** A range of bytes of a content. */
export interface Stretch {
  start: number;
  end: number;
}

const HEAD_END = '\r\n\r\n';
const CHUNKS_END = '\r\n0\r\n\r\n';
const CONTENT = /^\/ext\/sync\/blobs\/[^/]+\/([0-9a-f]{64})(?:\?offset=(\d+))?$/;

/** Content of a request. */
interface Asked {
  method: string;
  path: string;
}

/** A content whose bytes are being received. */
interface Body {
  sha256: string;
  start: number;
}

/** Reads both directions of one connection. */
export function watchConnection(seen: (stretch: Seen) => void): Record<'up' | 'down', (bytes: Buffer) => void> {
  const asked: Asked[] = [];
  const report =
    (way: Seen['way']) =>
    ({ sha256, start }: Body, bytes: number) =>
      seen({ way, sha256, start, end: start + bytes });
  return {
    up: readMessages(
      ([method = '', path = '']) => {
        asked.push({ method, path });
        const [, sha256, offset] = CONTENT.exec(path) ?? [];
        return method === 'PUT' && sha256 !== undefined ? { sha256, start: Number(offset ?? 0) } : null;
      },
      () => 0,
      report('up'),
    ),
    down: readMessages(
      ([, status], head) => {
        const { method, path } = asked.shift() ?? { method: '', path: '' };
        const [, sha256] = CONTENT.exec(path) ?? [];
        if (method !== 'GET' || sha256 === undefined || (status !== '200' && status !== '206')) return null;
        return { sha256, start: Number(/^content-range: bytes (\d+)/im.exec(head)?.[1] ?? 0) };
      },
      () => Number.POSITIVE_INFINITY,
      report('down'),
    ),
  };
}

/**
 * Reads the messages of one direction.
 * @param begun called with each head by the words of its first line; returns the content of its body
 * @param unsaid returns the length of a body that is not declared
 */
function readMessages(
  begun: (words: string[], head: string) => Body | null,
  unsaid: () => number,
  report: (body: Body, bytes: number) => void,
): (bytes: Buffer) => void {
  let head = '';
  let tail = '';
  let left: number | 'chunks' = 0;
  let body: Body | null = null;
  return (bytes) => {
    let rest = bytes;
    while (rest.length > 0) {
      if (left === 'chunks') {
        const text = tail + rest.toString('latin1');
        const end = text.indexOf(CHUNKS_END);
        rest = end < 0 ? rest.subarray(rest.length) : rest.subarray(end + CHUNKS_END.length - tail.length);
        tail = end < 0 ? text.slice(1 - CHUNKS_END.length) : '';
        if (end >= 0) left = 0;
      } else if (left > 0) {
        const length = Math.min(left, rest.length);
        if (body !== null) {
          report(body, length);
          body = { ...body, start: body.start + length };
        }
        left -= length;
        rest = rest.subarray(length);
      } else {
        const before = head.length;
        head += rest.toString('latin1');
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        rest = rest.subarray(end + HEAD_END.length - before);
        const words = head.slice(0, head.indexOf('\r\n')).split(' ');
        body = begun(words, head.slice(0, end));
        const length = /^content-length: *(\d+)/im.exec(head)?.[1];
        const bodiless = words[1] === '204' || words[1] === '304';
        left = bodiless ? 0 : length !== undefined ? Number(length) : unsaid();
        // The end of the head is that of the line before the first chunk.
        if (/^transfer-encoding: *chunked/im.test(head)) [left, tail] = ['chunks', '\r\n'];
        head = '';
      }
    }
  };
}

/** Adds a range to the known ones, which are sorted and separate. @returns the part of it that was known before */
export function addStretch(known: Stretch[], { start, end }: Stretch): Stretch[] {
  const again: Stretch[] = [];
  const apart: Stretch[] = [];
  const joined = { start, end };
  for (const one of known) {
    if (one.end < start || one.start > end) apart.push(one);
    else {
      if (one.end > start && one.start < end)
        again.push({ start: Math.max(one.start, start), end: Math.min(one.end, end) });
      joined.start = Math.min(joined.start, one.start);
      joined.end = Math.max(joined.end, one.end);
    }
  }
  known.splice(0, known.length, ...[...apart, joined].toSorted((a, b) => a.start - b.start));
  return again;
}
