/** Streams of JSON values, one on each line (NDJSON). */

/** Maximum length of a line in UTF-16 units: many times that of the longest row, so that a stream without line breaks cannot fill the memory. */
const LONGEST = 16 * 1024 * 1024;

/**
 * Splits a stream of text pieces into lines, and yields the lines of each piece together. An incomplete line at the end is yielded, too.
 * @throws {RangeError} when a line is longer than any value that is sent
 */
export async function* linesOf(
  pieces: AsyncIterable<string>,
  longest = LONGEST,
): AsyncGenerator<readonly string[], void, void> {
  /** Parts of the line that is not complete yet; they are joined once, when it is. */
  let rest: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const [first, ...others] = piece.split('\n');
    length += first!.length;
    if (length > longest) throw new RangeError(`A line of the stream is longer than ${longest} characters.`);
    rest.push(first!);
    if (others.length === 0) continue;
    const last = others.pop()!;
    yield [rest.join(''), ...others];
    rest = [last];
    length = last.length;
  }
  if (length > 0) yield [rest.join('')];
}
