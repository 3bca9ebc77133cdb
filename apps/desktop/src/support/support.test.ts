import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog } from '@holdfast/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../agent/testing/desk.ts';
import { openWorld, PASSWORD, type World } from '../agent/testing/world.ts';
import { lastLines, logFolder, openLogFile } from './logFile.ts';

describe('the log of a desktop', () => {
  it('keeps its last lines in two files of a limited size', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-log-'));
    try {
      const log = openLogFile(folder, 'agent', 200);
      for (let line = 1; line <= 100; line += 1) log.write(`line ${line}`);
      expect(await readdir(folder)).toEqual(['agent.1.log', 'agent.log']);
      const kept = lastLines(folder, 'agent', 1_000);
      expect(kept.at(-1)).toBe('line 100');
      expect(kept.length).toBeGreaterThan(20);
      expect(kept.length).toBeLessThan(100);
      expect(lastLines(folder, 'agent', 2)).toEqual(['line 99', 'line 100']);
      openLogFile(folder, 'agent', 200).write('after a restart');
      expect(lastLines(folder, 'agent', 2)).toEqual(['line 100', 'after a restart']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('fills a file up to its limit, in bytes, before it begins another', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-log-'));
    try {
      const log = openLogFile(folder, 'agent', 10);
      for (const line of ['four', 'more', 'üüü', 'üü']) log.write(line);
      expect(await readFile(join(folder, 'agent.1.log'), 'utf8')).toBe('üüü\n');
      expect(await readFile(join(folder, 'agent.log'), 'utf8')).toBe('üü\n');
      openLogFile(folder, 'launcher', 10).write('four');
      openLogFile(folder, 'launcher', 10).write('more\n');
      expect(await readFile(join(folder, 'launcher.log'), 'utf8')).toBe('four\nmore\n');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('loses lines, not the program, where it cannot be written', () => {
    expect(() => openLogFile('/dev/null/logs', 'agent').write('line')).not.toThrow();
  });
});

describe('the report for support', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it('has versions, state, logs and the number of rows in each table, and neither records nor secrets', async () => {
    const { item } = await world.server.build.itemInInspection();
    const { agent, call } = await ready(world, 'maren', {});
    const log = openLog('info', openLogFile(logFolder(agent.folder), 'agent'));
    log.info({ password: PASSWORD, token: 'abc' }, 'a request');
    const report = await call('getSupportReport', {});
    expect(report).toMatchObject({
      server: world.server.address,
      versions: { running: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string, node: process.versions.node },
      synchronisation: { waiting: 0, setAside: 0 },
      readers: { devices: [] },
    });
    const rowsOf = new Map(report.records.map(({ table, rows }) => [table, rows]));
    for (const table of ['item', 'installationInspectionItem', 'installation'])
      expect(rowsOf.get(table), table).toBeGreaterThan(0);
    expect(rowsOf.get('sweep')).toBe(0);
    expect(report.system.freeDiskBytes).toBeGreaterThan(0);
    expect(report.logs.agent.join('\n')).toContain('a request');
    const text = JSON.stringify(report);
    for (const secret of [PASSWORD, 'abc', agent.authorization().replace('Bearer ', ''), String(item['name'])])
      expect(text).not.toContain(secret);
    expect((await agent.fetch('/ext/desktop/support')).status).toBe(401);
  });
});
