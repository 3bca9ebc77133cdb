// @vitest-environment happy-dom
import type { ReportPiece, ReportRun } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readToken, storeToken } from '../../lib/calls/session.ts';
import { framed } from '../../lib/testing/framed.ts';
import { jsonAnswer } from '../../lib/testing/jsonAnswer.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { t } from '../../lib/texts/reports.ts';
import { zoomPages } from './pageFrame.ts';
import { type PagesSource, type PagesState, usePages } from './usePages.ts';

const source = {
  name: 'executeReportInstallationInspection',
  input: { reportId: 'report', installationInspectionId: 'drops' },
} as unknown as PagesSource;
const preview = { name: 'previewReport', input: { template: '<Report/>' } } as unknown as PagesSource;
const PAGE = '<div class="page"></div>';

interface Printing {
  frame: HTMLIFrameElement;
  url: URL;
  body: Record<string, unknown>;
  signal: AbortSignal;
  readonly now: PagesState;
  /** Accepts the call, whose pages arrive afterwards. */
  accept(): Promise<void>;
  refuse(status: number, code: string, details?: unknown): Promise<void>;
  send(...pieces: ReportPiece[]): Promise<void>;
  /** Sends text that ends within a line. */
  sendPart(text: string): Promise<void>;
  /** Ends the answer, with an error when the connection is lost. */
  close(error?: Error): Promise<void>;
  render(source: PagesSource): Promise<void>;
}
let asked: { url: URL; init: RequestInit; resolve(response: Response): void }[];
let progress: Partial<ReportRun>;
let timesFollowed: number;
const pass = (ms = 10): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  progress = { place: 0, pages: 2, warnings: [] };
  timesFollowed = 0;
  storeToken('of Maren');
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    if (url.pathname.startsWith('/ext/report-runs/')) {
      timesFollowed += 1;
      return Promise.resolve(jsonAnswer(progress));
    }
    return new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      asked.push({ url, init, resolve });
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

async function printing(of: PagesSource, frame = framed()): Promise<Printing> {
  const ref = { current: frame };
  const shown = await mounted((given: PagesSource) => usePages(ref, given), of);
  const { url, init, resolve } = asked[0]!;
  let arriving!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (arriving = controller) });
  const sendPart = async (text: string): Promise<void> => {
    arriving.enqueue(new TextEncoder().encode(text));
    await pass();
  };
  return {
    frame,
    url,
    body: JSON.parse(init.body as string) as Record<string, unknown>,
    signal: init.signal!,
    get now() {
      return shown.now;
    },
    accept: async () => {
      resolve(new Response(body));
      await pass();
    },
    refuse: async (status, code, details = null) => {
      const problem = { type: '', title: 'The title.', status, code, details };
      resolve(jsonAnswer(problem, status, 'application/problem+json'));
      await pass();
    },
    send: (...pieces) => sendPart(pieces.map((piece) => `${JSON.stringify(piece)}\n`).join('')),
    sendPart,
    close: async (error) => {
      if (error === undefined) arriving.close();
      else arriving.error(error);
      await pass();
    },
    render: shown.render,
  };
}

const pagesIn = ({ contentDocument }: HTMLIFrameElement): number => contentDocument!.querySelectorAll('.page').length;
const html = (text: string): ReportPiece => ({ kind: 'html', text, pages: 1 });

