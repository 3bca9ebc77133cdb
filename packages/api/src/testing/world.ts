/** Two companies with one of everything each, and callers of every kind, for the access matrix. */
import {
  CONDITIONS,
  FIELD_TYPES,
  FIELDS_TEMPLATE_TYPES,
  type IdKind,
  idKindOf,
  LIBRARY_SCOPE,
  type Operation,
  REPORT_TYPES,
} from '@holdfast/contract';
import {
  addAccount,
  type Database,
  dispatch,
  type Application,
  issueToken,
  openEventBus,
  SQLITE_PRAGMAS,
  sqliteDialect,
} from '@holdfast/core';
import { COMPANIES, openTestFixture, TEST_NOW, type TestFixture, tinyPhoto } from '@holdfast/core/testing';
import type { StoredRow } from '@holdfast/sync';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { buildCheckedServer } from './checkedServer.ts';

/** Text in every name of the other company. No answer to users of the first company may contain it. */
export const SECRET = 'Skerrow-Geheimnis';

/** An id that names nothing. */
export const UNKNOWN = '0190aaaa-0000-7000-8000-00000000dead';

/** An id of each kind. */
export type Ids = Record<IdKind, string>;

type CompanyKind =
  | 'company'
  | 'installation'
  | 'installationInspection'
  | 'item'
  | 'installationInspectionItem'
  | 'note'
  | 'image'
  | 'file'
  | 'report'
  | 'sweep'
  | 'companyLogo';
type CompanyIds = Record<CompanyKind, string>;
type LibraryIds = Record<Exclude<IdKind, CompanyKind | 'device' | 'token' | 'user'>, string>;

/** Kinds of which the world has a deleted row, dependent kinds first. */
export const DELETED_KINDS = [
  'sweep',
  'companyLogo',
  'note',
  'image',
  'file',
  'report',
  'installationInspectionItem',
  'item',
  'installationInspection',
  'installation',
  'inspectionDefaultItem',
  'inspectionItemType',
  'fieldImage',
  'fieldOption',
  'field',
  'fieldsTemplate',
  'itemType',
  'inspection',
] as const satisfies readonly IdKind[];
/** Kind of a deleted row. */
type DeletedKind = (typeof DELETED_KINDS)[number];

/** Callers, by kind of token. */
export const CALLERS = [
  'none',
  'bad',
  'expired',
  'revoked',
  'disabled',
  'viewer',
  'inspector',
  'foreigner',
  'reportAuthor',
  'companyAdministrator',
  'administrator',
  'device',
] as const;
/** One kind of caller. */
export type CallerKind = (typeof CALLERS)[number];

/** The world of the matrix. */
export interface World {
  /** Rows of the inspector's company. */
  own: Ids;
  /** A second row of each kind in the same company, on another installation. */
  second: Ids;
  /** Deleted rows of the same company and the library. */
  deleted: Record<DeletedKind, string>;
  /** Rows of the other company. */
  foreign: Ids;
  tokens: Record<Exclude<CallerKind, 'none'>, string>;
  app: ReturnType<typeof buildCheckedServer>;
  /** Restores the world to its original state. */
  reset(): void;
}

/** Builds the world once and keeps a copy of it to return to. */
export async function openWorld(): Promise<World> {
  const test = await openTestFixture('sqlite');
  const library = await buildLibrary(test);
  const tokens = await buildTokens(test);
  const sideOf = async (who: 'maren' | 'jorun' | 'anouk', company: CompanyIds): Promise<Ids> => {
    const { userId } = test.actor(who);
    const token = await test.database.db
      .selectFrom('token')
      .select('id')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    const deviceId = await addDevice(
      test,
      who,
      who === 'maren' ? tokens.device : test.application.ports.secrets.next(),
    );
    return { ...library, ...company, user: userId, token: token.id, device: deviceId };
  };
  const own = await sideOf('maren', await buildCompany(test, 'northmere', library, 'Tarn'));
  const second = await sideOf('jorun', await buildCompany(test, 'northmere', library, 'Fell'));
  const foreign = await sideOf('anouk', await buildCompany(test, 'skerrow', library, SECRET));
  const deleted = { ...(await buildLibrary(test)), ...(await buildCompany(test, 'northmere', library, 'Gone')) };
  const gone = await removeAll(test, deleted);

  const copy = test.database.serialize!();
  await test.close();
  let db: Kysely<Database>;
  const reset = (): void => {
    const connection = new Sqlite(copy);
    for (const pragma of SQLITE_PRAGMAS) if (!pragma.startsWith('journal_mode')) connection.pragma(pragma);
    db = new Kysely<Database>({ dialect: sqliteDialect(connection) });
  };
  reset();
  const { handlers, engine, deviceId } = test.application;
  // Mails stay queued: the fixture would send them from its own database, which is closed.
  const ports = { ...test.application.ports, mail: { wake: () => undefined } };
  // A call of an endless stream would never complete: subscribers receive only the first event.
  const events = openEventBus();
  events.close();
  const application: Application = {
    ports,
    handlers,
    engine,
    deviceId,
    get read() {
      return db;
    },
    get write() {
      return db;
    },
    events,
    get knownPersons() {
      return new Set<string>();
    },
  };
  const app = buildCheckedServer({
    application,
    version: '0.0.0',
    web: null,
    logger: false,
    ready: () => Promise.resolve(true),
  });
  await app.ready();
  return { own, second, deleted: gone, foreign, tokens, app, reset };
}

