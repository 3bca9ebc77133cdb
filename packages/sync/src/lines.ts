/** A stream on the wire: one JSON value a line. */

/**
 * The values of a stream, from pieces of text however they were cut.
 * @throws {SyntaxError} from the iteration, for a line that is no JSON, which a line cut off half-way is too
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<unknown, void, void> {
  let rest = '';
  for await (const piece of pieces) {
    const whole = rest + piece;
    let from = 0;
    for (let end = whole.indexOf('\n'); end >= 0; end = whole.indexOf('\n', from)) {
      yield JSON.parse(whole.slice(from, end)) as unknown;
      from = end + 1;
    }
    rest = whole.slice(from);
  }
  if (rest !== '') yield JSON.parse(rest) as unknown;
}
