import { describe, expect, it } from 'vitest';
import { openTally, type SweepRead } from './progress.ts';

const target = (itemId: string, tag: string) => ({ itemId, name: itemId, place: 'Deck', tag, tagKind: 'epc' as const });
const read = (tag: string, seenAt = 0): SweepRead => ({ tag, tagKind: 'epc', seenAt });

describe('the progress of a sweep', () => {
  const targets = {
    targets: [target('lamp', 'AAAA'), target('hook', 'BBBB'), target('camera', 'CCCC')],
    untagged: [{ itemId: 'box', name: 'box', place: 'Deck' }],
  };

  it('moves items from missing to found as their tags are read, the newest first', () => {
    const none = openTally(targets, []).progress();
    expect(none.missing.map(({ itemId }) => itemId)).toEqual(['lamp', 'hook', 'camera']);
    const tally = openTally(targets, [read('AAAA')]);
    expect(tally.add(read('CCCC'))).toBe('found');
    expect(tally.add(read('CCCC', 5))).toBeNull();
    expect(tally.left()).toBe(1);
    expect(tally.reads()).toEqual([read('AAAA'), read('CCCC')]);
    const two = tally.progress();
    expect(two.found.map(({ itemId }) => itemId)).toEqual(['camera', 'lamp']);
    expect(two.missing.map(({ itemId }) => itemId)).toEqual(['hook']);
    expect(two.untagged).toMatchObject([{ itemId: 'box', tag: null }]);
  });

  it('names the item of an unexpected tag once it is known', () => {
    const elsewhere = { ...target('sheave', 'DDDD'), place: 'Other rig' };
    const tally = openTally(targets, [read('DDDD')]);
    expect(tally.add(read('EEEE'))).toBe('unexpected');
    expect(tally.unexpectedFrom(1)).toEqual([read('EEEE')]);
    tally.identify([elsewhere]);
    expect(tally.progress().unexpected).toMatchObject([
      { tag: 'EEEE', itemId: null, name: '' },
      { tag: 'DDDD', itemId: 'sheave', place: 'Other rig' },
    ]);
  });

  it('distinguishes tags of different kinds with the same digits', () => {
    const { found } = openTally(targets, [{ tag: 'AAAA', tagKind: 'uid', seenAt: 0 }]).progress();
    expect(found).toEqual([]);
  });
});
