import type { Field, FieldsTemplate } from '@holdfast/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '../../../lib/texts/administration.ts';
import { isSureOfChanges } from './sureOfChanges.ts';
import { reportsText, usageText } from './usageText.ts';

const field = (part: Partial<Field> = {}): Field =>
  ({ id: 'wear', name: 'Wear', shortName: 'w', fieldTypeId: 'text', fieldType: { name: 'Text' }, ...part }) as Field;
const retyped = field({ fieldTypeId: 'number', fieldType: { name: 'Number' } as Field['fieldType'] });
const renamed = field({ shortName: 'wear' });

let usage: { answers: number; reports: string[]; rules: unknown[] };
const asked = vi.fn(() => usage);
const confirm = vi.fn(async (_: unknown) => true);
const sure = (shown: Field[], stored = field()): Promise<boolean> =>
  isSureOfChanges({ fields: [stored] } as FieldsTemplate, shown, confirm);
const question = (): { title: string; text: string; confirm: string } =>
  confirm.mock.lastCall?.[0] as { title: string; text: string; confirm: string };

beforeEach(() => {
  usage = { answers: 0, reports: [], rules: [] };
  asked.mockClear();
  confirm.mockReset().mockResolvedValue(true);
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(asked()), { headers: { 'content-type': 'application/json' } }),
  );
});
afterEach(() => void vi.unstubAllGlobals());

describe('saving changes of questions', () => {
  it.each([
    ['nothing changed', [field()]],
    ['another property changed', [field({ name: 'Wear and tear' })]],
    ['the question is gone', []],
    ['it got its first short name', [field({ shortName: 'w' })], field({ shortName: '' })],
  ])('asks nothing when %s', async (_, shown, stored = field()) => {
    expect(await sure(shown, stored)).toBe(true);
    expect([asked.mock.calls.length, confirm.mock.calls.length]).toEqual([0, 0]);
  });

  it('asks nothing about a question that is not used', async () => {
    expect(await sure([field({ ...retyped, shortName: 'wear' })])).toBe(true);
    expect([asked.mock.calls.length, confirm.mock.calls.length]).toEqual([1, 0]);
  });

  it('shows the answers before the type changes', async () => {
    usage.answers = 3;
    expect(await sure([retyped])).toBe(true);
    expect(confirm).toHaveBeenCalledOnce();
    expect(question()).toEqual({
      title: t('adminFields.typeTitle', { name: 'Wear', type: 'Number' }),
      text: `${usageText(usage as never)} ${t('adminFields.typeKeepsAnswers')}`,
      confirm: t('adminFields.typeConfirm'),
    });
    confirm.mockResolvedValue(false);
    expect(await sure([retyped])).toBe(false);
  });

  it('shows the reports before the type changes', async () => {
    usage.reports = ['Drops', 'Lifts'];
    expect(await sure([retyped])).toBe(true);
    expect(question().text).toBe(t('adminFields.typeReports', { count: 2, names: 'Drops, Lifts' }));
  });

  it('shows the reports before a short name changes, and not the answers', async () => {
    usage.answers = 3;
    expect(await sure([renamed])).toBe(true);
    expect(confirm).not.toHaveBeenCalled();
    usage.reports = ['Drops'];
    expect(await sure([renamed])).toBe(true);
    expect(question()).toEqual({
      title: t('adminFields.shortNameTitle', { name: 'Wear' }),
      text: reportsText(['Drops']).join(' '),
      confirm: t('adminFields.shortNameConfirm'),
    });
    confirm.mockResolvedValue(false);
    expect(await sure([renamed])).toBe(false);
  });

  it('asks twice when both change', async () => {
    usage.reports = ['Drops'];
    await sure([field({ ...retyped, shortName: 'wear' })]);
    expect(confirm).toHaveBeenCalledTimes(2);
  });
});
