import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Call } from '@holdfast/contract/client';
import { tinyPhoto } from '@holdfast/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movableClock, onlyWhenAsked, place, ready, run, type Desk } from '../agent/testing/desk.ts';
import { openWorld, type World } from '../agent/testing/world.ts';
import { safeName } from './localFiles.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Programs that replace those of the system: their arguments are recorded, their answers are read from a file. */
describe.skipIf(process.platform !== 'linux')('files of this computer', () => {
  const path = process.env['PATH'];
  let world: World;
  let desk: Desk;
  let call: Call;
  let folder: string;

  const choose = (...lines: string[]): Promise<void> =>
    writeFile(join(folder, 'answer'), lines.map((line) => `${line}\n`).join(''));
  const opened = (): Promise<string> => readFile(join(folder, 'opened'), 'utf8').catch(() => '');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-programs-'));
    const program = async (name: string, script: string): Promise<void> => {
      await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(folder, name), 0o755);
    };
    await program('xdg-open', `printf '%s' "$1" > ${folder}/opened`);
    await program('zenity', `[ -s ${folder}/answer ] || exit 1\ncat ${folder}/answer`);
    process.env['PATH'] = `${folder}${delimiter}${path}`;
    world = await openWorld();
    desk = await ready(world);
    ({ call } = desk);
    await onlyWhenAsked(desk);
  });
  afterAll(async () => {
    process.env['PATH'] = path;
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are chosen by a person, put on an item and reach the server [BRDG-08]', async () => {
    const made = await world.server.build.itemInInspection();
    const { installationInspectionId, itemId } = place(made);
    await run(desk);
    await writeFile(join(folder, 'certificate.pdf'), '%PDF-1.4 certificate');
    await writeFile(join(folder, 'padeye.png'), Buffer.from(tinyPhoto(), 'base64'));
    await writeFile(join(folder, 'notes.txt'), 'not a photo');

    await choose(join(folder, 'certificate.pdf'));
    const files = await call('findLocalFiles', { kind: 'file' });
    expect(files).toMatchObject([{ name: 'certificate.pdf', size: 20 }]);
    await choose(join(folder, 'padeye.png'), join(folder, 'notes.txt'));
    const photos = await call('findLocalFiles', { kind: 'image' });
    expect(JSON.stringify([files, photos])).not.toContain(folder);

    expect(await call('uploadLocalFiles', { itemId, handles: files.map(({ handle }) => handle) })).toMatchObject([
      { name: 'certificate.pdf', problem: null },
    ]);
    const taken = await call('uploadLocalFiles', {
      itemId,
      installationInspectionId,
      handles: photos.map(({ handle }) => handle),
    });
    expect(taken).toMatchObject([
      { name: 'padeye.png', problem: null },
      { name: 'notes.txt', id: null, problem: expect.stringContaining('not a picture') as string },
    ]);
    await run(desk);
    const web = await world.server.as('idris');
    expect((await web('getFilesForItem', { itemId })).map(({ filename }) => filename)).toEqual(['certificate.pdf']);
    const images = await web('getImagesForInstallationInspectionItem', { installationInspectionId, itemId });
    expect(images.map(({ filename }) => filename)).toEqual(['padeye.png']);
  });

  it('are accessible by their dialog only: not when it is cancelled, and not by a path [BRDG-07]', async () => {
    const { item } = await world.server.build.itemInInspection();
    await run(desk);
    await choose();
    expect(await call('findLocalFiles', { kind: 'file' })).toEqual([]);
    const file = await call('addFileToItem', {
      itemId: item.id,
      filename: 'plan v2.pdf',
      base64File: base64('%PDF-1.4'),
    });
    await call('openFile', { fileId: file.id });
    const copy = await opened();
    expect(copy).toMatch(/\/opened\/[0-9a-f]{16}\/plan v2\.pdf$/);
    expect(await readFile(copy, 'utf8')).toBe('%PDF-1.4');
    expect((await stat(copy)).mode & 0o777).toBe(0o400);
    await call('openFile', { fileId: file.id });
    expect(await opened()).toBe(copy);
    await expect(
      call('uploadLocalFiles', { itemId: item.id, handles: [join(folder, 'certificate.pdf')] }),
    ).rejects.toMatchObject({ problem: { code: 'notFound' } });
  });

  it('are forgotten a while after they were chosen', async () => {
    const made = await world.server.build.itemInInspection();
    const clock = movableClock();
    const late = await ready(world, 'maren', { clock });
    await writeFile(join(folder, 'late.pdf'), '%PDF-1.4 late');
    await choose(join(folder, 'late.pdf'));
    const files = await late.call('findLocalFiles', { kind: 'file' });
    clock.pass(24 * 60 * 60 * 1_000);
    const { itemId } = place(made);
    const put = late.call('uploadLocalFiles', { itemId, handles: files.map(({ handle }) => handle) });
    await expect(put).rejects.toMatchObject({ status: 404 });
  });

  it('are not opened when they could be programs, under any name', async () => {
    const { item } = await world.server.build.itemInInspection();
    await run(desk);
    await writeFile(join(folder, 'opened'), 'nothing');
    for (const filename of ['setup.exe', 'run.sh', 'x.desktop', 'page.html', 'report.pdf.lnk', 'bare', 'tool.pdf ']) {
      const file = await call('addFileToItem', { itemId: item.id, filename, base64File: base64('#!/bin/sh\n') });
      const attempt = call('openFile', { fileId: file.id });
      if (filename === 'tool.pdf ') await attempt;
      else await expect(attempt).rejects.toMatchObject({ problem: { code: 'unsupportedMedia' } });
    }
    expect(await opened()).toMatch(/tool\.pdf$/);
    const named = await call('addFileToItem', {
      itemId: item.id,
      filename: '-rf;$(x).pdf',
      base64File: base64('%PDF-1.4'),
    });
    await call('openFile', { fileId: named.id });
    expect(await opened()).toMatch(/\/-rf;\$\(x\)\.pdf$/);
  });

  it('are refused with a message when the computer has no program for them', async () => {
    process.env['PATH'] = join(folder, 'nowhere');
    try {
      await expect(call('findLocalFiles', { kind: 'file' })).rejects.toMatchObject({ problem: { code: 'noProgram' } });
    } finally {
      process.env['PATH'] = `${folder}${delimiter}${path}`;
    }
  });
});

describe('the name of an opened copy', () => {
  it.each([
    [String.raw`../..\..//elsewhere/plan.pdf`, '__.._..__elsewhere_plan.pdf'],
    ['.bashrc', '_bashrc'],
    ['plan.pdf. .', 'plan.pdf'],
    ['con.txt', '_con.txt'],
    ['a\u0000b:c*.pdf', 'a_b_c_.pdf'],
    ['. ', '_'],
    [`${'x'.repeat(200)}.pdf`, `${'x'.repeat(116)}.pdf`],
  ])('for the file name %j is %j, since a pushed row may have any name', (filename, name) => {
    expect(safeName(filename)).toBe(name);
  });
});
