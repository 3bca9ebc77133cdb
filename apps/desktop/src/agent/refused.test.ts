import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { CONDITIONS } from '@holdfast/contract';
import { COMPANIES, tinyPhoto } from '@holdfast/core/testing';
import { blobFile } from '@holdfast/host';
import { derivedId } from '@holdfast/sync';
import { unsentChange } from '@holdfast/sync/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfTexts } from '../../../../packages/frx/src/testing/pdfFile.ts';
import { type Desk, onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { openWorld, PASSWORD, PEOPLE, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Overwrites the bytes of a photo or file on a device's disk. */
async function damage({ folder, running }: Desk['agent'], table: 'image' | 'file', id: string): Promise<void> {
  const { sha256, scopeId } = await running.application.read
    .selectFrom(table)
    .select(['sha256', 'scopeId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await writeFile(blobFile(`${folder}/blobs`, scopeId, sha256), 'changed on the disk');
}

/** Work of Idris that the server refuses: recorded while the server was away, sent after his company or role had changed. */
async function refusedWork(
  change: { companyId: string } | { role: 'viewer' },
): Promise<Desk & { made: Awaited<ReturnType<World['server']['build']['itemInInspection']>> }> {
  const made = await world.server.build.itemInInspection();
  const one = await ready(world, 'idris');
  await onlyWhenAsked(one);
  await world.server.stop();
  await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
  await one.call('addNoteToInstallationInspectionItem', { ...place(made), content: 'Guard is loose.' });
  const base64Image = tinyPhoto();
  await one.call('addImageToInstallationInspectionItem', { ...place(made), filename: 'guard.png', base64Image });
  await world.server.start();
  await (
    await world.server.as('wren')
  )('updateUser', { id: PEOPLE.idris.id, ...change });
  const { driver } = one.agent.running;
  await driver.run('Connection');
  await driver.settled();
  expect(await driver.waiting()).toMatchObject({ waiting: 0, setAside: 3 });
  return { ...one, made };
}

const restored = { companyId: PEOPLE.idris.companyId, role: 'inspector' } as const;

describe('changes refused by the server', () => {
  it.each([
    ['role', { role: 'viewer' }],
    ['company', { companyId: COMPANIES.skerrow }],
  ] as const)('are sent automatically once the %s of their author is restored, including photos', async (_, change) => {
    const { agent, made } = await refusedWork(change);
    expect(await agent.running.driver.status()).toMatchObject({
      message: '3 changes were not accepted by the server. They are kept on this device.',
    });
    const wren = await world.server.as('wren');
    await wren('updateUser', { id: PEOPLE.idris.id, ...restored });
    // A move to another company removes the password.
    await wren('setUserPassword', { id: PEOPLE.idris.id, password: PASSWORD });
    const call = await agent.signIn('idris');
    await agent.running.driver.settled();
    await run({ agent, call });
    expect(await agent.running.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
    expect(await agent.running.driver.status()).toMatchObject({ message: 'Up to date.' });
    const web = await world.server.as('maren');
    expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({ name: 'Defective' });
    const notes = await web('getNotesForInstallationInspectionItem', place(made));
    expect(notes.map(({ content }) => content)).toEqual(['Guard is loose.']);
    const photos = await web('getImagesForInstallationInspectionItem', place(made));
    expect(photos.map(({ filename }) => filename)).toEqual(['guard.png']);
  });

  it('whose field was changed in the meantime wait for a user, who sends them again as new edits', async () => {
    const { agent, made } = await refusedWork({ role: 'viewer' });
    const web = await world.server.as('maren');
    await web('setCondition', { ...place(made), conditionId: CONDITIONS.fitForPurpose.id });
    const wren = await world.server.as('wren');
    await wren('updateUser', { id: PEOPLE.idris.id, ...restored });
    const call = await agent.signIn('idris');
    await agent.running.driver.settled();
    await run({ agent, call });
    expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({ name: 'Fit for purpose' });
    const refused = (await call('getWaitingChanges', {})).filter(({ kind }) => kind === 'refused');
    expect(refused.map(({ lines }) => lines[0]!.to)).toEqual(['Defective']);
    expect(await call('resendChanges', { ids: refused.map(({ id }) => id) })).toEqual({ count: 1 });
    await run({ agent, call });
    expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({ name: 'Defective' });
    expect(await agent.running.driver.waiting()).toMatchObject({ setAside: 0 });
  });

  it('show their photo, and can be exported with all their values, discarded and restored', async () => {
    const { agent } = await refusedWork({ role: 'viewer' });
    const wren = await world.server.as('wren');
    await wren('updateUser', { id: PEOPLE.idris.id, ...restored });
    await world.server.stop();
    const call = await agent.signIn('idris');
    const refused = await call('getWaitingChanges', {});
    const photo = refused.find(({ picture }) => picture !== null)!;
    expect(photo.picture).toBe(`/ext/desktop/refused/picture/${encodeURIComponent(photo.id)}`);
    const headers = { authorization: agent.authorization() };
    const shown = await agent.fetch(photo.picture!, { headers });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    const exported = await call('exportChanges', {});
    expect(exported.changes.map(({ values }) => values['content']).filter(Boolean)).toEqual(['Guard is loose.']);
    const ids = refused.map(({ id }) => id);
    expect(await call('discardChanges', { ids })).toEqual({ count: 3 });
    expect(await call('getWaitingChanges', {})).toEqual([]);
    expect(await agent.running.driver.waiting()).toMatchObject({ setAside: 0 });
    expect(await call('takeBackDiscarded', { ids })).toEqual({ count: 3 });
    expect((await call('getWaitingChanges', {})).length).toBe(3);
    await world.server.start();
  });

  it('are not sent once they were discarded, although they would be accepted now', async () => {
    const { agent, made } = await refusedWork({ role: 'viewer' });
    await (
      await world.server.as('wren')
    )('updateUser', { id: PEOPLE.idris.id, ...restored });
    await world.server.stop();
    const call = await agent.signIn('idris');
    const ids = (await call('getWaitingChanges', {})).map(({ id }) => id);
    expect(await call('discardChanges', { ids })).toEqual({ count: 3 });
    await world.server.start();
    await run({ agent, call });
    const web = await world.server.as('maren');
    expect(await web('getInstallationInspectionItemCondition', place(made))).toBeNull();
    expect(await web('getNotesForInstallationInspectionItem', place(made))).toEqual([]);
    expect(await call('takeBackDiscarded', { ids })).toEqual({ count: 3 });
  });

  it('are printed with their photos as a PDF file', async () => {
    const { agent, made } = await refusedWork({ role: 'viewer' });
    const wren = await world.server.as('wren');
    await wren('updateUser', { id: PEOPLE.idris.id, ...restored });
    await world.server.stop();
    await agent.signIn('idris');
    const headers = { authorization: agent.authorization() };
    const printed = await agent.fetch('/ext/desktop/refused/print', { headers });
    expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pdf = new Uint8Array(await printed.arrayBuffer());
    const text = (await pdfTexts(pdf)).join(' ');
    for (const words of ['3 changes of Idris Fallowby', made.item.name, 'Guard is loose.', 'guard.png', 'Defective'])
      expect(text).toContain(words);
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Subtype /Image');
    await world.server.start();
  });

  it('are corrected by their author and sent as edits of now', async () => {
    const { agent, made } = await refusedWork({ role: 'viewer' });
    const wren = await world.server.as('wren');
    await wren('updateUser', { id: PEOPLE.idris.id, ...restored });
    await world.server.stop();
    const call = await agent.signIn('idris');
    const refused = await call('getWaitingChanges', {});
    expect(refused.flatMap(({ text }) => text ?? [])).toEqual(['Guard is loose.']);
    const { id } = refused.find(({ text }) => text !== null)!;
    await expect(call('resendCorrected', { id, text: '' })).rejects.toMatchObject({ status: 400 });
    expect(await call('resendCorrected', { id, text: 'Guard is loose at the drum.' })).toEqual({ count: 1 });
    const others = refused.filter(({ text }) => text === null).map((one) => one.id);
    await expect(call('resendCorrected', { id: others[0]!, text: 'Not a text' })).rejects.toMatchObject({
      status: 404,
    });
    await call('discardChanges', { ids: others });
    await world.server.start();
    await run({ agent, call });
    const web = await world.server.as('maren');
    const notes = await web('getNotesForInstallationInspectionItem', place(made));
    expect(notes.map(({ content }) => content)).toEqual(['Guard is loose at the drum.']);
  });

  it('are reported to administrators completely, in any number', async () => {
    const { agent } = await refusedWork({ role: 'viewer' });
    const { write, read } = agent.running.application;
    const [one] = await read.selectFrom('setAside').selectAll().limit(1).execute();
    const more = Array.from({ length: 1_200 }, (_, n) => ({ ...one!, id: `copy-${String(n).padStart(5, '0')}` }));
    for (let from = 0; from < more.length; from += 100)
      await write
        .insertInto('setAside')
        .values(more.slice(from, from + 100))
        .execute();
    const { driver } = agent.running;
    await driver.run('Connection');
    await driver.settled();
    const reported = async (): Promise<number> =>
      (await world.server.running.application.read.selectFrom('refusedChange').select('id').execute()).filter(
        ({ id }) => id.startsWith('copy-'),
      ).length;
    expect(await reported()).toBe(1_200);
    await write.deleteFrom('setAside').where('id', '<', 'copy-00700').where('id', '>=', 'copy-').execute();
    await driver.run('Connection');
    await driver.settled();
    expect(await reported()).toBe(500);
    const wren = await world.server.as('wren');
    await wren('updateUser', { id: PEOPLE.idris.id, ...restored });
    await agent.stop();
  });

  it('are listed for administrators, who accept them for their author, including photos, or discard them', async () => {
    const { agent, made } = await refusedWork({ role: 'viewer' });
    const wren = await world.server.as('wren');
    const id = await agent.running.application.read
      .selectFrom('instance')
      .select('value')
      .where('key', '=', 'syncState')
      .executeTakeFirstOrThrow()
      .then(({ value }) => (JSON.parse(value) as { deviceId: string }).deviceId);
    const device = (await wren('getDevices', {})).find((one) => one.id === id)!;
    expect(device).toMatchObject({ refused: 3, appVersion: '0.1.0' });
    const refused = await wren('getRefusedChanges', { id });
    expect(refused.map(({ userName, place: where }) => [userName, where])).toEqual(
      Array.from({ length: 3 }, () => ['Idris Fallowby', made.item.name]),
    );
    const about = (value: string) => refused.find(({ lines }) => lines.some(({ to }) => to === value))!;
    const decide = (value: string, decision: 'accepted' | 'discarded') =>
      wren('decideRefusedChange', { id, companyId: about(value).companyId, changeId: about(value).id, decision });
    await decide('Defective', 'accepted');
    await decide('guard.png', 'accepted');
    await decide('Guard is loose.', 'discarded');
    const { driver } = agent.running;
    await driver.run('Connection');
    await driver.settled();
    expect(await driver.waiting()).toMatchObject({ setAside: 0, waitingBlobs: 0 });
    const web = await world.server.as('maren');
    expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({ name: 'Defective' });
    const [photo] = await web('getImagesForInstallationInspectionItem', place(made));
    expect(photo).toMatchObject({ filename: 'guard.png' });
    const { sha256, scopeId } = await world.server.running.application.read
      .selectFrom('image')
      .select(['sha256', 'scopeId'])
      .where('id', '=', photo!.id)
      .executeTakeFirstOrThrow();
    const { blobs } = world.server.running.application.ports;
    expect(await blobs.check({ scopeId, sha256 })).toBe('whole');
    expect(await web('getNotesForInstallationInspectionItem', place(made))).toEqual([]);
    expect(await wren('getRefusedChanges', { id })).toEqual([]);
    await wren('updateUser', { id: PEOPLE.idris.id, ...restored });
  });

  it('are shown to their author alone, like those that are waiting', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'idris');
    const maren = await one.agent.signIn('maren');
    await onlyWhenAsked({ agent: one.agent, call: maren });
    await world.server.stop();
    try {
      await one.call('addNoteToInstallationInspectionItem', { ...place(made), content: 'Of Idris.' });
      await maren('addNoteToInstallationInspectionItem', { ...place(made), content: 'Of Maren.' });
      const listed = async (call: typeof maren): Promise<(string | undefined)[]> =>
        (await call('getWaitingChanges', {})).map(({ lines }) => lines[0]?.to);
      expect(await listed(one.call)).toEqual(['Of Idris.']);
      expect(await listed(maren)).toEqual(['Of Maren.']);
    } finally {
      await world.server.start();
    }
  });

  it('that are a damaged photo are listed with their place, and can be sent unchanged', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    const base64File = Buffer.alloc(9_000, `winch ${made.item.id}`).toString('base64');
    const { id } = await one.call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File });
    const { read } = one.agent.running.application;
    const { sha256, scopeId } = await read
      .selectFrom('file')
      .select(['sha256', 'scopeId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const changed = Buffer.alloc(9_000, 'changed on the disk');
    await writeFile(blobFile(`${one.agent.folder}/blobs`, scopeId, sha256), changed);
    await run(one);
    const [listed] = await one.call('getWaitingChanges', {});
    expect(listed).toMatchObject({ kind: 'damaged', what: 'File', place: made.item.name, itemId: made.item.id });
    await one.call('resendChanges', { ids: [listed!.id] });
    await run(one);
    expect(await one.call('getWaitingChanges', {})).toEqual([]);
    const web = await world.server.as('idris');
    const [file] = await web('getFilesForItem', { itemId: made.item.id });
    expect(file).toMatchObject({ filename: 'plan.bin', size: 9_000 });
  });

  it('that are a damaged photo can be replaced by another picture, which gets its place and caption', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    // Its content is unique to this test, so that the server does not have it already.
    const photo = { filename: 'guard.png', base64Image: tinyPhoto(41) };
    const { id } = await one.call('addImageToInstallationInspectionItem', { ...place(made), ...photo });
    const installationInspectionItemId = derivedId(made.drops.id, made.item.id);
    const caption = { installationInspectionItemId, imageId: id, caption: 'Guard, from below' };
    await one.call('setImageCaption', caption);
    await damage(one.agent, 'image', id);
    await run(one);
    const [listed] = await one.call('getWaitingChanges', {});
    expect(listed).toMatchObject({ kind: 'damaged', what: 'Photo' });
    expect(await one.agent.running.driver.waiting()).toMatchObject({ waitingBlobs: 0, setAside: 1 });
    expect(await one.agent.running.driver.status()).toMatchObject({
      message: 'A photo or file was damaged on this device before it was sent. It is kept on this device.',
    });
    const text = Buffer.from('no picture').toString('base64');
    const replace = { id: listed!.id, filename: 'again.png' };
    await expect(one.call('replaceDamaged', { ...replace, base64File: text })).rejects.toMatchObject({
      problem: { code: 'unsupportedMedia' },
    });
    await one.call('replaceDamaged', { ...replace, base64File: tinyPhoto(42) });
    await run(one);
    expect(await one.call('getWaitingChanges', {})).toEqual([]);
    expect(await one.agent.running.driver.waiting()).toMatchObject({ setAside: 0 });
    const web = await world.server.as('idris');
    const images = await web('getImagesForInstallationInspectionItem', place(made));
    expect(images).toMatchObject([{ filename: 'again.png', caption: 'Guard, from below' }]);
    const sha256 = createHash('sha256')
      .update(Buffer.from(tinyPhoto(42), 'base64'))
      .digest('hex');
    const { read } = world.server.running.application;
    const stored = () => read.selectFrom('blob').select('state').where('sha256', '=', sha256).execute();
    await expect.poll(stored, { timeout: 20_000 }).toEqual([{ state: 'stored' }]);
  });

  it('that are a damaged file are repaired when their original is chosen to replace them', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    const base64File = Buffer.alloc(9_000, `shackle ${made.item.id}`).toString('base64');
    const { id } = await one.call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File });
    await damage(one.agent, 'file', id);
    await run(one);
    const [listed] = await one.call('getWaitingChanges', {});
    await one.call('replaceDamaged', { id: listed!.id, filename: 'plan.bin', base64File });
    await run(one);
    expect(await one.call('getWaitingChanges', {})).toEqual([]);
    expect(await one.agent.running.driver.waiting()).toMatchObject({ waiting: 0, waitingBlobs: 0 });
    const again = await ready(world, 'idris');
    const headers = { authorization: again.agent.authorization() };
    const fetched = await again.agent.fetch(`/files/${id}.bin`, { headers });
    expect(Buffer.from(await fetched.arrayBuffer()).toString('base64')).toBe(base64File);
  });

  it('do not delay photos and files that failed before, when their user starts a run', async () => {
    const made = await world.server.build.itemInInspection();
    const base64File = Buffer.from(`Fairlead ${made.item.id}`).toString('base64');
    const web = await world.server.as('maren');
    await web('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File });
    const one = await ready(world, 'idris');
    await onlyWhenAsked(one);
    // A note of an item that the server does not know is refused each time.
    const refused = unsentChange({
      tableName: 'note',
      rowId: '019b0000-0000-7000-8000-0000000000f1',
      scopeId: PEOPLE.idris.companyId,
      userId: PEOPLE.idris.id,
      op: 'ins',
      setJson: JSON.stringify({
        installationInspectionItemId: '019b0000-0000-7000-8000-0000000000f2',
        content: 'Guard is loose.',
      }),
      clock: JSON.stringify([Date.now(), 0, 'd']),
      at: Date.now(),
    });
    const { write } = one.agent.running.application;
    const change = JSON.stringify(refused);
    await write
      .insertInto('setAside')
      .values({ id: 'd:1', n: 1, kind: 'rejected', change, reason: 'notFound', at: 0 })
      .execute();
    await run(one);
    await one.agent.running.driver.settled();
    expect(await one.agent.running.driver.waiting()).toMatchObject({ waiting: 0, setAside: 1 });

    await write.deleteFrom('blob').execute();
    const failed = { state: 'failed', attempts: 9, nextAt: Date.now() + 3_600_000 } as const;
    await write.updateTable('blobQueue').set(failed).where('direction', '=', 'down').execute();
    await one.call('syncNow', {});
    await expect
      .poll(() => one.agent.running.driver.waiting(), { timeout: 30_000 })
      .toMatchObject({ waiting: 0, setAside: 1, waitingBlobs: 0 });
  });
});

describe('signing in on a new device', () => {
  it('returns once the records are received; photos and files follow', async () => {
    const made = await world.server.build.itemInInspection();
    const web = await world.server.as('maren');
    for (let i = 0; i < 40; i++) {
      const base64File = Buffer.alloc(400_000, `${i} ${made.item.id}`).toString('base64');
      await web('addFileToItem', { itemId: made.item.id, filename: `${i}.bin`, base64File });
    }
    const agent = await world.agent();
    const call = await agent.signIn('maren');
    const { driver } = agent.running;
    expect((await driver.status()).syncLog).toMatchObject({ isRunning: true });
    const items = await call('getItemsForInstallation', { installationId: made.installation.id });
    expect(items.map(({ id }) => id)).toContain(made.item.id);
    await driver.settled();
    expect(await driver.waiting()).toMatchObject({ waitingBlobs: 0 });
  });
});
