import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { functionCalls, testPostgres } from '@holdfast/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPrinters, type Printers } from '../testing/printers.ts';

/** Processes start, print and are found to be dead, each of which is slow on a busy machine. */
const PATIENT = { timeout: 180_000 };
const PATIENTLY = { timeout: 60_000, interval: 50 };

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-';

describe.skipIf(testPostgres === undefined)('servers of one PostgreSQL', () => {
  let printers: Printers;

  beforeAll(async () => {
    printers = await openPrinters();
  }, 60_000);
  afterAll(() => printers.close());

  describe('one of which runs', () => {
    beforeAll(async () => void (await printers.start()), 60_000);
    afterAll(() => printers.endAll());

    it('print reports requested on another one, and leave no file behind', PATIENT, async () => {
      const { ask, run, newId, folder } = printers;
      const runId = newId();
      expect(isPdf(await ask('short', { runId }))).toBe(true);
      expect(await run(runId)).toEqual({ place: 0, pages: expect.any(Number), warnings: [] });
      expect(await run(runId, 'jorun')).toBeNull();
      await vi.waitFor(async () => expect(await readdir(join(folder, 'printed'))).toEqual([]), PATIENTLY);
    });

    it(
      'return the dialog of a report to the server that was asked, and print it once it is answered',
      PATIENT,
      async () => {
        const { ask, folder } = printers;
        const asked = ask('asking', { answers: {} });
        await expect(asked).rejects.toMatchObject({
          code: 'reportAsks',
          details: { dialog: { name: 'Form1', title: 'Before printing' } },
        });
        expect(await readdir(join(folder, 'printed'))).toEqual([]);
        expect(isPdf(await ask('asking', { answers: { Form1: { values: { Remark: 'done' } } } }))).toBe(true);
        expect(isPdf(await ask('asking'))).toBe(true);
      },
    );

    it('stop printing reports that no caller waits for', PATIENT, async () => {
      const { ask, run, underWay, progress, newId, folder } = printers;
      const left = new AbortController();
      const runId = newId();
      const asked = ask('long', { runId, gone: left.signal });
      await underWay(runId);
      left.abort();
      await expect(asked).rejects.toMatchObject({ code: 'reportFailed' });
      expect(await run(runId)).toBeNull();
      // The printing server reports its end.
      await vi.waitFor(async () => expect(await progress(runId)).toEqual([]), PATIENTLY);
      expect(existsSync(join(folder, 'printed', runId))).toBe(false);
    });
  });

  describe('which are started and ended', () => {
    afterEach(() => printers.endAll());

    it('dispatch a call once: the printing server repeats the order of the report, not the call', PATIENT, async () => {
      const { start, end, ask, dispatched, folder } = printers;
      const coverage = join(folder, 'coverage');
      const server = await start(coverage);
      const before = dispatched.length;
      expect(isPdf(await ask('short'))).toBe(true);
      expect(await end(server, 'SIGTERM')).toBe(0);
      expect(dispatched.slice(before)).toEqual(['executeReportInstallations']);
      expect(await functionCalls(coverage, 'reportToPrint', 'packages/core/src/reports/print.ts')).toBe(1);
      expect(await functionCalls(coverage, 'dispatch', 'packages/core/src/calls/dispatch.ts')).toBe(0);
    });

    it('return their reports to the queue when they are stopped, and end soon', PATIENT, async () => {
      const { start, end, ask, underWay, attempt, newId } = printers;
      const first = await start();
      const runId = newId();
      const asked = ask('long', { runId });
      await underWay(runId);
      const began = Date.now();
      expect(await end(first, 'SIGTERM')).toBe(0);
      expect(Date.now() - began).toBeLessThan(20_000);
      await start();
      await vi.waitFor(async () => expect(await attempt(runId)).toBe(1), PATIENTLY);
      expect(isPdf(await asked)).toBe(true);
    });

    it(
      'share one queue, with limits for a user and in total, in which a second report is queued after the first of others',
      PATIENT,
      async () => {
        const { start, ask, run, overlooked, newId } = printers;
        const own = [newId(), newId(), newId()];
        const asked: Promise<Buffer>[] = [];
        for (const [i, runId] of own.entries()) {
          asked.push(ask('short', { runId }));
          await vi.waitFor(async () => expect((await run(runId))?.place).toBe(i + 1), PATIENTLY);
        }
        await expect(ask('short')).rejects.toMatchObject({ code: 'unavailable' });
        const other = newId();
        asked.push(ask('short', { runId: other, who: 'jorun' }));
        await vi.waitFor(async () => expect((await run(other, 'jorun'))?.place).toBe(2), PATIENTLY);
        expect((await run(own[1]!))?.place).toBe(3);
        await expect(ask('short', { who: 'idris' })).rejects.toMatchObject({ code: 'unavailable' });
        await start();
        expect((await Promise.all(asked)).every(isPdf)).toBe(true);
        expect(await overlooked(own[2]!)).toBeLessThan(15);
      },
    );

    it('free the place of a queued report that is cancelled', PATIENT, async () => {
      const { start, ask, run, newId } = printers;
      const left = new AbortController();
      const given = newId();
      const asked = ask('short', { runId: given, gone: left.signal });
      await vi.waitFor(async () => expect((await run(given))?.place).toBe(1), PATIENTLY);
      const next = newId();
      const kept = ask('short', { runId: next, who: 'jorun' });
      await vi.waitFor(async () => expect((await run(next, 'jorun'))?.place).toBe(2), PATIENTLY);
      left.abort();
      await expect(asked).rejects.toMatchObject({ code: 'reportFailed' });
      expect((await run(next, 'jorun'))?.place).toBe(1);
      await start();
      expect(isPdf(await kept)).toBe(true);
    });
  });
});

/** In one test a dead server is detected by its timeout; in the other, with a separate database, that timeout has passed already. */
describe.skipIf(testPostgres === undefined)('a server that is killed while it prints', () => {
  it.concurrent('passes its report to another one, once', PATIENT, async ({ onTestFinished }) => {
    const { start, end, ask, underWay, attempt, newId, close } = await openPrinters();
    onTestFinished(close);
    const first = await start();
    const runId = newId();
    const asked = ask('long', { runId });
    await underWay(runId);
    await end(first, 'SIGKILL');
    await start();
    await vi.waitFor(async () => expect(await attempt(runId)).toBe(1), PATIENTLY);
    expect(isPdf(await asked)).toBe(true);
  });

  it.concurrent(
    'fails its report when the second one was killed, too, and leaves nothing behind',
    PATIENT,
    async ({ onTestFinished }) => {
      const { start, end, ask, underWay, silence, attempt, progress, newId, reopen, close } = await openPrinters();
      onTestFinished(close);
      const first = await start();
      const runId = newId();
      const asked = ask('long', { runId });
      const refused = expect(asked).rejects.toMatchObject({
        code: 'reportFailed',
        details: { findings: [{ message: expect.stringContaining('stopped') }] },
      });
      await underWay(runId);
      await end(first, 'SIGKILL');
      await silence(runId);
      const second = await start();
      await vi.waitFor(async () => expect(await attempt(runId)).toBe(1), PATIENTLY);
      await vi.waitFor(async () => expect(await progress(runId)).toHaveLength(1), PATIENTLY);
      await end(second, 'SIGKILL');
      await silence(runId);
      // Any of the remaining servers notices that the second one was killed.
      await start();
      await refused;
      await reopen();
      expect(await progress(runId)).toEqual([]);
    },
  );
});
