import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepPrinted } from './sharedReports.ts';

it('Printed files that were not fetched for an hour are removed, half written ones too; younger ones stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-printed-'));
  const now = Date.UTC(2026, 0, 15, 12);
  const write = async (name: string, minutesOld: number): Promise<void> => {
    await writeFile(join(folder, name), '%PDF-');
    const at = new Date(now - minutesOld * 60_000);
    await utimes(join(folder, name), at, at);
  };
  await write('fetched-soon', 59);
  await write('left-behind', 61);
  await write('left-behind.part', 61);
  await sweepPrinted(folder, now);
  expect(await readdir(folder)).toEqual(['fetched-soon']);
  await rm(folder, { recursive: true });
});
