import {
  CONDITIONS,
  FIELD_TYPES,
  type InputOf,
  type Operation,
  type OperationName,
  type Operations,
} from '@holdfast/contract';
import { accountByEmail, addAccount, buildHouse, type Database, dispatch, handlers, type Ports } from '@holdfast/core';
import { openTestDatabase, type TestDatabase, testPorts } from '@holdfast/core/testing';
import { ADMINISTRATOR, type Call, type FleetOptions, makeFleet } from '@holdfast/demo';
import { imagesOnDemand } from '@holdfast/host';
import { derivedId, sha256Hex } from '@holdfast/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The day the fleet of these tests counts from. */
const DAY = Date.UTC(2026, 0, 15);
const ROOT = '01900000-0000-7000-8000-000000000000';
/** Making the fleet takes seconds on an idle machine, and a busy one may need many times that. */
const PATIENCE_MS = 240_000;

/** A database the fleet is made in. */
interface Place {
  database: TestDatabase;
  /** Makes the fleet, or as much of it as takes so many calls. @returns the shares of progress that were told */
  make(calls?: number): Promise<number[]>;
  /** Calls as somebody of the fleet, now. */
  as(email: string): Call;
}

async function openPlace(): Promise<Place> {
  const database = await openTestDatabase('sqlite');
  const { db } = database;
  const id = derivedId(ROOT, 'demo', ADMINISTRATOR.email);
  const { email, name, role } = ADMINISTRATOR;
  await addAccount(db, { id, email, name, role, companyId: null, passwordHash: 'test:none' }, DAY);
  return {
    database,
    as: (address) => callsOf(database)(address, DAY),
    async make(calls = Infinity) {
      const shares: number[] = [];
      let made = 0;
      const callAs = callsOf(database);
      const options: FleetOptions = {
        callAs: (address, instant) => {
          const call = callAs(address, instant);
          return (operation, input) => {
            made += 1;
            return call(operation, input);
          };
        },
        day: DAY,
        stress: false,
        onProgress: (share) => shares.push(share),
        stopped: () => made >= calls,
      };
      await makeFleet(options);
      return shares;
    },
  };
}

/** A photo as the fleet sent it; kept to be decoded for real once. */
let photo: Uint8Array | null = null;

/** Photos are looked at, not decoded, which takes longer than everything else together. */
const images: Ports['images'] = {
  decode(bytes) {
    photo ??= bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const renditions = { 320: bytes, 1280: bytes };
    return Promise.resolve({ width: view.getUint16(6, true), height: view.getUint16(8, true), renditions });
  },
};

/** Calls the way the host does: ids and keys follow from the place in the story. */
function callsOf({ db }: TestDatabase): FleetOptions['callAs'] {
  let step = 0;
  let made = 0;
  let moment = DAY;
  const ports = testPorts(() => moment);
  const house = buildHouse({
    engine: 'sqlite',
    read: db,
    write: db,
    handlers,
    deviceId: 'server',
    ports: { ...ports, images, ids: { next: () => derivedId(ROOT, 'demo', String(step), String(made++)) } },
  });
  return (email, instant) =>
    async <N extends OperationName>(name: N, input: InputOf<Extract<Operations[N], Operation>>) => {
      step += 1;
      made = 0;
      const account = (await accountByEmail(db, email))!;
      moment = instant;
      const actor = { ...account, userId: account.id, tokenId: '' };
      const idempotencyKey = `demo-${step}-${sha256Hex(`${name}${JSON.stringify(input)}`).slice(0, 16)}`;
      return (await dispatch(house, { operation: name, input, actor, idempotencyKey })) as never;
    };
}

/** Everything in the tables that make the fleet, as text. */
async function contentsOf({ db }: TestDatabase): Promise<Record<string, string>> {
  const tables = ['change', 'company', 'item', 'installationInspectionItem', 'fieldResponse', 'note', 'user'] as const;
  const contents: Record<string, string> = {};
  for (const table of tables) {
    const rows = await db
      .selectFrom(table as keyof Database)
      .selectAll()
      .execute();
    contents[table] = sha256Hex(
      rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n'),
    );
  }
  return contents;
}

