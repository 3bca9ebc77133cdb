// @vitest-environment happy-dom
import type { TagSeen } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { nearestTag, tagInWords, tagsRead, useTags } from './tagReads.ts';

const tag = (digits: string, rssi: number | null = null): TagSeen => ({
  tag: digits,
  tagKind: 'epc',
  rssi,
  source: 'scan',
  deviceId: 'reader',
});

describe('tags that are read', () => {
  it('reach the component that was mounted last, and the one before it once that has ended', async () => {
    const got: string[] = [];
    const receive = (name: string) =>
      mounted((to: string) => useTags((tags) => void got.push(`${to}: ${tags.map((one) => one.tag).join(' ')}`)), name);
    tagsRead([tag('A')]);
    const page = await receive('page');
    tagsRead([tag('B'), tag('C')]);
    const dialog = await receive('dialog');
    const menu = await receive('menu');
    tagsRead([tag('D')]);
    await dialog.end();
    tagsRead([tag('E')]);
    await menu.end();
    tagsRead([tag('F')]);
    await page.end();
    tagsRead([tag('G')]);
    expect(got).toEqual(['page: B C', 'menu: D', 'menu: E', 'page: F']);
  });

  it('reach the function of the last render', async () => {
    const got: string[] = [];
    const page = await mounted((name: string) => useTags(() => void got.push(name)), 'first');
    await page.render('second');
    tagsRead([tag('A')]);
    expect(got).toEqual(['second']);
  });
});

describe('the nearest tag', () => {
  it('is the one with the strongest signal', () => {
    expect(nearestTag([tag('A', -60), tag('B', -30), tag('C', -45), tag('D')])?.tag).toBe('B');
    expect(nearestTag([tag('A'), tag('B', -80)])?.tag).toBe('B');
  });

  it('is the first one where readers report no signal, and none without tags', () => {
    expect(nearestTag([tag('A'), tag('B')])?.tag).toBe('A');
    expect(nearestTag([])).toBeUndefined();
  });
});

it.each([
  ['E28011', 'E280 11'],
  ['E280', 'E280'],
  ['E2801160AB', 'E280 1160 AB'],
])('The tag %s is shown as %s', (digits, shown) => {
  expect(tagInWords(digits)).toBe(shown);
});
