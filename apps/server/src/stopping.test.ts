import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REPORT_TYPES } from '@holdfast/contract';
import { issueToken } from '@holdfast/core';
import { openTestFixture } from '@holdfast/core/testing';
import { blobFolder, diskBlobs } from '@holdfast/host';
import { expect, it, vi } from 'vitest';
import { sqliteFile } from './sqliteFile.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** More pages than can be printed in the time in which a server must stop. */
const ENDLESS = Buffer.from(
  `<Report><ReportPage Name="Page1"><DataBand Name="Band1" Height="300" RowCount="14000"><TextObject Name="Text1" Width="300" Height="20" Text="Shackle [Row#]"/></DataBand></ReportPage></Report>`,
).toString('base64');

it(
  'A server that is stopped ends within seconds, even with open connections and reports being printed',
  { timeout: 90_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-stopping-'));
    const { token, reportId, installationId } = await prepare(folder);
    const settings = {
      PORT: '0',
      HOLDFAST_DATA: folder,
      HOLDFAST_DEMO: '0',
      HOLDFAST_LOG: 'silent',
      HOLDFAST_WEATHER_URL: '0',
    };
    const server = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...settings, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const address = await new Promise<string>((resolve) => {
      server.stdout.on('data', (said: Buffer) => {
        const found = /ready: (\S+)/.exec(said.toString());
        if (found !== null) resolve(found[1]!);
      });
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    // A connection that stays open after its answer, one that never ends, and one whose answer is not ready.
    const agent = new Agent({ keepAlive: true });
    (await answerTo(`${address}/healthz`, { agent })).resume();
    const events = await answerTo(`${address}/ext/events`, { headers });
    events.on('error', () => undefined).resume();
    const runId = '01900000-0000-7000-8000-00000000abcd';
    const asked = fetch(`${address}/execute-report-installations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ reportId, installationIds: [installationId], runId }),
    }).then(({ status }) => status);
    await vi.waitFor(
      async () => {
        const run = await fetch(`${address}/ext/report-runs/${runId}`, { headers });
        expect(((await run.json()) as { pages: number } | null)?.pages).toBeGreaterThan(0);
      },
      { timeout: 30_000 },
    );

    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    const began = Date.now();
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(Date.now() - began).toBeLessThan(5_000);
    // The waiting caller receives a refusal with a time to retry.
    expect(await asked).toBe(503);
    agent.destroy();
    await rm(folder, { recursive: true });
  },
);

function answerTo(url: string, options: { agent?: Agent; headers?: Record<string, string> }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => void get(url, options, resolve).once('error', reject));
}

async function prepare(folder: string): Promise<{ token: string; reportId: string; installationId: string }> {
  const blobs = diskBlobs({ blobs: blobFolder({ dataFolder: folder }), renditions: join(folder, 'renditions') });
  const test = await openTestFixture('sqlite', { blobs });
  const installation = await test.build.installation();
  const report = await test
    .as('wren')
    .createReport({ title: 'Endless', frx: ENDLESS, reportTypeId: REPORT_TYPES.installation.id });
  const token = await issueToken(test.database.db, test.application.ports, {
    id: test.application.ports.ids.next(Date.now()),
    userId: test.actor('maren').userId,
    device: 'test',
    now: Date.now(),
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(sqliteFile(folder), test.database.serialize!());
  await test.close();
  return { token, reportId: report.id, installationId: installation.id };
}