describe('pages of a report', () => {
  it('show their progress until they arrive', async () => {
    const print = await printing(source);
    expect(print.now).toEqual({ at: 'waiting', progress: null });
    await pass(700);
    expect(print.now).toEqual({ at: 'waiting', progress });
    await print.accept();
    await pass(2_000);
    expect(timesFollowed).toBe(1);
  });

  it('are shown as they arrive, and are complete with their warnings', async () => {
    const print = await printing(source);
    expect(print.body).toMatchObject({ reportId: 'report', installationInspectionId: 'drops' });
    expect(print.url.searchParams.get('format')).toBe('pages');
    const closed = vi.spyOn(print.frame.contentDocument!, 'close');
    await print.accept();
    await print.send(html(`<html><head><style></style></head><body>${PAGE}`));
    expect(print.now).toEqual({ at: 'coming', pages: 1 });
    await print.send(html(PAGE), html(PAGE));
    expect(print.now).toEqual({ at: 'coming', pages: 3 });
    const warnings = [{ message: 'A font is missing.' }];
    expect(closed).not.toHaveBeenCalled();
    await print.send({ kind: 'done', warnings } as unknown as ReportPiece);
    expect(print.now).toEqual({ at: 'done', pages: 3, isCut: false, warnings });
    expect(pagesIn(print.frame)).toBe(3);
    expect(closed).toHaveBeenCalledOnce();
  });

  it('have styles without a nonce where the page needs none', async () => {
    const print = await printing(source);
    await print.accept();
    await print.send(html(`<html><head><style>p {}</style></head><body>${PAGE}`));
    const styles = [...print.frame.contentDocument!.querySelectorAll('style')];
    expect(styles.map((style) => style.getAttribute('nonce'))).toEqual(['', '']);
  });

  it('may be none', async () => {
    const print = await printing(source);
    await print.accept();
    await print.send({ kind: 'done', warnings: [] });
    expect(print.now).toEqual({ at: 'done', pages: 0, isCut: false, warnings: [] });
  });

  it('keep the zoom that a user chooses while they arrive, and the styles of the frame come once', async () => {
    const meta = document.createElement('meta');
    meta.setAttribute('property', 'csp-nonce');
    meta.nonce = 'n1';
    document.head.append(meta);
    const print = await printing(source);
    await print.accept();
    await print.send(html(`<html><head><style>p {}</style></head><body>${PAGE}`));
    const shown = print.frame.contentDocument!;
    expect(shown.documentElement.hasAttribute('data-fit')).toBe(true);
    zoomPages(shown, 2);
    await print.send(html(`<style>q {}</style>${PAGE}`));
    expect(shown.documentElement.hasAttribute('data-fit')).toBe(false);
    expect([...shown.querySelectorAll('style')].map((style) => style.getAttribute('nonce'))).toEqual([
      'n1',
      'n1',
      'n1',
    ]);
  });

  it('end with the hundredth, because the file contains all of them', async () => {
    const print = await printing(source);
    await print.accept();
    await print.send(html(PAGE.repeat(99)));
    expect(print.now).toEqual({ at: 'coming', pages: 99 });
    expect(print.signal.aborted).toBe(false);
    await print.send(html(PAGE), html(PAGE));
    expect(print.now).toEqual({ at: 'done', pages: 100, isCut: true, warnings: [] });
    expect(print.signal.aborted).toBe(true);
    expect(pagesIn(print.frame)).toBe(100);
  });

  it('wait for the answers to a dialog', async () => {
    const print = await printing(source);
    await print.accept();
    const dialog = { name: 'Deck', title: 'Which deck?', parts: [] };
    await print.send({ kind: 'asked', dialog } as unknown as ReportPiece);
    expect(print.now).toEqual({ at: 'asked', dialog });
  });

  it('of a template that is not saved are printed as a preview', async () => {
    const print = await printing(preview);
    expect(print.url.pathname).toMatch(/preview/i);
    expect(print.body).toMatchObject({ template: '<Report/>' });
    expect([print.url.searchParams.has('format'), 'format' in print.body]).toEqual([false, false]);
  });

  it.each([
    ['before their answer', false],
    ['while they arrive', true],
  ])('give way to another report %s', async (_, isArriving) => {
    const print = await printing(source);
    if (isArriving) await print.accept();
    await print.render(preview);
    await pass();
    expect(print.signal.aborted).toBe(true);
    expect(asked).toHaveLength(2);
    if (isArriving) await print.send(html(PAGE));
    expect(print.now).toEqual({ at: 'waiting', progress: null });
    expect(pagesIn(print.frame)).toBe(0);
  });

  it('leave the frame to the report that took their place', async () => {
    const print = await printing(source);
    await print.accept();
    const closed = vi.spyOn(print.frame.contentDocument!, 'close');
    await print.render(preview);
    await print.close(new DOMException('stopped', 'AbortError'));
    expect(closed).not.toHaveBeenCalled();
    expect(print.now).toEqual({ at: 'waiting', progress: null });
  });

  it('are not printed without a frame', async () => {
    await mounted(() => usePages({ current: null }, source), undefined);
    await pass();
    expect(asked).toEqual([]);
  });

  it('are not written into a frame that has been removed', async () => {
    const print = await printing(source, { contentDocument: null } as HTMLIFrameElement);
    await print.accept();
    await print.send(html(PAGE));
    expect(print.now).toEqual({ at: 'waiting', progress: null });
  });
});

describe('pages that cannot be printed', () => {
  it('name the findings of a template', async () => {
    const print = await printing(source);
    const findings = [{ message: 'Unknown column.' }];
    await print.refuse(422, 'reportFailed', { findings });
    expect(print.now).toEqual({ at: 'failed', reason: 'The title.', findings });
    expect(readToken()).toBe('of Maren');
    await pass(2_000);
    expect(timesFollowed).toBe(0);
  });

  it('because of a finding on a later page name it', async () => {
    const print = await printing(source);
    await print.accept();
    const finding = { message: 'Division by zero.' };
    await print.send(html(PAGE), { kind: 'failed', finding } as unknown as ReportPiece);
    expect(print.now).toEqual({ at: 'failed', reason: t('reports.pagesFailed'), findings: [finding] });
  });

  it.each([
    ['with an error', new TypeError('network error'), ''],
    ['without an error', undefined, ''],
    ['within a page', undefined, '{"kind":"html","text":"<p'],
  ])('because the connection ends %s ask to show them again', async (_, error, part) => {
    const print = await printing(source);
    await print.accept();
    await print.send(html(PAGE));
    if (part !== '') await print.sendPart(part);
    await print.close(error);
    expect(print.now).toEqual({ at: 'failed', reason: t('reports.pagesBrokeOff'), findings: [] });
    expect(pagesIn(print.frame)).toBe(1);
  });

  it('without a session end it, with a message', async () => {
    const message = vi.spyOn(notifications, 'show').mockReturnValue('');
    const print = await printing(source);
    await print.refuse(401, 'notSignedIn');
    expect(message.mock.calls).toEqual([[{ color: 'red', message: t('reports.unauthorized'), autoClose: false }]]);
    expect(readToken()).toBeNull();
    expect(print.now).toMatchObject({ at: 'failed', findings: [] });
  });
});
