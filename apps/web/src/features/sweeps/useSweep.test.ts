// @vitest-environment happy-dom
import type { SweepTargets, TagSeen } from '@holdfast/contract';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { provided } from '../../lib/testing/providers.ts';
import { cached } from '../../lib/testing/cached.ts';
import { answered, bodyOf, fetching, pass, signedInPage } from '../../lib/testing/signedInPage.ts';
import { tagsRead } from '../rfid/index.ts';
import * as sounds from './sounds.ts';
import { type KeptSweep, useKeptSweep, useSweep } from './useSweep.ts';

signedInPage();

const target = (itemId: string, tag: string) => ({ itemId, name: itemId, place: 'Deck', tag, tagKind: 'epc' as const });
const targets: SweepTargets = { targets: [target('lamp', 'AAAA'), target('hook', 'BBBB')], untagged: [] };
const reads = (...tags: string[]): Promise<void> =>
  act(async () => tagsRead(tags.map((tag) => ({ tag, tagKind: 'epc' }) as TagSeen)));
/** The inspection of the sweep: another one for each test. */
let inspection = '';
let begun = 0;
const keptAs = (): string => `holdfast:draft:maren:sweep:${inspection}`;
const stored = (): string[] | undefined =>
  (JSON.parse(localStorage.getItem(keptAs()) ?? 'null') as KeptSweep | null)?.reads.map(({ tag }) => tag);

/** The sweep of an inspection, stored as begun. */
async function sweeping(isLoud = true) {
  const hook = await mounted(
    () => {
      const kept = useKeptSweep(inspection);
      return { ...useSweep(inspection, kept, targets, isLoud), kept };
    },
    undefined,
    provided(cached().cache),
  );
  const shown = () => ({
    found: hook.now.progress.found.map(({ itemId }) => itemId),
    unexpected: hook.now.progress.unexpected.map(({ tag, name }) => `${tag} ${name}`),
  });
  return { hook, shown };
}

let played: string[];
beforeEach(() => {
  begun += 1;
  inspection = `drops ${begun}`;
  played = [];
  vi.spyOn(sounds, 'play').mockImplementation((sound) => void played.push(sound));
  vi.spyOn(sounds, 'prepareSounds').mockReturnValue();
});

describe('a sweep under way', () => {
  const begin = (): void =>
    localStorage.setItem(keptAs(), JSON.stringify({ locationId: null, startedAt: 5, reads: [] } satisfies KeptSweep));

  it('shows the first tag at once, and those that follow together', async () => {
    begin();
    const { hook, shown } = await sweeping();
    await reads('AAAA');
    await pass(0);
    expect(shown()).toEqual({ found: ['lamp'], unexpected: [] });
    await reads('CCCC');
    await reads('AAAA');
    await reads('DDDD');
    await pass(99);
    expect(shown().unexpected).toEqual([]);
    await pass(1);
    expect(shown().unexpected).toEqual(['DDDD ', 'CCCC ']);
    expect(hook.now.reads().map(({ tag }) => tag)).toEqual(['AAAA', 'CCCC', 'DDDD']);
    await act(async () => hook.now.add({ tag: 'BBBB', tagKind: 'epc' }));
    await pass(100);
    expect(shown().found).toEqual(['hook', 'lamp']);
  });

  it('plays a sound for what was read, and another one for the last', async () => {
    begin();
    const { hook } = await sweeping();
    expect(sounds.prepareSounds).toHaveBeenCalledOnce();
    await reads('AAAA', 'XXXX');
    await pass(100);
    await reads('YYYY');
    await pass(100);
    await reads('YYYY');
    await pass(100);
    await reads('BBBB');
    await pass(100);
    expect(played).toEqual(['found', 'unexpected', 'complete']);
    await hook.end();
    const quiet = await sweeping(false);
    await reads('ZZZZ');
    await pass(100);
    expect(played).toHaveLength(3);
    expect(sounds.prepareSounds).toHaveBeenCalledOnce();
    await quiet.hook.end();
  });

  it('is stored every second, when the page is hidden and when it is left, and goes on from there', async () => {
    begin();
    const { hook } = await sweeping();
    await reads('AAAA');
    await pass(900);
    expect(stored()).toEqual([]);
    await pass(100);
    expect(stored()).toEqual(['AAAA']);
    const written = vi.spyOn(Object.getPrototypeOf(localStorage) as Storage, 'setItem');
    await pass(5_000);
    expect(written).not.toHaveBeenCalled();
    await reads('BBBB');
    await act(async () => void window.dispatchEvent(new Event('pagehide')));
    expect(stored()).toEqual(['AAAA', 'BBBB']);
    await reads('CCCC');
    await hook.end();
    expect(stored()).toEqual(['AAAA', 'BBBB', 'CCCC']);
    const again = await sweeping();
    expect(again.shown()).toEqual({ found: ['hook', 'lamp'], unexpected: ['CCCC '] });
    await act(async () => again.hook.now.kept.drop());
    await reads('DDDD');
    await again.hook.end();
    expect(stored()).toBeUndefined();
    await pass(5_000);
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toBeUndefined();
  });

  it('asks once for the items of unexpected tags, and again with the next tag when that failed', async () => {
    begin();
    const { shown } = await sweeping();
    const asked = (): string[][] =>
      fetching.mock.calls.map(([, init]) =>
        (JSON.parse(bodyOf(init)) as { tags: { tag: string }[] }).tags.map(({ tag }) => tag),
      );
    await reads('AAAA', 'CCCC');
    await pass(0);
    await pass(249);
    expect(asked()).toEqual([]);
    await pass(1);
    expect(asked()).toEqual([['CCCC']]);
    await pass(5_000);
    expect(asked()).toHaveLength(1);
    fetching.mockImplementation(async (_, init) => {
      const { tags } = JSON.parse(bodyOf(init)) as { tags: { tag: string }[] };
      const items = tags.map(({ tag }) => ({ ...target(`item ${tag}`, tag), name: `Item ${tag}` }));
      return answered(JSON.stringify(items), 'application/json');
    });
    await reads('DDDD');
    await pass(100);
    await pass(250);
    expect(asked().slice(1)).toEqual([['CCCC', 'DDDD']]);
    expect(shown().unexpected).toEqual(['DDDD Item DDDD', 'CCCC Item CCCC']);
    await reads('EEEE');
    await pass(100);
    await pass(250);
    expect(asked().slice(2)).toEqual([['EEEE']]);
  });

  it('asks for many tags in several requests', async () => {
    begin();
    await sweeping();
    await reads(...Array.from({ length: 501 }, (_, at) => `T${at}`));
    await pass(100);
    await pass(250);
    const sizes = fetching.mock.calls.map(([, init]) => (JSON.parse(bodyOf(init)) as { tags: unknown[] }).tags.length);
    expect(sizes).toEqual([500, 1]);
  });
});
