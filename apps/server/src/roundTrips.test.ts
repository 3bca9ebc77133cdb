import { buildServer } from '@holdfast/api';
import { CONDITIONS, type OperationName, operations } from '@holdfast/contract';
import { type Application, buildApplication, issueToken } from '@holdfast/core';
import { openTestFixture, TEST_NOW, type TestFixture, testPostgres, type Who } from '@holdfast/core/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabases, type ServerDatabases } from './databases.ts';

/** Most round trips to PostgreSQL that a call of an inspector's daily work makes, authentication included. */
const MOST = 6;

describe.skipIf(testPostgres === undefined)('round trips to PostgreSQL', () => {
  let fixture: TestFixture & { close(): Promise<void> };
  let databases: ServerDatabases;
  let app: ReturnType<typeof buildServer>;
  let trips: { count: number };
  const tokens = new Map<Who, string>();

  beforeEach(async () => {
    fixture = await openTestFixture('postgres');
    databases = await openDatabases({ dataFolder: '/nowhere', databaseUrl: fixture.database.url });
    const { ports } = fixture.application;
    const { engine, read, write } = databases;
    const application: Application = buildApplication({
      engine,
      read,
      write,
      ports,
      handlers: fixture.application.handlers,
      deviceId: 'server',
    });
    app = buildServer({ application, meter: null, version: 'test', web: null, logger: false, ready: databases.ready });
    for (const who of ['maren', 'wren'] as const) {
      const id = ports.ids.next(TEST_NOW);
      const { userId } = fixture.actor(who);
      tokens.set(who, await issueToken(databases.write, ports, { id, userId, device: 'test', now: TEST_NOW }));
    }
    trips = countTrips();
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await app.close();
    await databases.close();
    await fixture.close();
  });

  /** Makes a call over HTTP. @returns its round trips */
  async function tripsOf(who: Who, name: OperationName, input: object, key?: string): Promise<number> {
    const { method, path } = operations[name];
    const before = trips.count;
    const answer = await app.inject({
      method,
      url: path,
      headers: {
        authorization: `Bearer ${tokens.get(who)}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(method === 'GET' ? {} : { payload: input }),
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return trips.count - before;
  }

  /** An item with answers to the questions of templates nested three deep, one of which is no longer asked. */
  async function askedItem(): Promise<{ installationInspectionId: string; itemId: string }> {
    const { build } = fixture;
    const inspection = await build.inspection({
      itemTypeListViewFieldNames: '[{"name":"Tag number","isSearchable":false}]',
    });
    const itemType = await build.itemType();
    const innermost = await build.field();
    const middle = await build.fieldOption({ fieldsTemplateId: innermost['fieldsTemplateId']! });
    const middleTemplateId = await templateOf(String(middle['fieldId']));
    const option = await build.fieldOption({ fieldsTemplateId: middleTemplateId });
    const fieldsTemplateId = await templateOf(String(option['fieldId']));
    await build.templateOfType({ itemTypeId: itemType.id, fieldsTemplateId });
    await build.typeOfInspection({ inspectionId: inspection.id, itemTypeId: itemType.id, fieldsTemplateId });
    const installation = await build.installation();
    const drops = await build.installationInspection({ installationId: installation.id, inspectionId: inspection.id });
    const defaultItem = await build.defaultItem({ inspectionId: inspection.id, itemTypeId: itemType.id });
    const item = await build.item({
      installationId: installation.id,
      itemTypeId: itemType.id,
      defaultItemId: defaultItem.id,
    });
    await build.member({ installationInspectionId: drops.id, itemId: item.id });
    const place = { installationInspectionId: drops.id, itemId: item.id };
    const gone = await build.field({ fieldsTemplateId });
    const answer = { fieldId: gone.id, value: 'P-6', displayValue: 'P-6', parentFieldOptionId: null };
    await fixture.as('maren').saveInstallationInspectionItemField({ ...place, ...answer });
    await fixture.as('maren').saveItemField({ itemId: item.id, ...answer });
    await fixture.as('wren').deleteField({ id: gone.id });
    return place;
  }

  async function templateOf(fieldId: string): Promise<string> {
    const field = await fixture.database.db
      .selectFrom('field')
      .select('fieldsTemplateId')
      .where('id', '=', fieldId)
      .executeTakeFirstOrThrow();
    return field.fieldsTemplateId;
  }

  it('are at most six for the item, its questions, its condition, the list and the dashboard, for inspectors and for staff', async () => {
    const place = await askedItem();
    const { itemId, installationInspectionId } = place;
    const calls: Readonly<Record<string, [name: OperationName, input: object, key?: string]>> = {
      'an item in an inspection': ['getInstallationInspectionItemByInstallationAndItem', place],
      'an item': ['getItem', { itemId }],
      'the questions of an inspection': ['getFieldsForInstallationInspection', place],
      'the questions of an item': ['getFieldsForItem', { itemId }],
      'a condition': ['setCondition', { ...place, conditionId: CONDITIONS.defective.id }],
      'a condition that is sent with a key': [
        'setCondition',
        { ...place, conditionId: CONDITIONS.fitForPurpose.id },
        'a-key-of-its-own',
      ],
      'the list': ['getItemsForInstallationInspection', { installationInspectionId }],
      'the dashboard': ['getInstallations', {}],
    };
    const found: Record<string, number> = {};
    for (const who of ['maren', 'wren'] as const)
      for (const [title, [name, input, key]] of Object.entries(calls)) {
        // The first write of a person in a company adds the name to its history.
        if (name === 'setCondition') await tripsOf(who, name, { ...place, conditionId: null });
        found[`${title} (${who})`] = await tripsOf(who, name, input, key === undefined ? key : `${key}-${who}`);
      }
    expect(Object.entries(found).filter(([, count]) => count > MOST || count === 0)).toEqual([]);
  });
});

/**
 * Counts round trips: messages sent on a connection that has no answer outstanding. What is sent before the answer belongs to the same
 * round trip.
 */
function countTrips(): { count: number } {
  const trips = { count: 0 };
  const owed = new WeakMap<object, number>();
  const query = Client.prototype.query as (this: Client, ...parts: unknown[]) => Promise<unknown>;
  const counting = function (this: Client, ...parts: unknown[]): unknown {
    const before = owed.get(this) ?? 0;
    if (before === 0) trips.count += 1;
    owed.set(this, before + 1);
    const answered = (): void => void owed.set(this, owed.get(this)! - 1);
    const answer = query.apply(this, parts);
    answer.then(answered, answered);
    return answer;
  };
  vi.spyOn(Client.prototype, 'query').mockImplementation(counting);
  return trips;
}
