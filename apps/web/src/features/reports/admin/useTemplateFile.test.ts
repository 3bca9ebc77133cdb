// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import { answered, bodyOf, fetching, refusal, signedInPage } from '../../../lib/testing/signedInPage.ts';
import { t } from '../../../lib/texts/administration.ts';
import { reasonAgainst, type TemplateFile, useTemplateFile } from './useTemplateFile.ts';

signedInPage();

const finding = { line: 3, column: 1, severity: 'error', message: 'No such function' };
const json = (body: unknown, status = 200): Response =>
  answered(JSON.stringify(body), status === 200 ? 'application/json' : 'application/problem+json', status);

/** Mounts the choice of a template; what is chosen is read in real time. */
async function choosing() {
  vi.useRealTimers();
  vi.spyOn(console, 'error').mockReturnValue();
  const hook = await mounted(useTemplateFile, undefined);
  return {
    hook,
    async choose(name: string | null, content = '<Report/>'): Promise<void> {
      await act(async () => hook.now.choose(name === null ? null : new File([content], name)));
    },
    settled: (at: TemplateFile['at']): Promise<void> =>
      vi.waitFor(async () => {
        await act(async () => undefined);
        expect(hook.now.file.at).toBe(at);
      }),
  };
}

describe('the file of a template', () => {
  it('is sent to the check as a data address, whatever the case of its extension', async () => {
    const { hook, choose, settled } = await choosing();
    expect(hook.now.file).toEqual({ at: 'none' });
    fetching.mockImplementation(async () => json([finding]));
    await choose('Drops.FRX');
    await settled('checked');
    const { frx } = JSON.parse(bodyOf(fetching.mock.lastCall?.[1])) as { frx: string };
    expect(frx).toMatch(/^data:.*;base64,PFJlcG9ydC8\+$/);
    expect(hook.now.file).toEqual({ at: 'checked', name: 'Drops.FRX', frx, findings: [finding] });
    expect(reasonAgainst(hook.now.file)).toBeNull();
    await choose(null);
    expect(hook.now.file).toEqual({ at: 'none' });
    expect(reasonAgainst(hook.now.file)).toBe(t('admin.needs', { what: t('adminReports.file') }));
  });

  it('is refused without a request when it is no template', async () => {
    const { hook, choose } = await choosing();
    await choose('frx.pdf');
    expect(hook.now.file).toEqual({
      at: 'refused',
      name: 'frx.pdf',
      reason: t('adminReports.onlyFrx'),
      findings: [],
    });
    expect(fetching).not.toHaveBeenCalled();
    expect(reasonAgainst(hook.now.file)).toBe(t('adminReports.refused', { file: 'frx.pdf' }));
  });

  it.each([
    ['with its errors', () => json(problemOf('templateRefused', { findings: [finding] }), 422), [finding]],
    ['without errors when the answer has none', () => json(problemOf('templateRefused', null), 422), []],
    [
      'without errors for another reason',
      () => json(problemOf('badInput', { issues: [], findings: [finding] }), 400),
      [],
    ],
    ['without errors when the server is not reached', () => refusal(502, 'internal'), []],
  ])('is refused by the check %s', async (_, answer, findings) => {
    const { hook, choose, settled } = await choosing();
    fetching.mockImplementation(async () => answer());
    await choose('drops.frx');
    await settled('refused');
    expect(hook.now.file).toMatchObject({ name: 'drops.frx', findings });
  });

  it('is the one chosen last, although the check of an earlier one ends later', async () => {
    const { hook, choose, settled } = await choosing();
    const open: ((answer: Response) => void)[] = [];
    fetching.mockImplementation(() => new Promise((resolve) => open.push(resolve)));
    await choose('first.frx');
    expect(hook.now.file).toEqual({ at: 'checking', name: 'first.frx' });
    expect(reasonAgainst(hook.now.file)).toBe(t('adminReports.checking'));
    await vi.waitFor(() => expect(open).toHaveLength(1));
    await choose('second.frx');
    await vi.waitFor(() => expect(open).toHaveLength(2));
    open[1]!(json([]));
    await settled('checked');
    open[0]!(refusal(403, 'forbidden'));
    await act(() => new Promise<void>((resolve) => void setImmediate(resolve)));
    expect(hook.now.file).toMatchObject({ at: 'checked', name: 'second.frx' });
  });
});

function problemOf(code: string, details: unknown) {
  return { type: '', title: '', status: 422, code, details };
}
