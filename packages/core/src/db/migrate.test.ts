import { createHash } from 'node:crypto';
import { CONDITIONS } from '@holdfast/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildApplication } from '../application.ts';
import { handlers } from '../index.ts';
import { FIRST, FIRST_RELEASE, fillFirstRelease, firstRows } from '../testing/firstRelease.ts';
import {
  callsOf,
  openEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
  testEngines,
  testPorts,
  testPostgres,
} from '../testing/index.ts';
import { type Host, migrate, migrateTo, migrations } from './migrate.ts';

/** Rows that a migration forgets on purpose: what a device had pulled and not merged is pulled again. */
const FORGOTTEN: Readonly<Record<Host, readonly string[]>> = { server: [], device: ['stage', 'stageMark'] };

/** Values with which migrations fill columns that the first release did not have. */
const FILLED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  report: { published: 1 },
  company: { address: '', accreditation: '' },
  fieldsTemplate: { version: 1, evidence: '' },
  field: { rules: '', formerShortNames: '' },
  installation: { formerTimeZones: '' },
  fieldResponse: { question: '', templateVersion: 1 },
  change: { overrodeJson: null },
  user: {
    erasedAt: null,
    namesToEraseJson: null,
    qualification: '',
    certificateNumber: '',
    certificateExpiresOn: '',
    signature: null,
  },
  person: { qualification: '', certificateNumber: '', certificateExpiresOn: '' },
  token: { secondFactorAt: null, endsAt: null, providerId: null },
  image: { caption: '', edit: '' },
  deviceUser: { companyId: FIRST.company },
  device: {
    originId: null,
    label: null,
    oldestWaitingAt: null,
    contentsWaiting: 0,
    contentBytes: 0,
    encrypted: null,
    reportedAt: null,
  },
};

/** Columns of the first release that a migration removed. */
const REMOVED: Readonly<Record<string, readonly string[]>> = { setAside: ['serverRow'] };

/** Returns a row of the first release with the columns of today. */
function updated(table: string, row: object): Record<string, unknown> {
  const filled = Object.entries({ ...row, ...FILLED[table] });
  return Object.fromEntries(filled.filter(([column]) => REMOVED[table]?.includes(column) !== true));
}

async function contentOf({ db }: TestDatabase, table: string): Promise<unknown[]> {
  return (await sql`select * from ${sql.table(table)}`.execute(db)).rows;
}

async function columnsOf({ db }: TestDatabase): Promise<Record<string, unknown>> {
  const tables = await db.introspection.getTables();
  const described = tables.map(({ name, columns }) => [
    name,
    columns
      .map(({ name: column, dataType, isNullable }) => `${column} ${dataType} ${isNullable}`)
      // An added column stands at the end, where a new database may have it elsewhere.
      .toSorted(),
  ]);
  return Object.fromEntries(described) as Record<string, unknown>;
}

async function openFirstRelease(engine: (typeof testEngines)[number], host: Host): Promise<TestDatabase> {
  const database = await openEmptyDatabase(engine);
  await migrateTo(database.db, host, engine, FIRST_RELEASE[host]);
  await fillFirstRelease(database.db, engine, host);
  return database;
}

