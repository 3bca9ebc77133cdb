import { FIELD_TYPES } from '@holdfast/contract';
import type { Database } from '@holdfast/core';
import { type Calls, COMPANIES, TEST_NOW, tinyPhoto } from '@holdfast/core/testing';
import { derivedId, LOST } from '@holdfast/sync';
import { unsentChange } from '@holdfast/sync/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IDRIS, MAREN, openWorld, type TestDevice, type World } from '../testing/world.ts';

let world: World;
let device: TestDevice;
let made: Awaited<ReturnType<World['fixture']['build']['itemInInspection']>>;
let maren: Calls;
let idris: Calls;
let where: { installationInspectionId: string; itemId: string };
beforeEach(async () => {
  world = await openWorld({ events: false });
  made = await world.fixture.build.itemInInspection();
  where = { installationInspectionId: made.drops.id, itemId: made.item.id };
  device = await world.device();
  await device.signIn(...MAREN);
  await device.signIn(...IDRIS);
  await device.driver.settled();
  maren = await device.as(MAREN[0]);
  idris = await device.as(IDRIS[0]);
});
afterEach(() => world.close());

/** Sends what waits while its author may not change anything, so that the server refuses it. */
async function sendAsViewer(): Promise<void> {
  const id = world.fixture.actor('maren').userId;
  await world.fixture.as('wren').updateUser({ id, role: 'viewer' });
  await device.driver.run('Change');
  await device.driver.settled();
}

/** Adds a change that was set aside. */
async function setAside(id: string, over: Partial<Database['outbox']>, reason = 'notFound'): Promise<void> {
  const change = unsentChange({
    groupId: id,
    userId: world.fixture.actor('maren').userId,
    scopeId: COMPANIES.northmere,
    at: TEST_NOW,
    ...over,
  });
  const row = { id, n: 1, kind: 'rejected', change: JSON.stringify(change), reason, at: TEST_NOW };
  await device.db.insertInto('setAside').values(row).execute();
}

/** The data of a printed document. */
interface PrintedDocument {
  Document: object[];
  Change: { Id: string; State: string; Lines: string }[];
  Photo: object[];
}

describe('unsent changes', () => {
  it('are listed for their author alone, newest first, with place, values and picture', async () => {
    await maren.setItemName({ itemId: made.item.id, name: 'Hook' });
    world.wait(1_000);
    const photo = await maren.addImageToInstallationInspectionItem({
      ...where,
      filename: 'hook.png',
      base64Image: tinyPhoto(),
    });
    await idris.addNoteToInstallationInspectionItem({ ...where, content: 'Of Idris.' });
    const listed = await maren.getWaitingChanges({});
    const common = { place: 'Hook', itemId: made.item.id, reason: null, kind: 'waiting', text: null };
    expect(listed).toMatchObject([
      {
        ...common,
        installationInspectionId: made.drops.id,
        at: new Date(TEST_NOW + 1_000).toISOString(),
        picture: `/images/${photo.id}`,
      },
      { ...common, installationInspectionId: null, at: new Date(TEST_NOW).toISOString(), picture: null },
    ]);
    expect(listed.at(1)!.lines).toEqual([{ field: 'Name', from: made.item['name'], to: 'Hook' }]);
    expect((await idris.getWaitingChanges({})).map(({ lines }) => lines[0]?.to)).toEqual(['Of Idris.']);
  });

  it('mark their items until changes, photos and files are sent', async () => {
    const other = await world.fixture.build.item({ installationId: made.installation.id, name: 'Sheave' });
    await world.fixture.build.item({ installationId: made.installation.id, name: 'Untouched' });
    await device.run();
    expect(await maren.getWaitingItems({})).toEqual([]);
    world.substitute(() => 'cut');
    await maren.addImageToInstallationInspectionItem({ ...where, filename: 'a.png', base64Image: tinyPhoto() });
    await maren.addFileToItem({ itemId: other.id, filename: 'a.txt', base64File: 'YWJj' });
    expect((await maren.getWaitingItems({})).toSorted()).toEqual([made.item.id, other.id].toSorted());
    world.substitute((request) => (request.includes('/blobs') ? { status: 503 } : undefined));
    await device.run();
    expect(await device.driver.waiting()).toMatchObject({ waiting: 0, waitingBlobs: 2 });
    expect((await maren.getWaitingItems({})).toSorted()).toEqual([made.item.id, other.id].toSorted());
    world.substitute(null);
    await device.run();
    expect(await maren.getWaitingItems({})).toEqual([]);
  });

  it('are exported with all their values and those before', async () => {
    await maren.setItemName({ itemId: made.item.id, name: 'Hook' });
    const exported = await maren.exportChanges({});
    expect(exported).toMatchObject({ exportedAt: new Date(TEST_NOW).toISOString(), server: world.address });
    expect(exported.changes).toMatchObject([
      {
        table: 'item',
        rowId: made.item.id,
        operation: 'upd',
        values: { name: 'Hook' },
        before: { name: made.item['name'] },
        kind: 'waiting',
      },
    ]);
    expect((await idris.exportChanges({})).changes).toEqual([]);
  });

  it('are printed with their photos', async () => {
    await maren.setItemName({ itemId: made.item.id, name: 'Hook' });
    await maren.addImageToInstallationInspectionItem({ ...where, filename: 'a.png', base64Image: tinyPhoto() });
    await maren.addFileToItem({ itemId: made.item.id, filename: 'plan.txt', base64File: 'YWJj' });
    const printed = await maren.printChanges({});
    expect(printed).toMatchObject({ filename: 'unsent-changes-2026-01-15.pdf', mimeType: 'application/pdf' });
    const pieces: Uint8Array[] = [];
    for await (const piece of printed.content) pieces.push(piece);
    const document = JSON.parse(Buffer.concat(pieces).toString()) as PrintedDocument;
    expect(document.Document).toEqual([
      { Author: 'Maren Thorskild', Server: world.address, MadeAt: '15/01/2026 12:00 UTC', Count: '3 changes' },
    ]);
    expect(document.Change.map(({ State }) => State)).toEqual(Array(3).fill('Waiting to be sent'));
    expect(document.Change.map(({ Lines }) => Lines)).toContain(`Name: ${String(made.item['name'])} → Hook`);
    const shown = document.Change.find(({ Lines }) => Lines.includes('a.png'))!;
    expect(document.Photo).toEqual([{ ChangeId: shown.Id, Image: tinyPhoto() }]);
  });
});

