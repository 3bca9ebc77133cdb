import { describe, expect, it } from 'vitest';
import type { Save, SaveParts } from './journal.ts';
import { stateOf, unchanged } from './useOutbox.ts';

const save = (key: string, rest: Partial<SaveParts> = {}): Save => ({
  key,
  userId: 'maren',
  host: '',
  operation: 'setCondition',
  input: { installationInspectionId: 'drops', itemId: key, conditionId: null },
  subject: key,
  row: key,
  ifMatch: null,
  at: 0,
  attempts: 0,
  refusal: null,
  content: null,
  ...rest,
});

describe('a save', () => {
  it('is queued behind a save of its kind that got no answer', () => {
    const photo = save('photo', { content: { bytes: new Blob() } });
    const saves = [save('condition', { attempts: 1 }), save('answer'), photo];
    expect(saves.map((each) => stateOf(each, saves))).toEqual(['waiting', 'queued', 'saving']);
  });

  it('is sent although an earlier save was refused', () => {
    const saves = [save('condition', { attempts: 1, refusal: { code: null, reason: '' } }), save('answer')];
    expect(saves.map((each) => stateOf(each, saves))).toEqual(['refused', 'saving']);
  });
});

describe('a reader of some saves', () => {
  it('returns the same array until one of its saves is replaced, added or removed', () => {
    const [first, second] = [save('first'), save('second')];
    let all: readonly Save[] = [first];
    const read = unchanged(() => all);
    const before = read();
    all = [first];
    expect(read()).toBe(before);
    all = [first, second];
    const longer = read();
    expect(longer).toEqual([first, second]);
    all = [first, { ...second, attempts: 1 }];
    expect(read()).not.toBe(longer);
    all = [];
    expect(read()).toEqual([]);
  });
});
