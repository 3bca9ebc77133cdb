/** Streams of JSON values, one on each line (NDJSON). */

/** The lines of a stream, from pieces of text however they were cut: those of a piece together. What was cut off half-way is a line too. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[], void, void> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
  if (rest !== '') yield [rest];
}
