import { describe, expect, it } from 'vitest';
import { linesOf } from './lines.ts';

async function* piecesOf(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces;
}

/** Returns the groups of lines that a stream yields. */
async function groups(pieces: AsyncIterable<string>, longest?: number): Promise<(readonly string[])[]> {
  const read: (readonly string[])[] = [];
  for await (const lines of linesOf(pieces, longest)) read.push(lines);
  return read;
}

describe('the lines of a stream', () => {
  it('are yielded with the piece that completes them, the last one also without a line break', async () => {
    expect(await groups(piecesOf('{"a"', ':1}\n{"b":2}\n{"c"', ':', '3}', '\n', '{"d":4}'))).toEqual([
      ['{"a":1}', '{"b":2}'],
      ['{"c":3}'],
      ['{"d":4}'],
    ]);
    expect(await groups(piecesOf('', '\n', ''))).toEqual([['']]);
  });

  it('end with an error when one has no end', async () => {
    async function* endless(): AsyncGenerator<string> {
      for (;;) yield 'x'.repeat(100);
    }
    await expect(groups(endless(), 1_000)).rejects.toThrow(RangeError);
    expect(await groups(piecesOf('x'.repeat(1_000), '\n'), 1_000)).toEqual([['x'.repeat(1_000)]]);
  });
});
