/**
 * Compares push with the operations: a change that a device sends is applied exactly where an operation that works without a network makes such
 * a change for its author. Those changes are read from the log after each operation was called.
 */
import {
  CONDITIONS,
  FIELD_TYPES,
  FIELDS_TEMPLATE_TYPES,
  LIBRARY_SCOPE,
  NO_RULES,
  operationList,
  type OperationName,
  REPORT_TYPES,
  storedEvidence,
  storedRules,
} from '@holdfast/contract';
import {
  type Acknowledgement,
  type Columns,
  derivedId,
  PROTOCOL,
  type PushRequest,
  uuidV7,
  type StoredRow,
  type Value,
  type WireChange,
} from '@holdfast/sync';
import { expect, it } from 'vitest';
import { registry } from '../db/registry.ts';
import type { SyncedTable } from '../db/schema.ts';
import { dispatch } from '../calls/dispatch.ts';
import { addAccount } from '../users/index.ts';
import { type Calls, COMPANIES, onEachDatabase, TEST_NOW, type TestFixture, tinyPhoto } from '../testing/index.ts';

const COMPANY = COMPANIES.northmere;
const ADMINISTRATOR = '0190aaaa-0000-7000-8000-0000000ad317';

/** Kinds of change that have no line in the history. */
const WITHOUT_HISTORY = [
  'image order',
  'installation latitude',
  'installation longitude',
  'installation timeZone',
  'installation formerTimeZones',
  ...['sweep', 'sweepLine'].flatMap((table) => ['ins', 'del', 'restore'].map((op) => `${table} ${op}`)),
];

let ids = 0;
const newId = (): string => uuidV7(TEST_NOW + 1, new Uint8Array([9, 9, 9, 9, 9, 9, 9, 9, ++ids >> 8, ids & 255]));

/** A kind of change: an operation on rows of a table, or the update of one of its columns. */
interface Cell {
  table: SyncedTable;
  op: 'ins' | 'upd' | 'del' | 'restore';
  column: string | null;
}

const nameOf = ({ table, op, column }: Cell): string => `${table} ${column ?? op}`;

/** All kinds of change: updates first, then deletion and restoring. */
function everyCell(): Cell[] {
  return [...registry.values()].flatMap(({ name, columns }) => {
    const table = name as SyncedTable;
    return [
      ...Object.keys(columns.shape).map((column): Cell => ({ table, op: 'upd', column })),
      ...(['del', 'restore', 'ins'] as const).map((op): Cell => ({ table, op, column: null })),
    ];
  });
}

/**
 * Calls every operation that records work without a network, many of them with their undo.
 * @returns the kinds of change they made, and those of them that left no line in the history
 */
