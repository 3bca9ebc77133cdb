import { describe, expect, it } from 'vitest';
import type { Save, SaveParts } from './journal.ts';
import { stateOf } from './useOutbox.ts';

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