/** Returns an input of an operation from a set of ids; keys that are not ids come from `more`. */
export function inputFrom(operation: Operation, ids: Ids, more: Record<string, unknown> = {}): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(operation.input.shape)) {
    const kind = idKindOf(schema);
    const mayBeAbsent = schema.safeParse(undefined).success;
    if (kind !== undefined && !mayBeAbsent)
      input[key] = schema.safeParse([ids[kind]]).success ? [ids[kind]] : ids[kind];
  }
  return { ...input, ...more };
}

/** The parts of a fixture that create rows. */
export type Maker = Pick<TestFixture, 'build' | 'write' | 'application'>;

/** Creates the configuration that all companies share. */
export async function buildLibrary({ build, write, application }: Maker): Promise<LibraryIds> {
  const resultTemplate = await build.fieldsTemplate({
    name: 'DROPS result',
    fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
  });
  const field = await build.field({ fieldTypeId: FIELD_TYPES.select.id, fieldsTemplateId: resultTemplate.id });
  const option = await build.fieldOption({ fieldId: field.id });
  const itemType = await build.itemType();
  const inspection = await build.inspection();
  await build.allow(inspection, { company: 'skerrow' });
  const id = (): string => application.ports.ids.next(TEST_NOW);
  const stored = await application.ports.blobs.put(LIBRARY_SCOPE, Buffer.from(tinyPhoto(), 'base64'), 10_000);
  const inLibrary = { op: 'ins', scopeId: LIBRARY_SCOPE } as const;
  const [fieldImage, inspectionItemType, inspectionDefaultItem] = await write([
    {
      ...inLibrary,
      table: 'fieldImage',
      id: id(),
      set: { ...stored!, fieldId: field.id, filename: 'pin.png', mimeType: 'image/png', order: 0 },
    },
    {
      ...inLibrary,
      table: 'inspectionItemType',
      set: { inspectionId: inspection.id, itemTypeId: itemType.id, fieldsTemplateId: resultTemplate.id },
    },
    {
      ...inLibrary,
      table: 'inspectionDefaultItem',
      id: id(),
      set: {
        name: 'Floodlight',
        type: 'Item',
        order: 0,
        itemTypeId: itemType.id,
        fieldsTemplateId: null,
        itemFieldsTemplateId: null,
        parentDefaultItemId: null,
        inspectionId: inspection.id,
      },
    },
  ]);
  return {
    field: field.id,
    fieldImage: fieldImage!.id,
    fieldOption: option.id,
    fieldsTemplate: resultTemplate.id,
    inspection: inspection.id,
    inspectionDefaultItem: inspectionDefaultItem!.id,
    inspectionItemType: inspectionItemType!.id,
    itemType: itemType.id,
    condition: CONDITIONS.defective.id,
    fieldType: FIELD_TYPES.text.id,
    fieldsTemplateType: FIELDS_TEMPLATE_TYPES.itemType.id,
    reportType: REPORT_TYPES.company.id,
  };
}