async function changesOfOperations(
  fixture: TestFixture,
): Promise<{ seen: ReadonlySet<string>; unwritten: readonly string[] }> {
  const { installation, drops, item, loler } = await fixture.build.itemInTwoInspections();
  const other = await fixture.build.item({ installationId: installation.id, name: 'Padeye' });
  const third = await fixture.build.item({ installationId: installation.id, name: 'Shackle' });
  const [itemTypeId, inspectionId] = [String(item['itemTypeId']), String(drops['inspectionId'])];
  const own = await fixture.build.field({ name: 'Serial number' });
  await fixture.build.templateOfType({ itemTypeId, fieldsTemplateId: String(own['fieldsTemplateId']) });
  const result = await fixture.build.field({ name: 'Play (mm)' });
  await fixture.build.typeOfInspection({
    inspectionId,
    itemTypeId,
    fieldsTemplateId: String(result['fieldsTemplateId']),
  });
  const at = { installationInspectionId: drops.id, itemId: item.id };
  const answer = { value: '7', displayValue: '7', parentFieldOptionId: null };
  const dates = { startDate: 1_768_435_200, endDate: 1_768_521_600 };
  const conditionId = CONDITIONS.defective.id;
  const maren = fixture.as('maren');
  // What they write was written before by the operations below; the writer asks for the same rights.
  const called = new Set<string>(['undoChanges', 'chooseOtherValue']);
  const seen = new Set<string>();
  const written = new Set<string>();
  const unwritten = new Set<string>();

  async function observe<T>(work: () => Promise<T>): Promise<T> {
    const changes = fixture.application.read.selectFrom('change').where('scopeId', '=', COMPANY);
    const { seq } = await changes.select(({ fn }) => fn.max('seq').as('seq')).executeTakeFirstOrThrow();
    const answered = await work();
    for (const { tableName, op, setJson, historyJson } of await changes.selectAll().where('seq', '>', seq).execute()) {
      // The name of its author is added by the application, not by the operation.
      if (tableName === 'person') continue;
      const kinds = op === 'upd' ? Object.keys(JSON.parse(setJson) as object) : [op === 'revive' ? 'ins' : op];
      for (const kind of kinds) {
        seen.add(`${tableName} ${kind}`);
        (historyJson === null ? unwritten : written).add(`${tableName} ${kind}`);
      }
    }
    return answered;
  }
  const as = Object.fromEntries(
    operationList.map(({ name }) => [
      name,
      (input: never) => {
        called.add(name);
        return observe((): Promise<unknown> => maren[name as OperationName](input));
      },
    ]),
  ) as unknown as Calls;
  const undo = async (): Promise<void> => {
    const { groupId } = await fixture.application.read
      .selectFrom('change')
      .select('groupId')
      .where('scopeId', '=', COMPANY)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    await observe(() => maren.undoChanges({ installationId: installation.id, undo: groupId }));
  };

  await as.setCondition({ ...at, conditionId });
  await as.setConditionOfItems({ installationInspectionId: loler.id, itemIds: [item.id], conditionId });
  await undo();
  await as.setParentOfItems({ installationId: installation.id, itemIds: [third.id], newParentId: other.id });
  await as.addNoteToItems({ installationInspectionId: drops.id, itemIds: [item.id], content: 'Rust' });
  await undo();
  await undo();
  await as.addItemsFromInstallation({ installationInspectionId: drops.id, itemIds: [other.id] });
  await undo();
  await undo();
  await as.addItemFromInstallation({ installationInspectionId: drops.id, itemId: third.id });
  await as.saveItemField({ itemId: item.id, fieldId: own.id, ...answer });
  await undo();
  await undo();
  await as.saveItemField({ itemId: item.id, fieldId: own.id, ...answer, value: '8', displayValue: '8' });
  fixture.wait(1_000);
  await as.saveItemField({ itemId: item.id, fieldId: own.id, ...answer });
  await as.saveInstallationInspectionItemField({ ...at, fieldId: result.id, ...answer });
  await as.setAnswerOfItems({
    installationInspectionId: drops.id,
    itemIds: [item.id],
    fieldId: result.id,
    value: '9',
    displayValue: '9',
  });
  // An answer takes the words of its question and the version of its template with it.
  await fixture.as('wren').updateField({ id: result.id, name: 'Play of the bearing (mm)' });
  await as.saveInstallationInspectionItemField({
    ...at,
    fieldId: result.id,
    ...answer,
    value: '10',
    displayValue: '10',
  });
  const sweep = await as.saveSweep({
    installationInspectionId: drops.id,
    locationId: null,
    startedAt: TEST_NOW - 60_000,
    endedAt: TEST_NOW,
    reads: [{ tag: 'E28011700000020C', tagKind: 'tid', seenAt: TEST_NOW }],
  });
  await as.deleteSweep({ sweepId: sweep.id });
  await undo();
  await as.deleteSweep({ sweepId: sweep.id });
  await as.restoreSweep({ sweepId: sweep.id });
  await as.updateInstallation({
    id: installation.id,
    updatedInstallation: { latitude: 1, longitude: 2, timeZone: 'Europe/Oslo' },
  });
  await as.createInstallationInspection({ installationId: installation.id, inspectionId, ...dates });
  await as.updateInstallationInspection({ id: drops.id, ...dates });
  await as.newItem({ installationInspectionId: drops.id, itemTypeId, name: 'Hook' });
  await as.duplicateItem(at);
  await as.setItemName({ itemId: other.id, name: 'Padeye, port' });
  await as.setParentItem({ installationId: installation.id, itemId: third.id, newParentId: null });
  await as.setTag({ itemId: other.id, tag: 'E28011700000020B', tagKind: 'tid' });
  const file = await as.addFileToItem({ itemId: item.id, filename: 'a.txt', base64File: btoa('a') });
  await as.addItemFilesFromAnotherInspection({ ...at, itemId: third.id, imageIds: [file.id] });
  await as.removeFileFromItem({ itemId: item.id, fileId: file.id });
  await as.restoreFileToItem({ itemId: item.id, fileId: file.id });
  const photo = { filename: 'a.png', base64Image: tinyPhoto() };
  const image = await as.addImageToInstallationInspectionItem({ ...at, ...photo });
  await as.addItemImagesFromAnotherInspection({ ...at, itemId: third.id, imageIds: [image.id] });
  const hung = { installationInspectionItemId: derivedId(drops.id, item.id), imageId: image.id };
  await as.setImageCaption({ ...hung, caption: 'Split pin missing' });
  await as.setImageEdit({ ...hung, edit: { turn: 90, crop: null, marks: [] } });
  const second = await as.addImageToInstallationInspectionItem({ ...at, ...photo, filename: 'b.png' });
  await as.orderImages({
    installationInspectionItemId: hung.installationInspectionItemId,
    imageIds: [second.id, image.id],
  });
  await as.removeImageFromInstallationInspectionItem(hung);
  await as.restoreImageToInstallationInspectionItem(hung);
  const note = await as.addNoteToInstallationInspectionItem({ ...at, content: 'Rust' });
  const { installationInspectionItemId } = hung;
  await as.removeNoteFromInstallationInspectionItem({ installationInspectionItemId, noteId: note.id });
  await undo();
  await as.removeNoteFromInstallationInspectionItem({ installationInspectionItemId, noteId: note.id });
  await as.restoreNoteToInstallationInspectionItem({ installationInspectionItemId, noteId: note.id });
  await as.deleteItem({ ...at, itemId: third.id });
  await as.restoreItem({ ...at, itemId: third.id });

  const recording = operationList.filter(
    ({ effect, right, offline, agentOnly }) =>
      effect === 'write' && right === 'inspect' && offline && agentOnly !== true,
  );
  const missing = recording.filter(({ name }) => !called.has(name)).map(({ name }) => name);
  expect(missing, 'Operations that record work without a network: call them in changesOfOperations').toEqual([]);
  const strange = [...called].filter((name) => !recording.some((operation) => operation.name === name));
  expect(strange, 'Called, but recording no work without a network').toEqual([]);
  return { seen, unwritten: [...unwritten].filter((change) => !written.has(change)) };
}

