/** Streams of JSON values, one on each line (NDJSON). */

/** Splits a stream of text pieces into lines, and yields the lines of each piece together. An incomplete line at the end is yielded, too. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[], void, void> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
  if (rest !== '') yield [rest];
}
