import { CallError } from '@holdfast/contract/client';
import { describe, expect, it } from 'vitest';
import { changedSince, type DraftedRecord, saveEdit } from './recordDraft.ts';

interface Site {
  name: string;
  shortName: string;
  clock: string;
}

/** A record that answers `changedMeanwhile` when its clock is not the clock on which the save is based. */
function drafted(stored: Site): DraftedRecord<Site, Pick<Site, 'name' | 'shortName'>> & { sent: unknown[] } {
  const sent: unknown[] = [];
  return {
    sent,
    record: stored,
    valuesOf: ({ name, shortName }) => ({ name, shortName }),
    clockOf: ({ clock }) => clock,
    reload: () => Promise.resolve(stored),
    save(values, ifMatch) {
      if (ifMatch !== stored.clock) {
        const details = { yours: '', theirs: '', by: 'wren', at: '2026-01-15T12:00:00.000Z' };
        const problem = { type: '', title: '', status: 409, code: 'changedMeanwhile', details };
        return Promise.reject(new CallError(409, problem));
      }
      sent.push(values);
      return Promise.resolve();
    },
  };
}

describe('saving changes to a record', () => {
  const base: Site = { name: 'Tarn', shortName: 'T', clock: '1' };

  it('sends the current value of unchanged fields, not the value they had', async () => {
    const record = drafted({ name: 'Tarn', shortName: 'theirs', clock: '1' });
    expect(await saveEdit(record, { base, values: { name: 'Fell' } }, null)).toEqual({ is: 'saved' });
    expect(record.sent).toEqual([{ name: 'Fell', shortName: 'theirs' }]);
  });

  it('shows what another user saved in the meantime, and overwrites it on request', async () => {
    const record = drafted({ name: 'Scaur', shortName: 'T', clock: '2' });
    const edit = { base, values: { name: 'Fell' } };
    const outcome = await saveEdit(record, edit, null);
    expect(outcome).toMatchObject({ is: 'late', conflict: { theirs: { name: 'Scaur' }, by: 'wren', clock: '2' } });
    expect(record.sent).toEqual([]);
    if (outcome.is !== 'late') return;
    expect(await saveEdit(record, edit, outcome.conflict)).toEqual({ is: 'saved' });
    expect(record.sent).toEqual([{ name: 'Fell', shortName: 'T' }]);
  });

  it.each([new CallError(500, null), new TypeError('no call')])(
    'keeps any other failure as it is: %s',
    async (failure) => {
      const record = { ...drafted(base), save: () => Promise.reject(failure) };
      expect(await saveEdit(record, { base, values: { name: 'Fell' } }, null)).toEqual({ is: 'failed', failure });
    },
  );
});

describe('text typed while a save is being sent', () => {
  it('remains an unsaved change, and the text that was sent does not', () => {
    const since = (now: Partial<Site>, sent: Partial<Site>): Partial<Site> => changedSince<Site>(now, sent);
    expect(since({ name: 'ABCDEF', shortName: 'A' }, { name: 'AB', shortName: 'A' })).toEqual({ name: 'ABCDEF' });
    expect(since({ name: 'AB' }, { name: 'AB' })).toEqual({});
    expect(since({ name: 'AB', shortName: 'B' }, { name: 'AB' })).toEqual({ shortName: 'B' });
  });
});