for (const [host, engine] of [
  ['server', 'sqlite'],
  ['server', 'postgres'],
  ['device', 'sqlite'],
] as const) {
  const suite = engine === 'postgres' && testPostgres === undefined ? describe.skip : describe;
  suite(`A database of the first release, of a ${host} on ${engine}`, () => {
    it('keeps every row when it is updated, all at once and step by step', async () => {
      const atOnce = await openFirstRelease(engine, host);
      const steps = Object.keys(migrations(host, engine));
      const later = steps.slice(steps.indexOf(FIRST_RELEASE[host]) + 1);
      expect(await migrate(atOnce.db, host, engine)).toEqual(later);
      const stepwise = await openFirstRelease(engine, host);
      for (const step of later) expect(await migrateTo(stepwise.db, host, engine, step)).toEqual([step]);

      for (const [table, rows] of Object.entries(firstRows[host])) {
        const kept = FORGOTTEN[host].includes(table) ? [] : rows.map((row) => updated(table, row));
        const message = `Rows of ${table}: a column that a migration adds stands in FILLED with the value of rows that lack it`;
        expect(await contentOf(atOnce, table), message).toEqual(kept);
        expect(await contentOf(stepwise, table), message).toEqual(kept);
      }
      await atOnce.close();
      await stepwise.close();
    });

    it('is refused with a message once a newer program has migrated it', async () => {
      const old = await openFirstRelease(engine, host);
      await migrate(old.db, host, engine);
      await sql`insert into migration ("name", "timestamp") values ('29991231-01-later', '2999-12-31T00:00:00.000Z')`.execute(
        old.db,
      );
      await expect(migrate(old.db, host, engine)).rejects.toThrow(
        'a newer version of Holdfast has migrated this database. Start that version, or restore a backup made before.',
      );
      await old.close();
    });

    it('has the columns of a new database afterwards', async () => {
      const old = await openFirstRelease(engine, host);
      await migrate(old.db, host, engine);
      const fresh = await openTestDatabase(engine, host);
      expect(await columnsOf(old)).toEqual(await columnsOf(fresh));
      expect(await migrate(old.db, host, engine)).toEqual([]);
      await old.close();
      await fresh.close();
    });

    it('is unchanged when a migration fails', async () => {
      const database = await openFirstRelease(engine, host);
      const before = await columnsOf(database);
      // The view that a later migration makes is there already.
      await sql`create table "loggedChange" ("id" text)`.execute(database.db);
      await expect(migrate(database.db, host, engine)).rejects.toThrow(/loggedChange/);
      await sql`drop table "loggedChange"`.execute(database.db);
      expect(await columnsOf(database)).toEqual(before);
      expect(await migrate(database.db, host, engine)).not.toEqual([]);
      await database.close();
    });
  });
}

for (const engine of testEngines) {
  const suite = engine === 'postgres' && testPostgres === undefined ? describe.skip : describe;
  suite(`Work of the first release, on a server with ${engine}`, () => {
    it('is read and changed after the update, with its history', async () => {
      const database = await openFirstRelease(engine, 'server');
      await migrate(database.db, 'server', engine);
      const application = buildApplication({
        engine,
        read: database.db,
        write: database.db,
        ports: testPorts(() => 1_763_650_000_000),
        handlers,
        deviceId: 'server',
      });
      const maren = callsOf(application, {
        userId: FIRST.maren,
        name: 'Maren Thorskild',
        role: 'inspector',
        companyId: FIRST.company,
        tokenId: FIRST.maren,
      });
      const place = { installationInspectionId: FIRST.installationInspection, itemId: FIRST.winch };
      expect(await maren.getInstallationInspectionItemCondition(place)).toEqual(CONDITIONS.fitForPurpose);
      const changed = await maren.setCondition({ ...place, conditionId: CONDITIONS.defective.id });
      expect(changed.condition).toEqual(CONDITIONS.defective);
      const history = await maren.getAuditLogsForInstallationInspectionAndItem(place);
      expect(history.map(({ from, to }) => [from, to])).toEqual([
        ['Fit for purpose', 'Defective'],
        ['Not Checked', 'Fit for purpose'],
      ]);
      await database.close();
    });
  });
}

it('A change that waited on a desktop of the first release is in its history after the update', async () => {
  const database = await openFirstRelease('sqlite', 'device');
  await migrate(database.db, 'device', 'sqlite');
  const logged = await database.db.selectFrom('loggedChange').select(['rowId', 'seq', 'op']).orderBy('seq').execute();
  expect(logged).toEqual([
    { rowId: FIRST.member, seq: 8, op: 'upd' },
    { rowId: FIRST.member, seq: 2 ** 52 + 2, op: 'upd' },
  ]);
  await database.close();
});

