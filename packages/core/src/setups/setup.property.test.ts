import { FIELD_TYPES } from '@holdfast/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestFixture, type TestFixture } from '../testing/index.ts';

/** Number of libraries to try; HOLDFAST_RUNS sets another. */
const RUNS = Number(process.env['HOLDFAST_RUNS'] ?? 15);

const types = Object.values(FIELD_TYPES).map(({ id, options }) => ({ id, options }));
const name = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .map((text) => `N ${text.replaceAll(/\p{Cc}/gu, '')}`);

/**
 * Outline of a library: the template that each option opens, the parents of types and of default items. Each refers to earlier ones only.
 */
const library = fc.record({
  templates: fc.array(
    fc.record({
      name,
      fields: fc.array(
        fc.record({
          name,
          type: fc.constantFrom(...types),
          options: fc.array(fc.record({ name, opens: fc.nat(9) }), { maxLength: 3 }),
        }),
        { maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  itemTypes: fc.array(fc.record({ name, isLocation: fc.boolean(), parent: fc.nat(9), template: fc.nat(9) }), {
    minLength: 1,
    maxLength: 5,
  }),
  defaults: fc.array(fc.record({ name, type: fc.nat(9), below: fc.nat(9), template: fc.nat(9) }), { maxLength: 6 }),
});

type Library = typeof library extends fc.Arbitrary<infer L> ? L : never;

/** The entry with an index among those created so far; undefined beyond them. */
const among = (made: readonly string[], at: number): string | null => made[at] ?? null;

async function make({ build, as }: TestFixture, wanted: Library): Promise<string> {
  const templates: string[] = [];
  for (const template of wanted.templates) {
    const { id } = await build.fieldsTemplate({ name: template.name });
    for (const [order, field] of template.fields.entries()) {
      const made = await build.field({ name: field.name, order, fieldTypeId: field.type.id, fieldsTemplateId: id });
      if (!field.type.options) continue;
      const opensFurther = field.type.id === FIELD_TYPES.selectWithSubfields.id;
      const options = field.options.map((option) => ({
        name: option.name,
        fieldsTemplateId: opensFurther ? among(templates, option.opens) : null,
      }));
      await as('wren').updateField({ id: made.id, options });
    }
    templates.push(id);
  }
  const inspection = await build.inspection();
  const itemTypes: string[] = [];
  for (const type of wanted.itemTypes) {
    const { id } = await build.itemType({ name: type.name, isLocation: Number(type.isLocation) });
    const parent = among(itemTypes, type.parent);
    if (parent !== null) await build.parentOfType({ itemTypeId: id, parentItemTypeId: parent });
    const template = among(templates, type.template);
    if (template !== null) await build.templateOfType({ itemTypeId: id, fieldsTemplateId: template });
    await build.typeOfInspection({ inspectionId: inspection.id, itemTypeId: id, fieldsTemplateId: template });
    itemTypes.push(id);
  }
  const defaults: string[] = [];
  for (const [order, item] of wanted.defaults.entries()) {
    const made = await build.defaultItem({
      inspectionId: inspection.id,
      itemTypeId: among(itemTypes, item.type) ?? itemTypes[0]!,
      name: item.name,
      order,
      parentDefaultItemId: among(defaults, item.below),
      itemFieldsTemplateId: among(templates, item.template),
    });
    defaults.push(made.id);
  }
  return inspection.id;
}

async function exported(fixture: TestFixture, id: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  const { content } = await fixture.as('wren').exportSetup({ id });
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

describe('Any setup', () => {
  it(
    'is imported unchanged, and importing it again changes nothing',
    () =>
      fc.assert(
        fc.asyncProperty(library, async (wanted) => {
          const [here, there] = [await openTestFixture('sqlite'), await openTestFixture('sqlite')];
          try {
            const id = await make(here, wanted);
            const setup = await exported(here, id);
            const first = await there.as('wren').importSetup({ setup });
            expect(first.changed).toBe(0);
            expect(await exported(there, id)).toBe(setup);
            const second = await there.as('wren').previewSetup({ setup });
            expect(second.counts).toEqual({ new: 0, changed: 0, unchanged: first.new });
            expect(second.changes).toEqual([]);
            const changes = await there.database.db.selectFrom('change').select('seq').execute();
            expect(await there.as('wren').importSetup({ setup })).toMatchObject({ new: 0, changed: 0 });
            expect(await there.database.db.selectFrom('change').select('seq').execute()).toHaveLength(changes.length);
          } finally {
            await here.close();
            await there.close();
          }
        }),
        { numRuns: RUNS },
      ),
    RUNS * 4_000,
  );
});
