import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { describe, expect, it, vi } from 'vitest';
import { onEachDatabase, type TestFixture, tinyPhoto } from '../testing/index.ts';
import { installation } from './table.ts';
import { formerTimeZonesAfter, readFormerTimeZones, recordedLocalTime, timeZoneAt } from './timeZones.ts';

/** A lamp in an inspection with a moment as an own and as a result answer, a note, a photo and a file. */
async function recorded(fixture: TestFixture) {
  const { build } = fixture;
  const { drops, item, installation } = await build.itemInInspection();
  const itemTypeId = String(item['itemTypeId']);
  const question = async (name: string, type: keyof typeof FIELDS_TEMPLATE_TYPES) => {
    const template = await build.fieldsTemplate({ fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES[type].id });
    const fieldTypeId = FIELD_TYPES.datetime.id;
    return build.field({ name, shortName: name, fieldTypeId, fieldsTemplateId: template.id });
  };
  const [bought, seen] = [await question('Bought', 'itemType'), await question('Seen', 'inspection')];
  await build.templateOfType({ itemTypeId, fieldsTemplateId: String(bought['fieldsTemplateId']) });
  await build.typeOfInspection({
    inspectionId: String(drops['inspectionId']),
    itemTypeId,
    fieldsTemplateId: String(seen['fieldsTemplateId']),
  });
  const maren = fixture.as('maren');
  const at = { installationInspectionId: drops.id, itemId: item.id };
  // 15:05 in Oslo in July.
  const answer = { value: '2026-07-01T13:05:42.000Z', displayValue: '01/07/2026 03:05 pm' };
  await fixture.as('wren').editInstallation({ id: installation.id, name: 'Tarn', timeZone: 'Europe/Oslo' });
  fixture.wait(60_000);
  await maren.saveItemField({ itemId: item.id, fieldId: bought.id, ...answer });
  await maren.saveInstallationInspectionItemField({ ...at, fieldId: seen.id, ...answer });
  await maren.setCondition({ ...at, conditionId: CONDITIONS.fitForPurpose.id });
  await maren.addNoteToInstallationInspectionItem({ ...at, content: 'Rust' });
  await maren.addImageToInstallationInspectionItem({ ...at, filename: 'a.png', base64Image: tinyPhoto() });
  await maren.addFileToItem({ itemId: item.id, filename: 'a.txt', base64File: btoa('a') });

  const textOf = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  };
  const wren = fixture.as('wren');
  return {
    id: installation.id,
    item,
    bought,
    /** The tables of a report, and the register, without what is of today. */
    async seen() {
      const database = await wren.getReportDatabaseForInstallationInspection({
        installationInspectionId: drops.id,
        format: 'json',
      });
      const {
        Report: _now,
        Installation: _zone,
        ...tables
      } = JSON.parse(await textOf(database.content)) as Record<string, unknown>;
      return { tables, register: await textOf((await wren.exportItemRegister({ id: installation.id })).content) };
    },
  };
}

/** A moment as the register of tests writes it into a cell. */
const cellAt = (moment: string): string => JSON.stringify({ $at: Date.parse(moment) });