/** A device with one user, as far as push needs it. */
function deviceOf(fixture: TestFixture, userId: string, deviceId: string) {
  let n = 0;
  let chain = '';
  return async (scopeId: string, change: Pick<WireChange, 'table' | 'op' | 'id' | 'set'>): Promise<string> => {
    n += 1;
    const now = fixture.application.ports.clock.now();
    const clock: WireChange['clock'] = [now, n, deviceId];
    const group = newId();
    const sent = { ...change, n, group, atomic: false, user: userId, base: {}, seen: null, clock };
    const message: PushRequest = {
      protocol: PROTOCOL,
      schema: 1,
      epoch: null,
      scopeId,
      now,
      chain,
      waiting: 0,
      changes: [sent],
    };
    const device = { deviceId, revoked: null };
    const reply = (await dispatch(fixture.application, {
      operation: 'pushChanges',
      input: { message },
      actor: null,
      device,
    })) as Acknowledgement;
    const recorded = await fixture.application.read
      .selectFrom('device')
      .select('chain')
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow();
    chain = recorded.chain;
    const { verdict, reason } = reply.verdicts[0]!;
    return verdict === 'rejected' ? String(reason) : verdict;
  };
}

/** Values of all kinds; a column is changed to the first one that it accepts and does not have. */
const VALUES: readonly Value[] = [
  '2027-05-31',
  'Europe/Lisbon',
  'Europe/Athens',
  'image/jpeg',
  'image/png',
  'application/pdf',
  'uid',
  'tid',
  'item',
  'installation',
  'found',
  'missing',
  'Question',
  'Item',
  1,
  0,
  newId(),
  'ab'.repeat(32),
  'cd'.repeat(32),
  '[]',
  '{"fields":[],"evidence":[]}',
  '{"turn":90,"crop":null,"marks":[]}',
  storedRules({ ...NO_RULES, unit: 't' }),
  storedEvidence([{ when: '[Condition] == "Defective"', needs: 'photo', reason: '' }]),
  '',
  null,
  ...[CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, REPORT_TYPES].flatMap((rows) =>
    Object.values(rows).map(({ id }): string => id),
  ),
];

const newTag = (): string => newId().replaceAll('-', '').toUpperCase();

function otherValue(table: SyncedTable, column: string, row: StoredRow | undefined, others: readonly string[]): Value {
  const { columns, references } = registry.get(table)!;
  const candidates = references[column] === table ? [...others, null] : [newTag(), ...VALUES];
  const schema = columns.shape[column]!;
  const found = candidates.find((value) => value !== row?.[column] && schema.safeParse(value).success);
  if (found === undefined) throw new Error(`${table}.${column}: no other value is known.`);
  return found;
}