describe('The demo fleet', () => {
  let place: Place;
  let shares: number[];

  beforeAll(async () => {
    place = await openPlace();
    shares = await place.make();
  }, PATIENCE_MS);

  afterAll(() => place.database.close());

  const maren = (): Call => place.as('inspector@northmere.example');

  it('has three companies, eight people, six installations and five types of inspection', async () => {
    const wren = place.as(ADMINISTRATOR.email);
    const companies = await wren('getCompanies', {});
    expect(
      companies.map(({ name, shortName, companyInspections }) => [name, shortName, companyInspections.length]),
    ).toEqual([
      ['Northmere Drilling', 'NMD', 5],
      ['Skerrow Energy', 'SKE', 4],
      ['Vantry Marine Contractors', 'VMC', 2],
    ]);
    expect(await wren('getUsers', {})).toHaveLength(8);
    const installations = await wren('getAdminInstallations', {});
    expect(installations.map(({ name, latitude, longitude }) => [name, latitude, longitude])).toEqual([
      ['Northmere Fell', 53.7104, 2.3415],
      ['Northmere Scaur', 60.2807, -3.8642],
      ['Northmere Tarn', 57.9312, 1.418],
      ['Skerrow Haaf A', 61.1043, 1.7026],
      ['Skerrow Haaf B', 61.0518, 1.8839],
      ['Vantry Corrie', 51.082, -8.1207],
    ]);
    expect(await wren('getAdminInspections', {})).toHaveLength(5);
    const types = await wren('getItemTypes', {});
    expect(types.filter(({ isQuestion }) => !isQuestion)).toHaveLength(20);
    expect(types.filter(({ isLocation }) => isLocation).map(({ name }) => name)).toEqual(['Area', 'Level']);
  });

  it('has as many items as its installations are said to have', async () => {
    const wren = place.as(ADMINISTRATOR.email);
    const counts: Record<string, number> = {};
    for (const { id, name } of await wren('getAdminInstallations', {}))
      counts[name] = (await wren('getItemsForInstallation', { installationId: id })).length;
    expect(counts).toEqual({
      'Northmere Fell': 160,
      'Northmere Scaur': 90,
      'Northmere Tarn': 600,
      'Skerrow Haaf A': 140,
      'Skerrow Haaf B': 40,
      'Vantry Corrie': 70,
    });
  });

  it('has the five inspections of Tarn with the counts of their cards', async () => {
    const tarn = (await maren()('getInstallations', {})).find(({ name }) => name === 'Northmere Tarn')!;
    const cards = tarn.installationInspections.map((card) => [
      card.inspectionName,
      Math.round((card.startDate * 1000 - DAY) / 86_400_000),
      Math.round((card.expectedEndDate * 1000 - DAY) / 86_400_000),
      card.totalItems,
      card.fitForPurpose,
      card.needsAttention,
      card.defective,
      card.notApplicable,
    ]);
    expect(cards).toEqual([
      ['Ex Equipment Inspection, close grade', 10, 20, 114, 0, 0, 0, 0],
      ['Lifting Equipment Thorough Examination', -2, 6, 164, 44, 9, 3, 0],
      ['Dropped Object Survey', -6, 4, 420, 251, 58, 21, 12],
      ['Handrails, Gratings and Ladders', -330, -322, 72, 55, 11, 4, 2],
      ['Dropped Object Survey', -372, -361, 402, 318, 61, 14, 9],
    ]);
  });

  it('tells truly what changed between the two dropped object surveys of Tarn', async () => {
    const tarn = (await maren()('getInstallations', {})).find(({ name }) => name === 'Northmere Tarn')!;
    const surveys = tarn.installationInspections.filter((card) => card.inspectionName === 'Dropped Object Survey');
    const [now, before] = await Promise.all(
      surveys.map(async ({ id }) => {
        const rows = await maren()('getItemsForInstallationInspection', { installationInspectionId: id });
        return new Map(rows.map((row) => [row.itemId, row.conditionId]));
      }),
    );
    const defective = CONDITIONS.defective.id;
    const was = [...before!].filter(([, found]) => found === defective).map(([itemId]) => itemId);
    expect(was.filter((itemId) => now!.get(itemId) === CONDITIONS.fitForPurpose.id)).toHaveLength(9);
    expect(was.filter((itemId) => now!.get(itemId) === defective)).toHaveLength(5);
    const newly = [...now!].filter(([itemId, found]) => found === defective && before!.get(itemId) !== defective);
    expect(newly).toHaveLength(16);
  });

  it('stands its items where a typical path says', async () => {
    const tarn = (await maren()('getInstallations', {})).find(({ name }) => name === 'Northmere Tarn')!;
    const items = await maren()('getItemsForInstallation', { installationId: tarn.id });
    const byId = new Map(items.map((item) => [item.id, item]));
    const light = items.find(({ name }) => name === 'Floodlight, port fwd leg, girt 6')!;
    const path: string[] = [];
    for (let next = byId.get(light.id); next !== undefined; next = byId.get(next.parentItemId ?? ''))
      path.unshift(next.name);
    expect(path).toEqual(['Derrick', 'Crown to monkey board', 'Girt 6', 'Floodlight, port fwd leg, girt 6']);
    expect(items.filter(({ isLocation }) => isLocation)).toHaveLength(34);
    const tags = items.flatMap(({ tag }) => tag ?? []);
    expect(tags).toHaveLength(180);
    for (const tag of tags) expect(tag).toMatch(/^E2000000[0-9A-F]{16}$/);
  });

  it('keeps an overdue derrick inspection on Fell and nothing current on Scaur', async () => {
    const installations = await maren()('getInstallations', {});
    const [fell, scaur] = ['Northmere Fell', 'Northmere Scaur'].map((name) =>
      installations.find((each) => each.name === name)!,
    );
    const derrick = fell!.installationInspections[0]!;
    expect(derrick.inspectionName).toBe('Derrick Category III');
    expect((derrick.startDate * 1000 - DAY) / 86_400_000).toBe(-15);
    expect((derrick.expectedEndDate * 1000 - DAY) / 86_400_000).toBe(-3);
    const checked = derrick.fitForPurpose + derrick.needsAttention + derrick.defective + derrick.notApplicable;
    expect(Math.floor((100 * checked) / derrick.totalItems)).toBe(92);
    for (const { expectedEndDate } of scaur!.installationInspections) expect(expectedEndDate * 1000).toBeLessThan(DAY);
  });

  it('answers questions of all eight types', async () => {
    const answered = await place.database.db
      .selectFrom('fieldResponse')
      .innerJoin('field', 'field.id', 'fieldResponse.fieldId')
      .select('field.fieldTypeId')
      .distinct()
      .execute();
    const known = Object.values(FIELD_TYPES).map(({ id }): string => id);
    expect(answered.map(({ fieldTypeId }) => fieldTypeId).toSorted()).toEqual(known.toSorted());
  });

  it('has about 190 notes, and a history of several people with changes and a deletion, none in the future', async () => {
    const { db } = place.database;
    const notes = await db.selectFrom('note').select('content').where('deletedAt', 'is', null).execute();
    expect(notes.length).toBeGreaterThan(180);
    expect(notes.length).toBeLessThan(200);
    const changes = await db
      .selectFrom('change')
      .select(['op', 'userId', 'editedAt', 'historyJson', 'tableName'])
      .where('itemId', 'is not', null)
      .execute();
    expect(new Set(changes.map(({ userId }) => userId)).size).toBe(4);
    expect(changes.some(({ op, tableName }) => op === 'del' && tableName === 'note')).toBe(true);
    const changed = changes.filter(({ op, historyJson }) => op === 'upd' && historyJson !== null);
    expect(changed.length).toBeGreaterThan(50);
    expect(Math.max(...changes.map(({ editedAt }) => editedAt))).toBeLessThan(DAY);
  });

  it('has about 840 photos that decode, and 60 files on Tarn, with names that are shortened', async () => {
    const { db } = place.database;
    expect(await db.selectFrom('image').select('id').execute()).toHaveLength(849);
    expect(await imagesOnDemand().decode(photo!)).not.toBeNull();
    const files = await db.selectFrom('file').select('filename').execute();
    expect(files).toHaveLength(60);
    expect(files.map(({ filename }) => filename)).toContain('COC-LG-2291 Certificate of conformity.pdf');
    expect(await db.selectFrom('fieldImage').select('id').execute()).toHaveLength(3);
  });

  it('tells its progress without ever going back, up to the end', () => {
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(shares.filter((share) => share === 1).length).toBeLessThan(shares.length / 50);
  });

  it(
    'changes nothing when it is made again',
    async () => {
      const before = await contentsOf(place.database);
      await place.make();
      expect(await contentsOf(place.database)).toEqual(before);
    },
    PATIENCE_MS,
  );

  it(
    'is the same fleet when its making was interrupted again and again',
    async () => {
      const other = await openPlace();
      for (const calls of [1, 250, 777, 2_500, 7_000]) await other.make(calls);
      await other.make();
      expect(await contentsOf(other.database)).toEqual(await contentsOf(place.database));
      await other.database.close();
    },
    PATIENCE_MS,
  );
});
