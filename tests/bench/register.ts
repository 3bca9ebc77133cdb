/**
 * Measures the built server with a register of 5,000 rows: preview, import, export and reading back unchanged, and the greatest memory
 * meanwhile. docs/benchmarks.md has the bounds.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIELD_TYPES, type RegisterPreview } from '@holdfast/contract';
import { issueToken } from '@holdfast/core';
import { openTestFixture, TEST_NOW } from '@holdfast/core/testing';
import { sqliteFile } from '@holdfast/server';
import { startBuilt } from './load.ts';

const ROWS = 5_000;
const AREAS = 50;
const QUESTIONS = ['text', 'text', 'number', 'checkbox', 'date', 'select'] as const;
const MB = 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), 'holdfast-register-'));
const { token, installationId } = await makeWorld();
const server = await startBuilt(folder);

const idle = await timed(() => Promise.resolve());
console.log('at rest'.padEnd(34), idle.shown);
const csv = Buffer.from(registerText());
const looked = await timed(() => ask<RegisterPreview>('register/preview', csv));
console.log(
  'preview, 5,000 new rows'.padEnd(34),
  looked.shown,
  JSON.stringify(looked.answer.counts),
  'bounds 3 s, 300 MB',
);
const taken = await timed(() => ask<{ changed: number }>('register', csv));
console.log('import of them'.padEnd(34), taken.shown, `${taken.answer.changed} items`, 'bounds 5 s, 300 MB');
const written = await timed(exported);
console.log('export as a workbook'.padEnd(34), written.shown, `${(written.answer.length / MB).toFixed(2)} MB`);
const again = await timed(() => ask<RegisterPreview>('register/preview', written.answer));
console.log(
  'preview of that workbook'.padEnd(34),
  again.shown,
  JSON.stringify(again.answer.counts),
  'bounds 3 s, 300 MB',
);
await server.stop();
await rm(folder, { recursive: true });

/** Returns the duration of work, and the greatest memory of the process meanwhile. */
async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; shown: string }> {
  // Resets the peak of memory to the current use (proc(5)).
  writeFileSync(`/proc/${server.process.pid}/clear_refs`, '5');
  const began = performance.now();
  const answer = await work();
  const seconds = (performance.now() - began) / 1000;
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  const most = Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024;
  return { answer, shown: `${seconds.toFixed(2)} s  ${most.toFixed(0)} MB` };
}

async function ask<T>(path: string, file: Buffer): Promise<T> {
  const response = await fetch(`${server.address}/ext/admin/installations/${installationId}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'items', base64File: file.toString('base64') }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as T;
}

async function exported(): Promise<Buffer> {
  const response = await fetch(`${server.address}/ext/admin/installations/${installationId}/register`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(await response.text());
  return Buffer.from(await response.arrayBuffer());
}

/** Areas first, then the items in them, each with answers to every question and a tag. */
function registerText(): string {
  const heads = ['Location', 'Item type', 'Name', 'Tag', ...QUESTIONS.map((type, i) => `${type} ${i}`)];
  const rows = [heads.join(',')];
  for (let i = 0; i < AREAS; i += 1) rows.push(`,Area,Area ${i},,,,,,,`);
  for (let i = AREAS; i < ROWS; i += 1) {
    const tag = (0xe2000000 + i).toString(16);
    rows.push(
      `Area ${i % AREAS},Floodlight,Floodlight ${i},${tag},FL-${i},Bolted to girt ${i},${i / 4},Yes,15/01/2026,Kolvik`,
    );
  }
  return rows.join('\r\n');
}

async function makeWorld(): Promise<{ token: string; installationId: string }> {
  const test = await openTestFixture('sqlite');
  const { build } = test;
  const installation = await build.installation();
  await build.itemType({ name: 'Area', isLocation: 1 });
  const light = await build.itemType({ name: 'Floodlight' });
  const template = await build.fieldsTemplate();
  await build.templateOfType({ itemTypeId: light.id, fieldsTemplateId: template.id });
  for (const [order, type] of QUESTIONS.entries()) {
    const { id } = await build.field({
      name: `${type} ${order}`,
      order,
      fieldTypeId: FIELD_TYPES[type].id,
      fieldsTemplateId: template.id,
    });
    if (type === 'select')
      await test.as('wren').updateField({ id, options: [{ name: 'Brandreth' }, { name: 'Kolvik' }] });
  }
  const issued = await issueToken(test.database.db, test.application.ports, {
    id: test.application.ports.ids.next(TEST_NOW),
    userId: test.actor('wren').userId,
    device: 'bench',
    now: Date.now(),
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(sqliteFile(folder), test.database.serialize!());
  await test.close();
  return { token: issued, installationId: installation.id };
}
