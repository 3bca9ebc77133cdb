import { describe, expect, it } from 'vitest';
import { readLines, Stopped } from './lines.ts';

const COLUMNS = ['id', 'scopeId', 'createdAt', 'updatedAt', 'createdByUserId', 'updatedByUserId', 'deletedAt'];
const ALL = [...COLUMNS, '_seq', '_clk', 'name'];
const columns = { kind: 'columns', table: 'place', columns: ALL };
const row = (id: string): unknown[] => ['place', id, 'A', 1, 1, 'maren', 'maren', null, 3, '{}', 'Rig'];
const mark = { kind: 'mark', scopeId: 'A', cursor: 3 };
const end = { kind: 'end' };

/** Reads a stream of batches of lines; a text is a line as it is. */
function read(...batches: (unknown[] | Error)[]): ReturnType<typeof readLines> {
  return readLines(
    (async function* stream() {
      for (const batch of batches) {
        if (batch instanceof Error) throw batch;
        yield batch.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
      }
    })(),
  );
}

describe('the lines of a stream', () => {
  it('are returned one by one over all batches, except rows and their columns', async () => {
    const lines = read([columns, row('rig')], [], [row('deck'), mark], [end]);
    expect(await lines.next()).toEqual(mark);
    expect(lines.takeRows().map((text) => JSON.parse(text) as unknown)).toEqual([row('rig'), row('deck')]);
    expect(lines.takeRows()).toEqual([]);
    expect(lines.columns.get('place')).toEqual(ALL);
    expect(await lines.next()).toEqual(end);
    expect(await lines.next()).toBeNull();
  });

  it('end where the stream was cut: within a line, or with its connection', async () => {
    const within = read([mark, JSON.stringify(end).slice(0, -2)]);
    expect([await within.next(), await within.next()]).toEqual([mark, null]);
    const between = read([mark], new Error('connection reset'));
    expect([await between.next(), await between.next()]).toEqual([mark, null]);
  });

  it.each([
    ['a row whose columns were not sent', [row('rig')]],
    ['a row that lacks a value', [columns, row('rig').slice(0, -1)]],
    ['a row with a value too many', [columns, [...row('rig'), 1]]],
    ['a row of no table', [columns, [7, ...row('rig').slice(1)]]],
    ['a row with a list as a value', [columns, [...row('rig').slice(0, -1), []]]],
    ['a line of an unknown kind', [{ kind: 'greeting' }]],
    ['a text', ['"text"']],
  ])('stop the run with %s', async (_what, batch) => {
    const failed = read(batch).next();
    await expect(failed).rejects.toBeInstanceOf(Stopped);
    await expect(failed).rejects.toMatchObject({ message: 'The server answered something else.', refusal: null });
  });
});