describe('refused changes', () => {
  it('are listed with the reason, and with the photo they are about', async () => {
    await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Guard is loose.' });
    world.wait(1_000);
    await maren.addImageToInstallationInspectionItem({ ...where, filename: 'guard.png', base64Image: tinyPhoto() });
    world.wait(1_000);
    await maren.addFileToItem({ itemId: made.item.id, filename: 'plan.txt', base64File: 'YWJj' });
    await sendAsViewer();
    const listed = await maren.getWaitingChanges({});
    expect(new Set(listed.map(({ kind }) => kind))).toEqual(new Set(['refused']));
    expect(new Set(listed.map(({ reason }) => reason))).toEqual(
      new Set(['Your account was not allowed to change this. It is sent again by itself once it is.']),
    );
    const of = (name: string) => listed.find(({ lines }) => lines.some(({ to }) => to === name))!;
    expect(of('Guard is loose.')).toMatchObject({ text: 'Guard is loose.', picture: null });
    const photo = of('guard.png');
    expect(photo.picture).toBe(`/ext/desktop/refused/picture/${encodeURIComponent(photo.id)}`);
    expect(of('plan.txt').picture).toBeNull();
    expect(await maren.getRefusedPicture({ id: photo.id })).toMatchObject({ mimeType: 'image/png' });
    for (const id of [of('Guard is loose.').id, 'unknown'])
      await expect(maren.getRefusedPicture({ id })).rejects.toMatchObject({ code: 'notFound' });
    await expect(idris.getRefusedPicture({ id: photo.id })).rejects.toMatchObject({ code: 'notFound' });
    expect(await idris.getWaitingChanges({})).toEqual([]);
  });

  it('are sent again in the order in which they were made', async () => {
    const note = await maren.addNoteToInstallationInspectionItem({ ...where, content: 'First.' });
    world.wait(1_000);
    await maren.removeNoteFromInstallationInspectionItem({
      installationInspectionItemId: made.member.id,
      noteId: note.id,
    });
    await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Second.' });
    await sendAsViewer();
    const ids = (await maren.getWaitingChanges({})).map(({ id }) => id);
    expect(await idris.resendChanges({ ids })).toEqual({ count: 0 });
    const id = world.fixture.actor('maren').userId;
    await world.fixture.as('wren').updateUser({ id, role: 'inspector' });
    const { count } = await maren.resendChanges({ ids });
    expect(count).toBe(ids.length);
    expect(await device.driver.waiting()).toMatchObject({ setAside: 0 });
    await device.run();
    const notes = await world.fixture.as('maren').getNotesForInstallationInspectionItem(where);
    expect(notes.map(({ content }) => content)).toEqual(['Second.']);
  });

  it('are corrected by their author, and by no one else', async () => {
    await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Gaurd' });
    await sendAsViewer();
    const { id } = (await maren.getWaitingChanges({})).at(0)!;
    expect(await idris.resendCorrected({ id, text: 'Other' })).toEqual({ count: 0 });
    expect(await maren.resendCorrected({ id, text: 'Guard' })).toEqual({ count: 1 });
    const member = world.fixture.actor('maren').userId;
    await world.fixture.as('wren').updateUser({ id: member, role: 'inspector' });
    await device.run();
    const notes = await world.fixture.as('maren').getNotesForInstallationInspectionItem(where);
    expect(notes.map(({ content }) => content)).toEqual(['Guard']);
  });

  it('offer a text for correction only where a person wrote one', async () => {
    const { build } = world.fixture;
    const text = await build.field({ name: 'Serial' });
    const number = await build.field({ fieldTypeId: FIELD_TYPES.number.id });
    const choice = await build.field({ fieldTypeId: FIELD_TYPES.selectWithSubfields.id });
    await device.run();
    const answer = (fieldId: string) => ({
      tableName: 'fieldResponse',
      rowId: fieldId,
      op: 'ins' as const,
      setJson: JSON.stringify({ fieldId, value: '12', displayValue: '12' }),
    });
    await setAside('text', answer(text.id));
    await setAside('number', answer(number.id));
    await setAside('choice', answer(choice.id));
    await setAside('name', { tableName: 'item', rowId: made.item.id, setJson: '{"name":"Hook"}' });
    await setAside('caption', { tableName: 'image', rowId: 'i', setJson: '{"caption":"Front"}' });
    await setAside('cleared', { tableName: 'image', rowId: 'i', setJson: '{"caption":""}' });
    await setAside('parent', { tableName: 'item', rowId: made.item.id, setJson: '{"parentItemId":"x"}' });
    await setAside('removed', { tableName: 'item', rowId: made.item.id, op: 'del', setJson: '{"name":"Hook"}' });
    await setAside('restored', { tableName: 'item', rowId: made.item.id, op: 'restore', setJson: '{"name":"Hook"}' });
    const listed = await maren.getWaitingChanges({});
    expect(Object.fromEntries(listed.map(({ id, text: offered }) => [id, offered]))).toEqual({
      text: '12',
      number: '12',
      choice: null,
      name: 'Hook',
      caption: 'Front',
      cleared: null,
      parent: null,
      removed: null,
      restored: null,
    });
    await expect(maren.resendCorrected({ id: 'choice', text: '13' })).rejects.toMatchObject({ code: 'notFound' });
    expect(await maren.resendCorrected({ id: 'name', text: 'Hoist' })).toEqual({ count: 1 });
    expect((await maren.getItem({ itemId: made.item.id })).name).toBe('Hoist');
  });

  it('that correct an answer change its value and what is shown', async () => {
    const { build } = world.fixture;
    const field = await build.field({ name: 'Serial' });
    await device.run();
    const set = {
      fieldId: field.id,
      ownerTable: 'item',
      ownerId: made.item.id,
      parentFieldOptionId: null,
      value: '12',
      displayValue: '12',
      recordedDate: TEST_NOW / 1000,
      question: 'Serial',
      templateVersion: 1,
    };
    const rowId = derivedId(made.item.id, field.id, null);
    await setAside('answer', { tableName: 'fieldResponse', rowId, op: 'ins', setJson: JSON.stringify(set) });
    await maren.resendCorrected({ id: 'answer', text: '13' });
    const answers = await device.db.selectFrom('fieldResponse').select(['value', 'displayValue']).execute();
    expect(answers).toEqual([{ value: '13', displayValue: '13' }]);
  });

  it('are discarded and taken back by their author alone', async () => {
    await maren.setItemName({ itemId: made.item.id, name: 'Hook' });
    await sendAsViewer();
    const ids = (await maren.getWaitingChanges({})).map(({ id }) => id);
    expect(await idris.discardChanges({ ids })).toEqual({ count: 0 });
    expect(await maren.takeBackDiscarded({ ids })).toEqual({ count: 0 });
    expect(await maren.discardChanges({ ids: ['unknown', ...ids] })).toEqual({ count: 1 });
    expect(await maren.discardChanges({ ids })).toEqual({ count: 0 });
    expect(await maren.getWaitingChanges({})).toEqual([]);
    expect(await device.driver.waiting()).toMatchObject({ setAside: 0 });
    expect(await idris.takeBackDiscarded({ ids })).toEqual({ count: 0 });
    expect(await maren.takeBackDiscarded({ ids })).toEqual({ count: 1 });
    expect(await maren.getWaitingChanges({})).toHaveLength(1);
  });
});