/** SHA-256, shortened, over the statements of each migration by host and engine, as they ran first: other statements would make another database. */
const RELEASED: Readonly<Record<string, string>> = {
  '20261120-01-rows device postgres': 'eaf6d483a823e99d',
  '20261120-01-rows device sqlite': '6420b1d55445ce68',
  '20261120-01-rows server postgres': 'eaf6d483a823e99d',
  '20261120-01-rows server sqlite': '6420b1d55445ce68',
  '20261120-02-server server postgres': 'bb32e20e81a4728d',
  '20261120-02-server server sqlite': 'bb32e20e81a4728d',
  '20261120-03-device device postgres': '7b392b999e246305',
  '20261120-03-device device sqlite': '7b392b999e246305',
  '20261120-04-report-publishing device postgres': 'ada16257939af6bf',
  '20261120-04-report-publishing device sqlite': 'ada16257939af6bf',
  '20261120-04-report-publishing server postgres': 'ada16257939af6bf',
  '20261120-04-report-publishing server sqlite': 'ada16257939af6bf',
  '20261120-05-report-versions server postgres': '43665b4e9b483219',
  '20261120-05-report-versions server sqlite': '43665b4e9b483219',
  '20261120-06-loggedChange device postgres': '6bf3cfab143617c6',
  '20261120-06-loggedChange device sqlite': '6bf3cfab143617c6',
  '20261120-06-loggedChange server postgres': 'e3cab9ff69dc7611',
  '20261120-06-loggedChange server sqlite': 'e3cab9ff69dc7611',
  '20261121-01-stage device postgres': '21868fc25d81f6dd',
  '20261121-01-stage device sqlite': '21868fc25d81f6dd',
  '20261121-02-overridden device postgres': 'fce09a41d5a05e36',
  '20261121-02-overridden device sqlite': 'fce09a41d5a05e36',
  '20261121-02-overridden server postgres': 'fce09a41d5a05e36',
  '20261121-02-overridden server sqlite': 'fce09a41d5a05e36',
  '20261122-01-stageMark device postgres': '8c55531d9c351d09',
  '20261122-01-stageMark device sqlite': '8c55531d9c351d09',
  '20261123-11-deviceOrigin server postgres': 'c21c569ebe3ded6c',
  '20261123-11-deviceOrigin server sqlite': 'c21c569ebe3ded6c',
  '20261123-12-deletions device postgres': 'd6c9d069e97b0580',
  '20261123-12-deletions device sqlite': 'd6c9d069e97b0580',
  '20261123-12-deletions server postgres': 'd6c9d069e97b0580',
  '20261123-12-deletions server sqlite': 'd6c9d069e97b0580',
  '20261124-01-audit server postgres': '52146dec89b377fd',
  '20261124-01-audit server sqlite': '52146dec89b377fd',
  '20261124-20-secondFactors device postgres': 'f7dacb6025adbac0',
  '20261124-20-secondFactors device sqlite': 'f7dacb6025adbac0',
  '20261124-20-secondFactors server postgres': 'f7dacb6025adbac0',
  '20261124-20-secondFactors server sqlite': 'f7dacb6025adbac0',
  '20261124-21-template-versions device postgres': '6a45db18372fc31c',
  '20261124-21-template-versions device sqlite': '6a45db18372fc31c',
  '20261124-21-template-versions server postgres': 'dd92b5d32bf35c79',
  '20261124-21-template-versions server sqlite': 'dd92b5d32bf35c79',
  '20261124-22-photoEdits device postgres': 'f7aab500336389f8',
  '20261124-22-photoEdits device sqlite': 'f7aab500336389f8',
  '20261124-22-photoEdits server postgres': 'f7aab500336389f8',
  '20261124-22-photoEdits server sqlite': 'f7aab500336389f8',
  '20261124-23-sweeps device postgres': '3240f93b2365267c',
  '20261124-23-sweeps device sqlite': '18d7602d0bf282b1',
  '20261124-23-sweeps server postgres': '3240f93b2365267c',
  '20261124-23-sweeps server sqlite': '18d7602d0bf282b1',
  '20261124-24-company-particulars device postgres': '7033d2692a50b1f3',
  '20261124-24-company-particulars device sqlite': '7033d2692a50b1f3',
  '20261124-24-company-particulars server postgres': '7033d2692a50b1f3',
  '20261124-24-company-particulars server sqlite': '7033d2692a50b1f3',
  '20261124-31-fleet server postgres': '4a8327a1f97cbfee',
  '20261124-31-fleet server sqlite': '4a8327a1f97cbfee',
  '20261124-32-refusedChanges server postgres': '7bfd09bb1489bda2',
  '20261124-32-refusedChanges server sqlite': '7bfd09bb1489bda2',
  '20261124-40-template-rules device postgres': '6ab583edecd32146',
  '20261124-40-template-rules device sqlite': '6ab583edecd32146',
  '20261124-40-template-rules server postgres': '6ab583edecd32146',
  '20261124-40-template-rules server sqlite': '6ab583edecd32146',
  '20261124-41-single-sign-on device postgres': '98cbcb1882b70834',
  '20261124-41-single-sign-on device sqlite': '98cbcb1882b70834',
  '20261124-41-single-sign-on server postgres': '98cbcb1882b70834',
  '20261124-41-single-sign-on server sqlite': '98cbcb1882b70834',
  '20261124-42-usage server postgres': '42bc3e9fb7f8fc70',
  '20261124-42-usage server sqlite': '42bc3e9fb7f8fc70',
  '20261124-43-erasure device postgres': '01cc5eea0f96f50f',
  '20261124-43-erasure device sqlite': '01cc5eea0f96f50f',
  '20261124-43-erasure server postgres': '01cc5eea0f96f50f',
  '20261124-43-erasure server sqlite': '01cc5eea0f96f50f',
  '20261124-50-letters server postgres': '22d6367556acd673',
  '20261124-50-letters server sqlite': '22d6367556acd673',
  '20261124-60-conditionCount device postgres': '67cb6c86e61ef405',
  '20261124-60-conditionCount device sqlite': '67cb6c86e61ef405',
  '20261124-60-conditionCount server postgres': '8282e498cd018d91',
  '20261124-60-conditionCount server sqlite': '0a51dc7f323556dd',
  '20261125-01-particulars device postgres': 'b4a986594544ba70',
  '20261125-01-particulars device sqlite': '356d02f54b1cbb79',
  '20261125-01-particulars server postgres': 'b4a986594544ba70',
  '20261125-01-particulars server sqlite': '356d02f54b1cbb79',
  '20261125-02-report-choices server postgres': '8ba54b254c4c3af2',
  '20261125-02-report-choices server sqlite': '8ba54b254c4c3af2',
  '20261126-01-encrypted server postgres': '4911838d8b72c2b3',
  '20261126-01-encrypted server sqlite': '4911838d8b72c2b3',
  '20261126-02-deviceCompany server postgres': 'f5702715804526d2',
  '20261126-02-deviceCompany server sqlite': 'f5702715804526d2',
  '20261126-02-former-short-names device postgres': '94efe171b157a7e9',
  '20261126-02-former-short-names device sqlite': '94efe171b157a7e9',
  '20261126-02-former-short-names server postgres': '94efe171b157a7e9',
  '20261126-02-former-short-names server sqlite': '94efe171b157a7e9',
  '20261127-01-past-templates device postgres': '9aee32300b40fabe',
  '20261127-01-past-templates device sqlite': '6d35c6ab3d39d43d',
  '20261127-01-past-templates server postgres': '9aee32300b40fabe',
  '20261127-01-past-templates server sqlite': '6d35c6ab3d39d43d',
  '20261127-02-former-time-zones device postgres': '59dcb095e713e86c',
  '20261127-02-former-time-zones device sqlite': '59dcb095e713e86c',
  '20261127-02-former-time-zones server postgres': '59dcb095e713e86c',
  '20261127-02-former-time-zones server sqlite': '59dcb095e713e86c',
  '20261127-03-set-aside-rows device postgres': '5e9651f4aec6c791',
  '20261127-03-set-aside-rows device sqlite': '5e9651f4aec6c791',
};

it('A migration that was released has the statements it was released with', () => {
  const hosts: readonly Host[] = ['server', 'device'];
  const all = hosts.flatMap((host) => testEngines.map((engine) => ({ host, engine })));
  const digests = new Map<string, string>();
  for (const { host, engine } of all) {
    for (const [name, { statements }] of Object.entries(migrations(host, engine))) {
      const digest = createHash('sha256').update(statements.join(';\n')).digest('hex').slice(0, 16);
      digests.set(`${name} ${host} ${engine}`, digest);
    }
  }
  const unlisted = [...digests].filter(([name]) => RELEASED[name] === undefined);
  const listed = new Map([...digests].filter(([name]) => RELEASED[name] !== undefined));
  expect(Object.fromEntries(listed), 'A migration that was released never changes: add another one').toEqual(RELEASED);
  const lines = unlisted.map(([name, digest]) => `  '${name}': '${digest}',`);
  expect(lines.length, `New migrations: add these lines to RELEASED\n${lines.join('\n')}\n`).toBe(0);
});
