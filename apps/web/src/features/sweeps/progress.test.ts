import { describe, expect, it } from 'vitest';
import { keyOfTag, progressOf, type SweepRead } from './progress.ts';

const target = (itemId: string, tag: string) => ({ itemId, name: itemId, place: 'Deck', tag, tagKind: 'epc' as const });
const read = (tag: string, seenAt = 0): SweepRead => ({ tag, tagKind: 'epc', seenAt });
const reads = (...list: SweepRead[]) => new Map(list.map((each) => [keyOfTag(each), each]));

describe('the progress of a sweep', () => {
  const targets = {
    targets: [target('lamp', 'AAAA'), target('hook', 'BBBB'), target('camera', 'CCCC')],
    untagged: [{ itemId: 'box', name: 'box', place: 'Deck' }],
  };

  it('moves items from missing to found as their tags are read, the newest first', () => {
    const none = progressOf(targets, reads(), new Map());
    expect(none.missing.map(({ itemId }) => itemId)).toEqual(['lamp', 'hook', 'camera']);
    const two = progressOf(targets, reads(read('AAAA'), read('CCCC')), new Map());
    expect(two.found.map(({ itemId }) => itemId)).toEqual(['camera', 'lamp']);
    expect(two.missing.map(({ itemId }) => itemId)).toEqual(['hook']);
    expect(two.untagged).toMatchObject([{ itemId: 'box', tag: null }]);
  });

  it('names the item of an unexpected tag once it is known', () => {
    const elsewhere = { ...target('sheave', 'DDDD'), place: 'Other rig' };
    const known = new Map([[keyOfTag(elsewhere), elsewhere]]);
    const { unexpected } = progressOf(targets, reads(read('DDDD'), read('EEEE')), known);
    expect(unexpected).toMatchObject([
      { tag: 'EEEE', itemId: null, name: '' },
      { tag: 'DDDD', itemId: 'sheave', place: 'Other rig' },
    ]);
  });

  it('distinguishes tags of different kinds with the same digits', () => {
    const { found } = progressOf(targets, reads({ tag: 'AAAA', tagKind: 'uid', seenAt: 0 }), new Map());
    expect(found).toEqual([]);
  });
});
