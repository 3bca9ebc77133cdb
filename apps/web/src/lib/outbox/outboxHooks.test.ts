// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { cached } from '../testing/cached.ts';
import { mounted } from '../testing/mounted.ts';
import { heldOutbox, provided } from '../testing/providers.ts';
import type { NewSave } from './outbox.ts';
import type { SavedOperation } from './saveKinds.ts';
import { useOutbox, useProgress, useSave, useSaves, useSavesOf, useSaveState } from './useOutbox.ts';

const save = (key: string, rest: object = {}) => ({
  key,
  operation: 'setCondition',
  subject: 'rail',
  attempts: 0,
  refusal: null,
  content: null,
  ...rest,
});
const { cache } = cached();

describe('the hooks of the outbox', () => {
  it('fail without an outbox', async () => {
    await expect(mounted(useOutbox, undefined, provided(cache))).rejects.toThrow('no outbox');
  });

  it('return the waiting saves, all or those of some operations, and add one', async () => {
    const held = heldOutbox();
    const around = provided(cache, held.outbox);
    const operations: SavedOperation[] = ['setItemName', 'addFileToItem'];
    const all = await mounted(useSaves, undefined, around);
    const some = await mounted(() => useSavesOf(operations), undefined, around);
    const [condition, name] = [save('a'), save('b', { operation: 'setItemName' })];
    await held.hold([condition, name]);
    expect([all.now, some.now]).toEqual([[condition, name], [name]]);
    const before = some.now;
    await held.hold([name]);
    expect([all.now, some.now === before]).toEqual([[name], true]);
    const add = await mounted(useSave, undefined, around);
    add.now(condition as unknown as NewSave);
    expect(held.added).toEqual([condition]);
  });

  it('return the share of a save that is sent', async () => {
    const held = heldOutbox({ progress: (key) => (key === 'photo' ? 0.5 : 0) });
    expect((await mounted(useProgress, 'photo', provided(cache, held.outbox))).now).toBe(0.5);
  });
});

describe('the state of a value', () => {
  it('is that of its newest save, and afterwards whether it was acknowledged', async () => {
    const held = heldOutbox({ wasSaved: (subject) => subject === 'hook' });
    const state = await mounted(useSaveState, 'rail', provided(cache, held.outbox));
    expect(state.now).toEqual({ state: 'idle', save: undefined });
    const [first, second, other] = [
      save('1', { refusal: { code: null, reason: '' } }),
      save('2'),
      save('3', { subject: 'hook', attempts: 1 }),
    ];
    await held.hold([first, second, other]);
    expect(state.now).toEqual({ state: 'saving', save: second });
    await state.render('hook');
    expect(state.now).toEqual({ state: 'waiting', save: other });
    await held.hold([first]);
    expect(state.now).toEqual({ state: 'saved', save: undefined });
    await state.render('rail');
    expect(state.now).toEqual({ state: 'refused', save: first });
  });
});
