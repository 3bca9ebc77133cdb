import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pruneAudit, verifyAudit } from '../auditLog.ts';
import { backupCompleted, backupFailed, backupState } from '../backupState.ts';
import { databaseProblem, isDamaged, isDiskFull, outcomeOfLostConnection } from '../db/problems.ts';
import { localDb } from '../db/scoped.ts';
import { bytesOfBase64 } from '../media/base64.ts';
import { scrubContents, recordLostContents, requestLostContents, wantedContents } from '../media/scrub.ts';
import { collectUnusedBlobs } from '../media/unusedBlobs.ts';
import { storedReleases, storeRelease } from '../releases/stored.ts';
import { COMPANIES, mediaPorts, memoryBlobs, testPorts, tinyPhoto } from '../testing/index.ts';
import { openRecording, type Recording } from '../testing/recording.ts';

const DAY = 24 * 3_600_000;
const UNKNOWN = '0190aaaa-0000-7000-8000-00000000dead';

let at: Recording;
let blobs: ReturnType<typeof memoryBlobs>;
beforeEach(async () => {
  blobs = memoryBlobs();
  at = await openRecording({ blobs });
});
afterEach(() => at.close());

/** An item in an inspection, made by operations so that all ids are the same in each run. */
async function inspected() {
  const wren = at.fixture.as('wren');
  const maren = at.fixture.as('maren');
  const type = await wren.createItemType({ name: 'Floodlight' });
  const survey = await wren.createInspection({ name: 'Survey' });
  await wren.addInspectionItemType({ inspectionId: survey.id, itemTypeId: type.id });
  await wren.addCompanyInspection({ id: COMPANIES.northmere, inspectionId: survey.id });
  const rig = await wren.createInstallation({ companyId: COMPANIES.northmere, name: 'Tarn' });
  const { id: installationInspectionId } = await maren.createInstallationInspection({
    installationId: rig.id,
    inspectionId: survey.id,
    startDate: 1_768_003_200,
    endDate: 1_768_867_200,
  });
  const make = async (name: string, parentItemId: string | null = null) =>
    (await maren.newItem({ installationInspectionId, itemTypeId: type.id, name, parentItemId })).itemId;
  return { rig, make, installationInspectionId, maren };
}

describe('the upkeep of a server', () => {
  it('finds what is lost, removes what is not needed, and verifies its log as recorded', async () => {
    const { application, database } = at.fixture;
    const { make, installationInspectionId, maren, rig } = await inspected();
    const lamp = await make('Lamp');
    const where = { installationInspectionId, itemId: lamp };
    await maren.registerDevice({
      deviceId: '0190aaaa-0000-7000-8000-0000000de001',
      token: 'x'.repeat(43),
      name: 'Tablet',
      appVersion: '1.0.0',
    });
    await maren.addImageToInstallationInspectionItem({ ...where, filename: 'one.png', base64Image: tinyPhoto(1) });
    await maren.addImageToInstallationInspectionItem({ ...where, filename: 'two.png', base64Image: tinyPhoto(2) });
    const file = await maren.addFileToItem({ itemId: lamp, filename: 'three.txt', base64File: btoa('three') });
    const hashes = (await database.db.selectFrom('blob').select('sha256').orderBy('sha256').execute()).map(
      ({ sha256 }) => sha256,
    );

    at.heading('contents');
    const scrub = (bytes: number) => at.run(`scrub ${bytes}`, () => scrubContents(application, bytes));
    await scrub(1_000_000);
    await scrub(0);
    await scrub(1);
    await scrub(1);
    const lose = (sha256: string) => blobs.delete({ scopeId: COMPANIES.northmere, sha256 });
    await lose(hashes[0]!);
    await lose(hashes[2]!);
    await scrub(1_000_000);
    await scrub(1_000_000);
    at.note('wanted', await wantedContents(database.db, [COMPANIES.northmere, COMPANIES.skerrow]));
    at.note('wanted of others', await wantedContents(database.db, [COMPANIES.skerrow]));
    at.note('wanted of none', await wantedContents(database.db, []));
    const lost = (last: string | null) =>
      at.run(`requestLostContents ${last}`, () => requestLostContents(application, last));
    await lost(null);
    await lost('');
    await at.run('recordLostContents', () => recordLostContents(database.db, 5));
    await lost('');
    await lost('5');
    await maren.removeFileFromItem({ itemId: lamp, fileId: file.id });
    for (const days of [0, 1, 40, 400]) {
      at.fixture.wait(days * DAY);
      await at.run(`collectUnusedBlobs after ${days} more days`, () => collectUnusedBlobs(application));
    }

    at.heading('the audit log');
    const verify = (expected?: { seq: number; hash: string }) =>
      at.run('verify', () => verifyAudit(localDb(database.db), expected));
    const whole = await verify();
    await verify({ seq: whole.last, hash: whole.hash });
    await verify({ seq: 3, hash: 'another' });
    await verify({ seq: 999, hash: whole.hash });
    await at.run('prune nothing', () => pruneAudit(application, 1_000 * DAY));
    await at.run('prune', () => pruneAudit(application, 30 * DAY));
    await at.run('prune again', () => pruneAudit(application, 30 * DAY));
    await verify();
    await verify({ seq: 1, hash: 'pruned' });
    await at.as('wren').createItemType({ name: 'Another' });
    await verify();
    await database.db.updateTable('auditHead').set({ seq: 99 }).execute();
    await verify();
    await database.db.updateTable('auditHead').set({ seq: 1 }).execute();
    await verify();
    await database.db.deleteFrom('auditHead').execute();
    await verify();

    at.heading('backups and releases');
    const local = localDb(database.db);
    await at.run('backupState', () => backupState(local));
    const completed = { at: 4, rows: 7, contents: 2, damaged: 1 };
    await at.run('backupCompleted', () => backupCompleted(local, completed));
    await at.run('backupFailed', () => backupFailed(local, { at: 5, reason: 'No space.' }));
    await at.run('backupState', () => backupState(local));
    await at.run('backupCompleted', () => backupCompleted(local, { ...completed, at: 5 }));
    await at.run('backupState', () => backupState(local));
    const release = (version: string, percent: number) => ({
      version,
      percent,
      deviceIds: [] as string[],
      withdrawn: false,
      createdAt: '2026-01-14T12:00:00.000Z',
      publishedAt: '2026-01-15T12:00:00.000Z',
      rollback: false,
      minimumShell: '1.0.0',
      minimumNode: '24.0.0',
      size: 3,
      sha256: 'a'.repeat(64),
    });
    for (const [version, percent] of [
      ['1.9.0', 10],
      ['1.10.0', 20],
      ['1.9.0', 30],
    ] as const)
      await at.run(`storeRelease ${version}`, () => storeRelease(local, release(version, percent)));
    at.note('releases', await storedReleases(local));

    at.heading('records of the same moment and name');
    const [one, two] = [await make('Deck'), await make('Deck')];
    await maren.addNoteToInstallationInspectionItem({ ...where, content: 'First' });
    await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Second' });
    await at.as('maren').getNotesForInstallationInspectionItem(where);
    await at.as('maren').getItemPossibleParents({ installationId: rig.id, itemId: lamp });
    await at.as('maren').setParentItem({ installationId: rig.id, itemId: lamp, newParentId: two });
    await at
      .as('maren')
      .addNoteToInstallationInspectionItem({ installationInspectionId, itemId: one, content: 'Third' });
    await at.as('maren').getPhrases({ itemId: lamp, fieldId: null });
    const png = Buffer.from(tinyPhoto(9), 'base64');
    const archiveEnd = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);
    const polyglot = Buffer.concat([png, archiveEnd]);
    await at
      .as('maren')
      .addImageToInstallationInspectionItem({ ...where, filename: 'p.png', base64Image: polyglot.toString('base64') });
    await at.as('wren').getFieldsTemplateUsage({ id: UNKNOWN });
    await at.as('wren').getFieldUsage({ id: UNKNOWN });
    await at.as('wren').getInspectionItemTypeUsage({ id: UNKNOWN });
    await expect(at.text()).toMatchFileSnapshot('./upkeep.txt');
  });
});

