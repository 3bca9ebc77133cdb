/** A stream on the wire: one JSON value a line. */

/**
 * The values of a stream, from pieces of text however they were cut: those of a piece together.
 * @throws {SyntaxError} from the iteration, for a line that is no JSON, which a line cut off half-way is too
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly unknown[], void, void> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    if (lines.length > 0) yield lines.map((line) => JSON.parse(line) as unknown);
  }
  if (rest !== '') yield [JSON.parse(rest) as unknown];
}
