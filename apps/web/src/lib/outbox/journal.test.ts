import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJournal, type Save, savesOf } from './journal.ts';

const HOST = 'https://holdfast.example';
const save = (key: string, more: Partial<Save> = {}): Save =>
  ({
    key,
    userId: 'maren',
    host: HOST,
    operation: 'setCondition',
    input: {},
    subject: key,
    row: key,
    ifMatch: null,
    at: 0,
    attempts: 0,
    refusal: null,
    content: null,
    ...more,
  }) as Save;
const keysOf = (saves: readonly Save[]): string[] => saves.map(({ key }) => key);

describe('the saves that a browser keeps', () => {
  it('are those of one user for one server, oldest first', async () => {
    const journal = openJournal();
    await journal.add(save('late', { at: 5 }));
    await journal.add(save('early', { at: 1 }));
    await journal.add(save('of another', { userId: 'idris' }));
    await journal.add(save('elsewhere', { host: 'https://other.example' }));
    expect(keysOf(await journal.read('maren', HOST))).toEqual(['early', 'late']);
    expect(keysOf(await journal.read('idris', HOST))).toEqual(['of another']);
    await journal.put(save('late', { at: 0, attempts: 2 }));
    await journal.remove('early');
    expect(await journal.read('maren', HOST)).toMatchObject([{ key: 'late', attempts: 2 }]);
  });

  it('are found by their operation', () => {
    const moved = save('moved', { operation: 'setParentItem' });
    expect(savesOf([save('set'), moved], 'setCondition')).toEqual([save('set')]);
  });
});

describe('a save that is not in the database yet', () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = new Map();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, value: string) {
        stored.set(key, value);
        Object.defineProperty(this, key, { value, enumerable: true, configurable: true });
      },
      removeItem(key: string) {
        stored.delete(key);
        Reflect.deleteProperty(this, key);
      },
    };
    for (const method of ['getItem', 'setItem', 'removeItem'])
      Object.defineProperty(storage, method, { enumerable: false });
    vi.stubGlobal('localStorage', storage);
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('is found by the page that is loaded next, unless it has bytes', async () => {
    const journal = openJournal();
    await journal.add(save('condition'));
    await journal.add(save('photo', { content: { bytes: new Blob(['x']) } }));
    expect(keysOf(await openJournal().read('maren', HOST))).toEqual(['condition']);
    await journal.remove('condition');
    expect(stored.size).toBe(0);
  });
});