describe('an error of a database', () => {
  it.each([
    ['SQLITE_BUSY', 'unavailable', 1],
    ['55P03', 'unavailable', 1],
    ['08006', 'unavailable', 2],
    ['08007', 'unavailable', 2],
    ['SQLITE_FULL', 'unavailable', 60],
    ['ENOSPC', 'unavailable', 60],
    ['22021', 'badInput', undefined],
    ['23503', 'notFound', undefined],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'notFound', undefined],
    ['23505', 'alreadyExists', undefined],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', 'alreadyExists', undefined],
  ])('with the code %s becomes the refusal %s', (code, refusal, retryAfterSeconds) => {
    const problem = databaseProblem(Object.assign(new Error('of the engine'), { code }));
    expect(problem).toMatchObject({ code: refusal });
    if (retryAfterSeconds !== undefined) expect(problem).toMatchObject({ details: { retryAfterSeconds } });
    expect(databaseProblem(problem)).toBe(problem);
  });

  it('of another kind stays what it is', () => {
    for (const error of [new Error('other'), Object.assign(new Error('other'), { code: 'XX000' }), { code: 5 }, null]) {
      expect(databaseProblem(error)).toBe(error);
      expect([isDiskFull(error), isDamaged(error), outcomeOfLostConnection(error)]).toEqual([false, false, null]);
    }
    expect(isDamaged({ code: 'SQLITE_CORRUPT_VTAB' })).toBe(true);
    expect(outcomeOfLostConnection({ code: '08007' })).toBe('unknown');
    expect(outcomeOfLostConnection({ code: '57P01' })).toBe('uncommitted');
  });
});

describe('a content as base64', () => {
  const ports = { ...testPorts(() => 0), ...mediaPorts };
  const read = (text: string, limit: number) => bytesOfBase64(ports, text, 'key', limit).length;

  it('may have as many bytes as its limit, and none more, with the head of a data URL or without', () => {
    const ten = Buffer.alloc(10).toString('base64');
    expect(read(ten, 10)).toBe(10);
    expect(read(`data:image/png;base64,${ten}`, 10)).toBe(10);
    expect(() => read(ten, 9)).toThrow(expect.objectContaining({ code: 'tooLarge', details: { limitBytes: 9 } }));
    expect(() => read(`data:${'x'.repeat(200)},${ten}`, 10)).toThrow(expect.objectContaining({ code: 'tooLarge' }));
  });

  it('is refused by its length before it is decoded, and when it is empty or no base64', () => {
    let decoded = 0;
    const counting = { ...ports, uploads: { ...ports.uploads, fromBase64: () => ((decoded += 1), null) } };
    expect(() => bytesOfBase64(counting, 'A'.repeat(20), 'key', 11)).toThrow(
      expect.objectContaining({ code: 'tooLarge' }),
    );
    expect(decoded).toBe(0);
    for (const text of ['', 'é'])
      expect(() => read(text, 9)).toThrow(
        expect.objectContaining({ details: { issues: [{ path: 'key', message: 'must be base64' }] } }),
      );
    expect(() => bytesOfBase64(counting, 'A'.repeat(16), 'key', 9)).toThrow(
      expect.objectContaining({ code: 'badInput' }),
    );
    expect(decoded).toBe(1);
  });
});