/** The row on which a kind of change is tried: the latest of its table in the required state. */
async function rowFor(fixture: TestFixture, { table, op }: Cell, scopeId: string): Promise<StoredRow | undefined> {
  const rows: StoredRow[] = await fixture.application.read
    .selectFrom(table as 'note')
    .selectAll()
    .where('scopeId', '=', scopeId)
    .orderBy('_seq', 'desc')
    .execute();
  const wantsDeleted = op === 'restore' || (op === 'ins' && registry.get(table)!.naturalKey !== undefined);
  return rows.find((row) => (row.deletedAt !== null) === wantsDeleted) ?? rows[0];
}

/** Sends one change of a kind. @returns its verdict, or why it was refused */
async function attempt(fixture: TestFixture, send: ReturnType<typeof deviceOf>, tried: Cell): Promise<string> {
  const { table, op, column } = tried;
  const { columns, scopeKind, naturalKey } = registry.get(table)!;
  const scopeId = scopeKind === 'library' ? LIBRARY_SCOPE : COMPANY;
  const row = await rowFor(fixture, tried, scopeId);
  const others = await fixture.application.read.selectFrom('item').select('id').where('tag', 'is', null).execute();
  const values = (names: readonly string[]): Columns =>
    Object.fromEntries(
      names.map((name) => [
        name,
        otherValue(
          table,
          name,
          row,
          others.map(({ id }) => id),
        ),
      ]),
    );
  if (op === 'upd') return send(scopeId, { table, op, id: row?.id ?? newId(), set: values([column!]) });
  if (op !== 'ins') return send(scopeId, { table, op, id: row?.id ?? newId(), set: {} });
  const all = Object.keys(columns.shape);
  const set = row === undefined ? values(all) : Object.fromEntries(all.map((name) => [name, row[name]!]));
  const id = naturalKey === undefined || row === undefined ? newId() : row.id;
  return send(scopeId, { table, op, id, set: table === 'item' ? { ...set, tag: null, tagKind: null } : set });
}

onEachDatabase('Work that an inspector records', (fixture) => {
  it('leaves a line in the history, except of sweeps, particulars of an installation and the order of photos', async () => {
    const { unwritten } = await changesOfOperations(fixture);
    const missing = unwritten.filter((change) => !WITHOUT_HISTORY.includes(change));
    expect(missing, 'Kinds of change without a line in the history: see `history` of the table').toEqual([]);
    expect(unwritten.toSorted()).toEqual(WITHOUT_HISTORY.toSorted());
  });
});

onEachDatabase('A pushed change', (fixture) => {
  it('is accepted exactly where an operation makes it for its author: by actor, table, operation and column', async () => {
    const { seen: allowed } = await changesOfOperations(fixture);
    await addAccount(
      fixture.application.write,
      {
        id: ADMINISTRATOR,
        email: 'administrator@northmere.test',
        name: 'Wim Askell',
        role: 'administrator',
        companyId: COMPANY,
        passwordHash: null,
      },
      TEST_NOW,
    );
    const people = [
      { userId: fixture.actor('maren').userId, records: true },
      { userId: ADMINISTRATOR, records: true },
      { userId: fixture.actor('jorun').userId, records: false },
      { userId: fixture.actor('anouk').userId, records: false },
    ];
    for (const { userId, records } of people) {
      const deviceId = newId();
      const device = { deviceId, token: deviceId.padEnd(43, 'x'), name: 'Tablet', appVersion: '1.0.0' };
      await fixture.as('maren').registerDevice(device);
      await fixture.application.write.deleteFrom('deviceUser').where('deviceId', '=', deviceId).execute();
      const { companyId } = await fixture.application.read
        .selectFrom('user')
        .select('companyId')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      await fixture.application.write
        .insertInto('deviceUser')
        .values({ deviceId, userId, enrolledAt: TEST_NOW, companyId })
        .execute();
      const send = deviceOf(fixture, userId, deviceId);
      for (const tried of everyCell()) {
        fixture.wait(1_000);
        const outcome = await attempt(fixture, send, tried);
        const expected = records && allowed.has(nameOf(tried)) ? /^(applied|revived)$/ : /^notAllowed$/;
        expect(outcome, nameOf(tried)).toMatch(expected);
      }
    }
  });
});
