import { describe, expect, it } from 'vitest';
import type { Operation, StoredRow, TableDefinition } from './registry.ts';
import { mayAttempt, mayChange } from './rights.ts';
import { toyRegistry } from './testing/toy.ts';

const place: TableDefinition = {
  ...toyRegistry.get('place')!,
  rights: { insert: 'inspect', update: { name: 'inspect', x: 'administer' }, delete: 'administer', restore: null },
};
const mark: TableDefinition = {
  ...toyRegistry.get('mark')!,
  rights: { ...place.rights, update: { value: 'administer' } },
};
const row = { id: 'p1', deletedAt: null } as StoredRow;

const may = (table: TableDefinition, op: Operation, before: StoredRow | null, ...columns: string[]): boolean =>
  mayChange(table, { op, before, columns }, (right) => right === 'inspect');

describe('a user who records inspections', () => {
  it('changes the columns of this right alone, also of a row whose id is derived from its columns', () => {
    expect([may(place, 'upd', row, 'name'), may(place, 'upd', row, 'name', 'x')]).toEqual([true, false]);
    expect(may(place, 'upd', row, 'kind')).toBe(false);
    expect(may(mark, 'upd', row, 'value')).toBe(false);
  });

  it('creates rows with any columns, and finds those that are derived from their columns', () => {
    expect(may(place, 'ins', null, 'name', 'x')).toBe(true);
    expect(may(mark, 'ins', row, 'value')).toBe(true);
    // The row exists: it would be changed.
    expect(may(place, 'ins', row, 'name', 'x')).toBe(false);
  });

  it('neither deletes nor restores without the right', () => {
    expect([may(place, 'del', row), may(place, 'restore', row)]).toEqual([false, false]);
  });

  it('may attempt what is possible for some row', () => {
    const attempt = (op: Operation, ...columns: string[]): boolean =>
      mayAttempt(place, { op, columns }, (right) => right === 'inspect');
    expect([attempt('ins', 'x'), attempt('upd', 'x', 'name'), attempt('upd')]).toEqual([true, true, true]);
    expect([attempt('upd', 'x'), attempt('del'), attempt('restore')]).toEqual([false, false, false]);
  });
});
