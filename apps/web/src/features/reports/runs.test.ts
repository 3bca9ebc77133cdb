// @vitest-environment happy-dom
import type { ReportRun } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, readToken, storeToken } from '../../lib/calls/session.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { t } from '../../lib/texts/reports.ts';
import { answerRun, dropRun, findingsOf, keyOfRun, type PrintedOver, startRun, useAllRuns, useRun } from './runs.ts';
import { jsonAnswer } from '../../lib/testing/jsonAnswer.ts';

const over = {
  name: 'executeReportInstallationInspection',
  input: { installationInspectionId: 'drops' },
} as unknown as PrintedOver;
const KEY = keyOfRun('report', over);

interface Asked {
  url: URL;
  body: Record<string, unknown>;
  signal: AbortSignal;
  answer(response: Response): Promise<void>;
  fail(error: unknown): Promise<void>;
}
/** Calls that print, in order; the test answers them. */
let asked: Asked[];
let progress: Partial<ReportRun> | null;
const pass = (ms = 0): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const refused = (status: number, code: string, details: unknown = null): Response =>
  jsonAnswer({ type: '', title: 'The title.', status, code, details }, status, 'application/problem+json');
const file = (name: string): Response =>
  new Response('file', { headers: { 'content-disposition': `attachment; filename="${name}"` } });
const dialog = (name: string) => ({ name, title: name, parts: [] });

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  progress = null;
  storeToken('of Maren');
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    if (url.pathname.startsWith('/ext/report-runs/'))
      return progress === null ? Promise.reject(new Error()) : Promise.resolve(jsonAnswer(progress));
    return new Promise<Response>((resolve, reject) => {
      const body =
        typeof init.body === 'string'
          ? (JSON.parse(init.body) as Record<string, unknown>)
          : Object.fromEntries(url.searchParams);
      init.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      asked.push({
        url,
        body,
        signal: init.signal!,
        answer: async (response) => {
          resolve(response);
          await pass();
        },
        fail: async (error) => {
          reject(error);
          await pass();
        },
      });
    });
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
});
afterEach(async () => {
  await act(async () => dropRun(KEY));
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const shown = () => mounted(() => ({ one: useRun(KEY), all: useAllRuns([KEY, 'other']) }), undefined);
const start = (format?: 'xlsx'): Promise<void> => act(async () => startRun('report', over, format));

describe('a report that is printed', () => {
  it('shows its progress, and is saved with its warnings', async () => {
    const run = await shown();
    expect(run.now).toEqual({
      one: null,
      all: [
        { key: KEY, state: null },
        { key: 'other', state: null },
      ],
    });
    await start();
    expect(run.now.one).toEqual({ at: 'running', progress: null });
    expect(asked[0]!.body).toMatchObject({ reportId: 'report', installationInspectionId: 'drops' });
    expect(asked[0]!.url.searchParams.has('format')).toBe(false);
    await start();
    expect(asked).toHaveLength(1);
    progress = { place: 0, pages: 7, warnings: [] };
    await pass(699);
    expect(run.now.one).toMatchObject({ progress: null });
    await pass(1);
    expect(run.now.one).toMatchObject({ at: 'running', progress: { pages: 7 } });
    expect(run.now.all[0]).toEqual({ key: KEY, state: run.now.one });
    progress = { place: 0, pages: 9, warnings: [{ message: 'a font is missing' }] } as unknown as ReportRun;
    await asked[0]!.answer(file('drops.pdf'));
    expect(run.now.one).toEqual({ at: 'saved', filename: 'drops.pdf', warnings: [{ message: 'a font is missing' }] });
    const { calls } = vi.mocked(URL.createObjectURL).mock;
    expect(calls).toHaveLength(1);
    await pass(5_000);
    expect(run.now.one).toMatchObject({ at: 'saved' });
    await start();
    expect(asked).toHaveLength(2);
  });

  it('names another format than PDF, and is saved although its warnings cannot be read', async () => {
    const key = keyOfRun('report', over, 'xlsx');
    expect(key).not.toBe(KEY);
    const run = await mounted(() => useRun(key), undefined);
    await start('xlsx');
    expect(asked[0]!.url.searchParams.get('format')).toBe('xlsx');
    await asked[0]!.answer(file('drops.xlsx'));
    expect(run.now).toEqual({ at: 'saved', filename: 'drops.xlsx', warnings: [] });
    await act(async () => dropRun(key));
    expect(run.now).toBeNull();
  });

  it('is cancelled', async () => {
    const run = await shown();
    await start();
    await act(async () => dropRun(KEY));
    expect(asked[0]!.signal.aborted).toBe(true);
    expect(run.now.one).toBeNull();
    await pass();
    expect(run.now.one).toBeNull();
  });

  it('is printed once its dialogs are answered, with the answers so far', async () => {
    const run = await shown();
    await act(async () => answerRun(KEY, { values: {} }));
    expect(asked).toHaveLength(0);
    await start();
    await act(async () => answerRun(KEY, { values: {} }));
    expect(asked).toHaveLength(1);
    await asked[0]!.answer(refused(409, 'reportAsks', { dialog: dialog('first') }));
    expect(run.now.one).toEqual({ at: 'asked', dialog: dialog('first'), isBusy: false });
    const answer = { values: { deck: 'main' } };
    await act(async () => answerRun(KEY, { ...answer, isOpen: true }));
    expect(run.now.one).toMatchObject({ at: 'asked', isBusy: false });
    await act(async () => answerRun(KEY, answer));
    expect(run.now.one).toMatchObject({ at: 'asked', isBusy: true });
    expect(asked[1]!.signal.aborted).toBe(true);
    await asked[2]!.answer(refused(409, 'reportAsks', { dialog: dialog('second') }));
    await act(async () => answerRun(KEY, { values: {} }));
    expect(JSON.stringify(asked[3]!.body['answers'])).toContain('main');
    await asked[3]!.answer(file('drops.pdf'));
    expect(run.now.one).toMatchObject({ at: 'saved' });
    await act(async () => answerRun(KEY, answer));
    expect(asked).toHaveLength(4);
  });

  it('fails with its findings', async () => {
    const run = await shown();
    await start();
    const findings = [{ message: 'Unknown column.' }];
    await asked[0]!.answer(refused(422, 'reportFailed', { findings }));
    expect(run.now.one).toEqual({ at: 'failed', reason: 'The title.', findings });
    await start();
    await asked[1]!.answer(refused(409, 'reportAsks'));
    expect(run.now.one).toMatchObject({ at: 'failed', findings: [] });
    await start();
    await asked[2]!.answer(refused(422, 'reportFailed'));
    expect(run.now.one).toMatchObject({ at: 'failed', findings: [] });
    expect(findingsOf(new Error('reportFailed'))).toEqual([]);
    expect(readToken()).toBe('of Maren');
  });

  it('that is refused without a session ends it, with a message', async () => {
    const message = vi.spyOn(notifications, 'show').mockReturnValue('');
    const run = await shown();
    await start();
    await asked[0]!.answer(refused(401, 'notSignedIn'));
    expect(message.mock.calls).toEqual([[{ color: 'red', message: t('reports.unauthorized'), autoClose: false }]]);
    expect(readToken()).toBeNull();
    expect(run.now.one).toBeNull();
  });

  it('is stopped at the end of the session', async () => {
    const run = await shown();
    await start();
    await act(async () => endSession());
    expect(asked[0]!.signal.aborted).toBe(true);
    expect(run.now.one).toBeNull();
  });
});