/** Creates one row of each kind a company owns. Their names contain `name`, so that a leak to another company is found. */
export async function buildCompany(
  { build, write, application }: Maker,
  company: keyof typeof COMPANIES,
  library: LibraryIds,
  name: string,
): Promise<CompanyIds> {
  const owner = { company };
  const installation = await build.installation({ name }, owner);
  const drops = await build.installationInspection(
    { installationId: installation.id, inspectionId: library.inspection },
    owner,
  );
  const item = await build.item(
    { installationId: installation.id, itemTypeId: library.itemType, name: `${name} floodlight` },
    owner,
  );
  const member = await build.member({ installationInspectionId: drops.id, itemId: item.id }, owner);
  const id = (): string => application.ports.ids.next(TEST_NOW);
  const inCompany = { op: 'ins', scopeId: COMPANIES[company] } as const;
  const stored = await application.ports.blobs.put(COMPANIES[company], Buffer.from(tinyPhoto(), 'base64'), 10_000);
  const template = await application.ports.blobs.put(COMPANIES[company], Buffer.from('<Report/>'), 10_000);
  const media = { ...stored!, filename: `${name}.png`, mimeType: 'image/png' };
  const [note, image, file, report, sweep, companyLogo] = await write([
    {
      ...inCompany,
      table: 'note',
      id: id(),
      set: { installationInspectionItemId: member.id, content: `${name} note` },
    },
    {
      ...inCompany,
      table: 'image',
      id: id(),
      set: { ...media, installationInspectionItemId: member.id, width: 1, height: 1, order: 0, caption: '', edit: '' },
    },
    { ...inCompany, table: 'file', id: id(), set: { ...media, itemId: item.id } },
    {
      ...inCompany,
      table: 'report',
      id: id(),
      set: {
        title: `${name} report`,
        companyId: COMPANIES[company],
        inspectionId: null,
        reportTypeId: REPORT_TYPES.company.id,
        published: 1,
        ...template!,
      },
    },
    {
      ...inCompany,
      table: 'sweep',
      id: id(),
      set: {
        installationInspectionId: drops.id,
        locationId: null,
        locationName: `${name} deck`,
        startedAt: TEST_NOW,
        endedAt: TEST_NOW,
        untagged: 0,
      },
    },
    {
      ...inCompany,
      table: 'companyLogo',
      id: id(),
      set: { ...stored!, companyId: COMPANIES[company], mimeType: 'image/png' },
    },
  ]);
  return {
    company: COMPANIES[company],
    installation: installation.id,
    installationInspection: drops.id,
    item: item.id,
    installationInspectionItem: member.id,
    note: note!.id,
    image: image!.id,
    file: file!.id,
    report: report!.id,
    sweep: sweep!.id,
    companyLogo: companyLogo!.id,
  };
}

/** Deletes rows, dependent rows first. @returns the ids of the deleted rows */
async function removeAll(
  { write, database }: TestFixture,
  ids: CompanyIds & LibraryIds,
): Promise<Record<DeletedKind, string>> {
  for (const table of DELETED_KINDS) {
    const row = (await database.db
      .selectFrom(table)
      .selectAll()
      .where('id', '=', ids[table])
      .executeTakeFirstOrThrow()) as StoredRow;
    await write([{ table, op: 'del', id: row.id, scopeId: row.scopeId }]);
  }
  return Object.fromEntries(DELETED_KINDS.map((kind) => [kind, ids[kind]])) as Record<DeletedKind, string>;
}

/** Registers a desktop of one user. */
async function addDevice(
  { database, actor, application }: TestFixture,
  who: 'maren' | 'jorun' | 'anouk',
  token: string,
): Promise<string> {
  const deviceId = application.ports.ids.next(TEST_NOW);
  const input = { deviceId, token, name: `Tablet of ${who}`, appVersion: '1.0.0' };
  await dispatch(application, { operation: 'registerDevice', input, actor: actor(who) });
  await database.db.updateTable('device').set({ lastSeenAt: TEST_NOW }).where('id', '=', deviceId).execute();
  return deviceId;
}

async function buildTokens({ application, actor, database }: TestFixture): Promise<World['tokens']> {
  const { db } = database;
  const issue = async (
    who: Parameters<typeof actor>[0],
    change: { revokedAt?: number; expiresAt?: number } = {},
  ): Promise<string> => {
    const id = application.ports.ids.next(TEST_NOW);
    const token = await issueToken(db, application.ports, {
      id,
      userId: actor(who).userId,
      device: 'test',
      now: TEST_NOW,
    });
    if (Object.keys(change).length > 0) await db.updateTable('token').set(change).where('id', '=', id).execute();
    return token;
  };
  /** Makes an account of the inspector's company with a role. */
  const issueTo = async (role: 'reportAuthor' | 'companyAdministrator'): Promise<string> => {
    const userId = application.ports.ids.next(TEST_NOW);
    const { companyId } = actor('maren');
    const person = { id: userId, email: `${role}@example.test`, name: role, role, companyId, passwordHash: null };
    await addAccount(db, person, TEST_NOW);
    const id = application.ports.ids.next(TEST_NOW);
    return issueToken(db, application.ports, { id, userId, device: 'test', now: TEST_NOW });
  };
  const tokens = {
    inspector: await issue('maren'),
    viewer: await issue('jorun'),
    foreigner: await issue('anouk'),
    reportAuthor: await issueTo('reportAuthor'),
    companyAdministrator: await issueTo('companyAdministrator'),
    administrator: await issue('wren'),
    disabled: await issue('idris'),
    expired: await issue('maren', { expiresAt: TEST_NOW - 1 }),
    revoked: await issue('maren', { revokedAt: TEST_NOW - 1 }),
    bad: application.ports.secrets.next(),
    device: application.ports.secrets.next(),
  };
  await db
    .updateTable('user')
    .set({ disabledAt: TEST_NOW - 1 })
    .where('id', '=', actor('idris').userId)
    .execute();
  return tokens;
}
