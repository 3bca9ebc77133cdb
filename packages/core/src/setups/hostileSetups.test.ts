import { SETUP_PARTS, type SetupPart } from '@holdfast/contract';
import { uuidV7 } from '@holdfast/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestFixture, type TestFixture } from '../testing/index.ts';
import type { SetupRow } from './file.ts';
import { planOfSetup } from './plan.ts';

const id = (n: number): string => {
  const bytes = new Uint8Array(10);
  new DataView(bytes.buffer).setUint32(4, n);
  return uuidV7(0, bytes);
};

const noRows = (): Record<SetupPart, SetupRow[]> =>
  Object.fromEntries(SETUP_PARTS.map((part) => [part, [] as SetupRow[]])) as Record<SetupPart, SetupRow[]>;

describe('The plan of a setup', () => {
  it('puts parents first in a chain as long as a setup may hold, whatever its order', async () => {
    const rows = noRows();
    const count = 20_000;
    rows.inspectionDefaultItem = Array.from({ length: count }, (_, n) => ({
      id: id(n),
      name: `Item ${n}`,
      parentDefaultItemId: n + 1 < count ? id(n + 1) : null,
    }));
    const known = () => Promise.resolve(undefined);
    const { steps } = await planOfSetup({ setup: { rows, pictures: {} }, replaces: new Map() }, known);
    expect(steps.map(({ row }) => row.id)).toEqual(rows.inspectionDefaultItem.map((row) => row.id).toReversed());
  });

  it('ends with default items that are below each other', async () => {
    const rows = noRows();
    const below = (n: number) => ({ id: id(n), name: `Item ${n}`, parentDefaultItemId: id((n + 1) % 3) });
    rows.inspectionDefaultItem = [below(0), below(1), below(2)];
    const known = () => Promise.resolve(undefined);
    const { steps } = await planOfSetup({ setup: { rows, pictures: {} }, replaces: new Map() }, known);
    expect(steps).toHaveLength(3);
  });
});

describe('A setup that was made by hand', () => {
  let fixture: TestFixture & { close(): Promise<void> };
  let good: string;

  beforeEach(async () => {
    fixture = await openTestFixture('sqlite');
    const inspection = await fixture.build.inspection();
    await fixture.build.defaultItem({ inspectionId: inspection.id });
    const pieces: Uint8Array[] = [];
    const { content } = await fixture.as('wren').exportSetup({ id: inspection.id });
    for await (const piece of content) pieces.push(piece);
    good = Buffer.concat(pieces).toString('utf8');
    return () => fixture.close();
  });

  it.each<[string, (text: string) => string]>([
    ['that ends early', (text) => text.slice(0, text.length / 2)],
    ['with a part of that name', (text) => text.replace('"rows": {', '"rows": {"__proto__": {"itemType": []},')],
    ['with a column of that name', (text) => text.replace('"name":', '"__proto__": {"isAdmin": true}, "name":')],
    ['with a column that exists on every object', (text) => text.replace('"name":', '"constructor": "x", "name":')],
    [
      'with a picture that leads out of its folder',
      (text) => text.replace(/"pictures": \{/, '"pictures": {"../../x": "eA==",'),
    ],
    ['with an id that leads out of its folder', (text) => text.replace(/"id": "[^"]*"/, '"id": "../../../etc/passwd"')],
    ['with numbers for texts', (text) => text.replace(/"name": "[^"]*"/, '"name": 1e308')],
    ['that is deeper than any setup', () => '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
    ['that is null', () => 'null'],
    ['that is a list', () => '[]'],
  ])('%s is refused, and nothing of it is stored', async (_what, change) => {
    const setup = change(good);
    expect(setup).not.toBe(good);
    const rows = () => fixture.database.db.selectFrom('change').select('seq').execute();
    const before = await rows();
    for (const call of [fixture.as('wren').previewSetup({ setup }), fixture.as('wren').importSetup({ setup })])
      await expect(call).rejects.toMatchObject({ code: 'unsupportedMedia' });
    expect(await rows()).toHaveLength(before.length);
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });

  it('with default items deeper than items may be is refused, and nothing of it is stored', async () => {
    const file = JSON.parse(good) as { rows: Record<SetupPart, SetupRow[]> };
    const [item] = file.rows.inspectionDefaultItem;
    const chain = (length: number): string => {
      file.rows.inspectionDefaultItem = Array.from({ length }, (_, n) => ({
        ...item!,
        id: id(n),
        parentDefaultItemId: n === 0 ? null : id(n - 1),
      }));
      return JSON.stringify(file);
    };
    const rows = () => fixture.database.db.selectFrom('inspectionDefaultItem').select('id').execute();
    await expect(fixture.as('wren').importSetup({ setup: chain(101) })).rejects.toBeProblem('ruleBroken');
    expect(await rows()).toHaveLength(1);
    await fixture.as('wren').importSetup({ setup: chain(100) });
    expect(await rows()).toHaveLength(101);
  });

  it('with default items below each other is refused, and nothing of it is stored', async () => {
    const file = JSON.parse(good) as { rows: Record<SetupPart, SetupRow[]> };
    const [item] = file.rows.inspectionDefaultItem;
    file.rows.inspectionDefaultItem = [
      { ...item!, id: id(1), parentDefaultItemId: id(2) },
      { ...item!, id: id(2), parentDefaultItemId: id(1) },
    ];
    const rows = () => fixture.database.db.selectFrom('inspectionDefaultItem').select('id').execute();
    const before = await rows();
    await expect(fixture.as('wren').importSetup({ setup: JSON.stringify(file) })).rejects.toMatchObject({
      name: 'Problem',
      status: expect.toSatisfy((status: number) => status < 500) as number,
    });
    expect(await rows()).toEqual(before);
  });
});