onEachDatabase('What was recorded in one time zone', (fixture) => {
  it('is printed and exported the same after the installation got another one, by an administrator or an inspector', async () => {
    const { id, seen } = await recorded(fixture);
    const before = await seen();
    expect(before.register).toContain(cellAt('2026-07-01T15:05:42Z'));
    for (const timeZone of ['Asia/Kolkata', 'America/New_York', 'UTC']) {
      fixture.wait(60_000);
      await fixture.as('wren').editInstallation({ id, name: 'Tarn', timeZone });
      expect(await seen()).toEqual(before);
    }
    fixture.wait(60_000);
    const updatedInstallation = { latitude: 58, longitude: 2, timeZone: 'Asia/Tokyo' };
    await fixture.as('maren').updateInstallation({ id, updatedInstallation });
    expect(await seen()).toEqual(before);
  });

  it('is beside what is recorded in the next one', async () => {
    const { id, item, bought, seen } = await recorded(fixture);
    fixture.wait(60_000);
    await fixture.as('wren').editInstallation({ id, name: 'Tarn', timeZone: 'Asia/Kolkata' });
    fixture.wait(60_000);
    const answer = { value: '2026-07-01T13:05:00.000Z', displayValue: '01/07/2026 06:35 pm' };
    await fixture.as('maren').saveItemField({ itemId: item.id, fieldId: bought.id, ...answer });
    const { register, tables } = await seen();
    expect(register).toContain(cellAt('2026-07-01T18:35:00Z'));
    const { FieldResponse } = tables as { FieldResponse: { FieldName: string; RecordedDate: string }[] };
    const times = new Map(FieldResponse.map((row) => [row.FieldName, Date.parse(row.RecordedDate)]));
    // Two minutes later by the clock, and four and a half hours by the time zone.
    expect(times.get('Bought')! - times.get('Seen')!).toBe(120_000 + 4.5 * 3_600_000);
  });

  it('keeps its time of day in a copy of the installation', async () => {
    const { id, seen } = await recorded(fixture);
    const wren = fixture.as('wren');
    await wren.editInstallation({ id, name: 'Tarn', timeZone: 'Asia/Kolkata' });
    const { register } = await seen();
    const { companyId } = (await wren.getAdminInstallations({})).find((known) => known.id === id)!;
    const { installation } = await wren.copyInstallation({ id, companyId, name: 'Copy' });
    const pieces: Uint8Array[] = [];
    for await (const piece of (await wren.exportItemRegister({ id: installation.id })).content) pieces.push(piece);
    expect(Buffer.concat(pieces).toString('utf8')).toContain(cellAt('2026-07-01T15:05:42Z'));
    expect(register).toContain(cellAt('2026-07-01T15:05:42Z'));
  });
});

describe('The time zones of an installation', () => {
  const oslo = { timeZone: 'Europe/Oslo', formerTimeZones: '' };

  it('are kept with the moment of each change', () => {
    expect(formerTimeZonesAfter(oslo, undefined, 10)).toBe('');
    expect(formerTimeZonesAfter(oslo, 'Europe/Oslo', 10)).toBe('');
    const kolkata = { timeZone: 'Asia/Kolkata', formerTimeZones: formerTimeZonesAfter(oslo, 'Asia/Kolkata', 10) };
    const utc = { timeZone: 'UTC', formerTimeZones: formerTimeZonesAfter(kolkata, 'UTC', 20) };
    expect([9, 10, 19, 20].map((ms) => timeZoneAt(utc, ms))).toEqual([
      'Europe/Oslo',
      'Asia/Kolkata',
      'Asia/Kolkata',
      'UTC',
    ]);
  });

  it('are refused with a name that is no time zone, on which every report of the installation would fail', () => {
    const pushed = (timeZone: string) => {
      const formerTimeZones = JSON.stringify([{ timeZone, until: 10 }]);
      return installation.columns.shape.formerTimeZones.safeParse(formerTimeZones).success;
    };
    expect([pushed('Europe/Oslo'), pushed('Europe/Atlantis'), pushed('')]).toEqual([true, false, false]);
  });

  it('are checked and read once when thousands of them came from a desktop', () => {
    const zones = Array.from({ length: 6_000 }, (_, until) => ({ timeZone: 'Pacific/Kiritimati', until }));
    const stored = JSON.stringify(zones);
    const asked = vi.spyOn(Intl, 'DateTimeFormat');
    expect(installation.columns.shape.formerTimeZones.safeParse(stored).success).toBe(true);
    expect(asked.mock.calls.length).toBeLessThan(10);
    asked.mockRestore();
    expect(readFormerTimeZones(stored)).toBe(readFormerTimeZones(stored));
    expect(timeZoneAt({ ...oslo, formerTimeZones: stored }, 10)).toBe('Pacific/Kiritimati');
  });

  it('do not concern a moment whose display value says its time of day', () => {
    const value = '2026-07-01T13:05:42.000Z';
    const local = (displayValue: string) =>
      new Date(recordedLocalTime({ value, displayValue }, (ms) => ms)).toISOString();
    expect(local('01/07/2026 03:05 pm')).toBe('2026-07-01T15:05:42.000Z');
    expect(local('02/07/2026 12:05 am')).toBe('2026-07-02T00:05:42.000Z');
    for (const other of ['', '01/07/2026', '1 July', '05/07/2026 03:05 pm']) expect(local(other)).toBe(value);
  });
});