describe('changes that a restored server lost', () => {
  it('are shown to everyone of the company with their author, and to no one of another', async () => {
    const { userId } = world.fixture.actor('maren');
    const note = { tableName: 'note', rowId: 'n', op: 'ins' as const, setJson: '{"content":"In the browser."}' };
    await setAside('ours', { ...note, userId }, LOST);
    await setAside('others', { ...note, userId: 'a-stranger', scopeId: COMPANIES.skerrow }, LOST);
    await setAside('unknown', { ...note, userId: 'a-former-colleague' }, LOST);
    const listed = await idris.getWaitingChanges({});
    expect(
      listed
        .map(({ id, kind, reason }) => [id, kind, reason])
        .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    ).toEqual([
      [
        'ours',
        'lost',
        'Maren Thorskild made this change in a browser. The server no longer has it. Send it again to restore it.',
      ],
      ['unknown', 'lost', 'The server no longer has this change. Send it again to restore it.'],
    ]);
    expect(await idris.discardChanges({ ids: ['ours', 'others'] })).toEqual({ count: 1 });
  });
});

describe('a photo or file that was damaged before it was sent', () => {
  it('is listed with its place, and sent as it is or replaced', async () => {
    world.substitute(() => 'cut');
    const file = await maren.addFileToItem({ itemId: made.item.id, filename: 'plan.txt', base64File: 'YWJj' });
    const photo = await maren.addImageToInstallationInspectionItem({
      ...where,
      filename: 'guard.png',
      base64Image: tinyPhoto(),
    });
    const { scopeId, sha256 } = await device.db
      .selectFrom('file')
      .selectAll()
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    await device.db
      .insertInto('blobQueue')
      .columns(['scopeId', 'sha256', 'direction', 'offset', 'state', 'attempts', 'nextAt', 'error'])
      .values(
        (await device.db.selectFrom('blob').select('sha256').execute()).map((blob) => ({
          scopeId,
          sha256: blob.sha256,
          direction: 'up' as const,
          offset: 0,
          state: 'damaged' as const,
          attempts: 0,
          nextAt: 0,
          error: '',
        })),
      )
      .execute();
    expect(await device.driver.waiting()).toMatchObject({ setAside: 2 });
    expect((await device.driver.status()).message).not.toBe('');
    const damaged = (await maren.getWaitingChanges({})).filter(({ kind }) => kind === 'damaged');
    expect(damaged).toMatchObject([
      {
        id: `damaged:${photo.id}`,
        place: made.item['name'],
        what: 'Photo',
        lines: [{ field: '', from: '', to: 'guard.png' }],
        itemId: made.item.id,
        installationInspectionId: made.drops.id,
        picture: `/images/${photo.id}`,
        text: null,
      },
      {
        id: `damaged:${file.id}`,
        what: 'File',
        lines: [{ to: 'plan.txt' }],
        installationInspectionId: null,
        picture: null,
      },
    ]);
    // The same bytes again take the place of the damaged ones; other bytes get a row of their own.
    await maren.replaceDamaged({ id: `damaged:${file.id}`, filename: 'plan.txt', base64File: 'YWJj' });
    expect(await device.driver.waiting()).toMatchObject({ setAside: 1 });
    expect(
      await device.db.selectFrom('file').select(['id', 'sha256']).where('deletedAt', 'is', null).execute(),
    ).toEqual([{ id: file.id, sha256 }]);
    await maren.replaceDamaged({ id: `damaged:${photo.id}`, filename: 'new/other.png', base64File: tinyPhoto(2) });
    const photos = await maren.getImagesForInstallationInspectionItem(where);
    expect(photos.map(({ filename }) => filename)).toEqual(['other.png']);
    expect(await device.driver.waiting()).toMatchObject({ setAside: 0 });
    for (const id of [photo.id, 'damaged:unknown', `damaged:${photo.id}`])
      await expect(maren.replaceDamaged({ id, filename: 'a.png', base64File: tinyPhoto(3) })).rejects.toMatchObject({
        code: 'notFound',
      });
  });
});
