import {
  CONDITIONS,
  type Field,
  FIELD_TYPES,
  FIELDS_TEMPLATE_TYPES,
  type FieldsForm,
  NO_RULES,
} from '@holdfast/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestFixture, type TestFixture } from '../../testing/index.ts';
import { contentOf } from '../content.ts';

/** Number of sequences of edits, of ANSWERS answers each; HOLDFAST_RUNS sets another. */
const RUNS = Number(process.env['HOLDFAST_RUNS'] ?? 8);
const ITEMS = 3;
const TYPES = Object.values(FIELD_TYPES);
/** Of each item the own and the result questions: one of every type, and a further one. */
const ANSWERS = ITEMS * 2 * (TYPES.length + 1);

/** Short names that questions are given: some that no question has at first, and some that they are recorded under. */
const SHORT_NAMES = ['', 'S1', 'S2', 'Own Text', 'Own Number', 'Result Select'];

/** Edits of a template by administrators; numbers select a template, a question or a choice among the existing ones. */
const which = { template: fc.nat(2), at: fc.nat(20) };
const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati'] as const;
const name = fc.string({ minLength: 1, maxLength: 8 }).map((text) => `R ${text.replaceAll(/\p{Cc}/gu, '')}`.trim());
const edit = fc.oneof(
  fc.record({ ...which, do: fc.constant('rename' as const), name }),
  fc.record({ ...which, do: fc.constant('retype' as const), type: fc.constantFrom(...TYPES) }),
  fc.record({ ...which, do: fc.constant('delete' as const) }),
  fc.record({ ...which, do: fc.constant('rename in reports' as const), place: fc.nat(SHORT_NAMES.length - 1) }),
  fc.record({ ...which, do: fc.constant('dropChoice' as const), choice: fc.nat(3) }),
  fc.record({ ...which, do: fc.constant('renameChoice' as const), choice: fc.nat(3), name }),
  fc.record({ ...which, do: fc.constant('closeChoices' as const) }),
  fc.record({ template: fc.nat(2), do: fc.constant('add' as const), type: fc.constantFrom(...TYPES) }),
  fc.record({ template: fc.nat(2), do: fc.constant('renameTemplate' as const), name }),
  fc.record({ template: fc.nat(2), do: fc.constant('reverse' as const) }),
  fc.record({ template: fc.nat(2), do: fc.constant('duplicate' as const) }),
  fc.record({ template: fc.nat(2), do: fc.constant('unhang' as const) }),
  fc.record({ ...which, do: fc.constant('require' as const) }),
  fc.record({ template: fc.nat(2), do: fc.constant('addRequired' as const), type: fc.constantFrom(...TYPES) }),
  fc.record({ template: fc.nat(2), do: fc.constant('needEvidence' as const), needs: fc.constantFrom('photo', 'note') }),
  fc.record({ do: fc.constant('assignRequired' as const), isOwn: fc.boolean() }),
  fc.record({ do: fc.constant('zone' as const), timeZone: fc.constantFrom(...ZONES) }),
  fc.record({ ...which, do: fc.constant('publish' as const), type: fc.constantFrom(...TYPES), name }),
);

type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

const at = (name: string): number => TYPES.findIndex((type) => type.name === name);
/** A question gets another short name, a second one takes the first's, and a third has none any more. */
const RENAMED_IN_REPORTS: Edit[] = [
  { do: 'rename in reports', template: 0, at: at('Text'), place: SHORT_NAMES.indexOf('S1') },
  { do: 'rename in reports', template: 0, at: at('Number'), place: SHORT_NAMES.indexOf('Own Text') },
  { do: 'rename in reports', template: 1, at: at('Select'), place: SHORT_NAMES.indexOf('') },
];

/** Every template requires more, and the installation gets another time zone. */
const STRICTER: Edit[] = [
  { do: 'require', template: 0, at: at('Number') },
  { do: 'addRequired', template: 1, type: TYPES[at('Text')]! },
  { do: 'needEvidence', template: 1, needs: 'photo' },
  { do: 'addRequired', template: 2, type: TYPES[at('Text')]! },
  { do: 'assignRequired', isOwn: true },
  { do: 'assignRequired', isOwn: false },
  { do: 'zone', timeZone: 'Asia/Kolkata' },
];

/** Names as they ought to be read by now: of templates and of questions, by id. */
interface Names {
  templates: Map<string, string>;
  fields: Map<string, string>;
}

/** Everything a story is about. */
interface World {
  fixture: TestFixture;
  names: Names;
  /** The item's own, the result's, and the one that a choice opens. */
  templates: readonly [string, string, string];
  itemTypeId: string;
  installationId: string;
  linkId: string;
  itemIds: readonly string[];
  drops: string;
}

/** Items with an answer to a question of every type, once for themselves and once within an inspection. */
async function recorded(fixture: TestFixture): Promise<World> {
  const { build } = fixture;
  const wren = fixture.as('wren');
  const itemType = await build.itemType();
  const inspection = await build.inspection();
  const { id: installationId } = await build.installation();
  const { id: drops } = await build.installationInspection({ installationId, inspectionId: inspection.id });
  const names: Names = { templates: new Map(), fields: new Map() };
  const template = async (
    title: string,
    fieldsTemplateTypeId: string = FIELDS_TEMPLATE_TYPES.itemType.id,
  ): Promise<string> => {
    const { id } = await build.fieldsTemplate({ name: title, fieldsTemplateTypeId });
    names.templates.set(id, title);
    return id;
  };
  const ofResults = FIELDS_TEMPLATE_TYPES.inspection.id;
  const [own, result, further] = [
    await template('Own'),
    await template('Result', ofResults),
    await template('Further'),
  ];
  const question = async (title: string, typeId: string, fieldsTemplateId: string, order = 0): Promise<string> => {
    const shortName = `${names.templates.get(fieldsTemplateId)} ${title}`;
    const { id } = await build.field({ name: title, shortName, order, fieldTypeId: typeId, fieldsTemplateId });
    names.fields.set(id, title);
    return id;
  };
  const furtherId = await question('Bolt size', FIELD_TYPES.text.id, further);
  for (const fieldsTemplateId of [own, result]) {
    for (const [order, type] of TYPES.entries()) {
      const id = await question(type.name, type.id, fieldsTemplateId, order);
      const opens = type.subfields ? further : null;
      const options = ['One', 'Two', 'Three'].map((choice) => ({ name: choice, fieldsTemplateId: opens }));
      if (type.options) await wren.updateField({ id, options });
    }
  }
  await build.templateOfType({ itemTypeId: itemType.id, fieldsTemplateId: own });
  const link = await build.typeOfInspection({
    inspectionId: inspection.id,
    itemTypeId: itemType.id,
    fieldsTemplateId: result,
  });
  const maren = fixture.as('maren');
  const itemIds: string[] = [];
  for (let i = 0; i < ITEMS; i += 1) {
    const { id: itemId } = await build.item({ installationId, itemTypeId: itemType.id, name: `Floodlight ${i}` });
    await build.member({ installationInspectionId: drops, itemId });
    itemIds.push(itemId);
    for (const fieldsTemplateId of [own, result]) {
      const save = (answer: Answer) =>
        fieldsTemplateId === own
          ? maren.saveItemField({ itemId, ...answer })
          : maren.saveInstallationInspectionItemField({ installationInspectionId: drops, itemId, ...answer });
      for (const field of (await wren.getFieldsTemplate({ id: fieldsTemplateId })).fields) {
        await save(answerTo(field, i));
        const parentFieldOptionId = field.options.find((option) => option.fieldsTemplateId === further)?.id;
        if (parentFieldOptionId !== undefined)
          await save({ fieldId: furtherId, value: `M${i}`, displayValue: `M${i}`, parentFieldOptionId });
      }
    }
    await maren.setCondition({ installationInspectionId: drops, itemId, conditionId: CONDITIONS.fitForPurpose.id });
  }
  return {
    fixture,
    names,
    templates: [own, result, further],
    itemTypeId: itemType.id,
    installationId,
    linkId: link.id,
    itemIds,
    drops,
  };
}

interface Answer {
  fieldId: string;
  value: string;
  displayValue: string;
  parentFieldOptionId?: string;
}

function answerTo({ id: fieldId, fieldTypeId, options }: Field, i: number): Answer {
  const [one, two] = options;
  switch (fieldTypeId) {
    case FIELD_TYPES.checkbox.id:
      return { fieldId, value: 'true', displayValue: 'Yes' };
    case FIELD_TYPES.date.id:
      return { fieldId, value: `2026-01-1${i}T00:00:00.000Z`, displayValue: `1${i}/01/2026` };
    case FIELD_TYPES.datetime.id:
      return { fieldId, value: `2026-01-1${i}T12:05:00.000Z`, displayValue: `1${i}/01/2026 12:05 pm` };
    case FIELD_TYPES.number.id:
      return { fieldId, value: `${i}.50`, displayValue: `${i}.50` };
    case FIELD_TYPES.text.id:
      return { fieldId, value: `FL-${i}`, displayValue: `FL-${i}` };
    case FIELD_TYPES.multiSelect.id:
      return { fieldId, value: JSON.stringify([one!.id, two!.id]), displayValue: 'One, Two' };
    default:
      return { fieldId, value: one!.id, displayValue: 'One' };
  }
}

/** Does one edit; one whose question or choice is gone by then is none. */
async function apply(world: World, step: Edit): Promise<void> {
  const { fixture, names, templates, itemTypeId, installationId, linkId } = world;
  const wren = fixture.as('wren');
  // The inspection is finished before the first edit.
  fixture.wait(60_000);
  if (step.do === 'zone') {
    await wren.editInstallation({ id: installationId, name: 'Tarn', timeZone: step.timeZone });
    return;
  }
  if (step.do === 'assignRequired') {
    const type = FIELDS_TEMPLATE_TYPES[step.isOwn ? 'itemType' : 'inspection'];
    const { id: fieldsTemplateId } = await wren.createFieldsTemplate({ name: 'More', fieldsTemplateTypeId: type.id });
    const fieldTypeId = FIELD_TYPES.text.id;
    const { id: addedId } = await wren.createField({ name: 'More', fieldTypeId, fieldsTemplateId, order: 0 });
    await wren.updateField({ id: addedId, required: true });
    if (step.isOwn) await wren.addItemTypeFieldsTemplate({ id: itemTypeId, templateId: fieldsTemplateId });
    else await wren.updateInspectionItemType({ id: linkId, fieldsTemplateId });
    return;
  }
  const templateId = templates[step.template]!;
  const { fields } = await wren.getFieldsTemplate({ id: templateId });
  const field = 'at' in step ? fields[step.at % fields.length] : undefined;
  if ('at' in step && field === undefined) return;
  const { id = '', options = [] } = field ?? {};
  switch (step.do) {
    case 'rename':
      await wren.updateField({ id, name: step.name });
      names.fields.set(id, step.name);
      return;
    case 'retype':
      // Another type is refused while the question has the range of a Number.
      await wren.updateField({ id, fieldTypeId: step.type.id, rules: null });
      return;
    case 'rename in reports': {
      const shortName = SHORT_NAMES[step.place]!;
      const all = await fixture.database.db.selectFrom('field').selectAll().where('deletedAt', 'is', null).execute();
      // Questions that share a short name share a column.
      if (shortName === '' || all.every((each) => each.shortName !== shortName))
        await wren.updateField({ id, shortName });
      return;
    }
    case 'delete':
      await wren.deleteField({ id });
      return;
    case 'dropChoice':
      if (options.length > 0)
        await wren.updateField({ id, options: options.toSpliced(step.choice % options.length, 1) });
      return;
    case 'renameChoice':
      if (options.length > 0) {
        const at = step.choice % options.length;
        await wren.updateField({ id, options: options.with(at, { ...options[at]!, name: step.name }) });
      }
      return;
    case 'closeChoices':
      await wren.updateField({ id, options: options.map((option) => ({ ...option, fieldsTemplateId: null })) });
      return;
    case 'add': {
      const input = { name: 'New', fieldTypeId: step.type.id, fieldsTemplateId: templateId, order: fields.length };
      await wren.createField(input);
      return;
    }
    case 'require': {
      const rules = field!.fieldTypeId === FIELD_TYPES.number.id ? { ...NO_RULES, minimum: 1_000 } : null;
      await wren.updateField({ id, required: true, rules });
      return;
    }
    case 'addRequired': {
      const input = { name: 'New', fieldTypeId: step.type.id, fieldsTemplateId: templateId, order: fields.length };
      const { id: addedId } = await wren.createField(input);
      await wren.updateField({ id: addedId, required: true });
      return;
    }
    case 'needEvidence': {
      const content = contentOf(await wren.getFieldsTemplate({ id: templateId }));
      const evidence = [{ when: 'true', needs: step.needs, reason: '' }];
      const draft = { id: templateId, content: { ...content, evidence }, replaces: null };
      const { savedAt } = await wren.saveFieldsTemplateDraft(draft);
      await wren.publishFieldsTemplateDraft({ id: templateId, savedAt });
      return;
    }
    case 'renameTemplate':
      await wren.updateFieldsTemplate({ id: templateId, name: step.name });
      names.templates.set(templateId, step.name);
      return;
    case 'reverse':
      await wren.sortFields({ id: templateId, fieldIds: fields.map((each) => each.id).toReversed() });
      return;
    case 'duplicate':
      await wren.duplicateFieldsTemplate({ id: templateId });
      return;
    case 'publish': {
      // The question gets another type and name, the first one goes, and the rest change places.
      const content = contentOf(await wren.getFieldsTemplate({ id: templateId }));
      const [gone, ...kept] = content.fields.map((each) =>
        each.id === id ? { ...each, name: step.name, fieldTypeId: step.type.id, rules: null, options: [] } : each,
      );
      const next = { ...content, fields: [...kept.toReversed(), ...(gone!.id === id ? [gone!] : [])] };
      const { savedAt } = await wren.saveFieldsTemplateDraft({ id: templateId, content: next, replaces: null });
      await wren.publishFieldsTemplateDraft({ id: templateId, savedAt });
      const { fields: now } = await wren.getFieldsTemplate({ id: templateId });
      if (now.some((each) => each.id === id)) names.fields.set(id, step.name);
      return;
    }
    case 'unhang':
      if (step.template === 1) await wren.updateInspectionItemType({ id: linkId, fieldsTemplateId: null });
      else if (step.template === 0 && (await wren.getItemType({ id: itemTypeId })).itemTypeFieldsTemplates.length > 0)
        await wren.removeItemTypeFieldsTemplate({ id: itemTypeId, templateId });
  }
}

/** One answer, as people find it. */
interface Found {
  id: string;
  value: string;
  words: string;
  question: string;
  /** The type of question it is shown under; '' in print, where the words stand alone. */
  type: string;
}

const byId = (a: Found, b: Found): number => (a.id < b.id ? -1 : 1);

/** Returns each answer as the item view shows it, with the name of its question in the form; '' for a question that is not in the form. */
async function read({ fixture, itemIds, drops }: World): Promise<Found[]> {
  const maren = fixture.as('maren');
  const found: Found[] = [];
  for (const itemId of itemIds) {
    const forms: FieldsForm[] = [
      await maren.getFieldsForItem({ itemId }),
      await maren.getFieldsForInstallationInspection({ installationInspectionId: drops, itemId }),
    ];
    for (const { fieldsTemplates, removedFields, fieldResponses } of forms) {
      const questions = new Map<string, Field>();
      const learn = (fields: readonly Field[]): void => {
        for (const field of fields) {
          questions.set(field.id, field);
          for (const { fieldsTemplate } of field.options) learn(fieldsTemplate?.fields ?? []);
        }
      };
      learn(fieldsTemplates.flatMap(({ fields }) => fields));
      learn(removedFields);
      for (const { id, fieldId, value, displayValue } of fieldResponses)
        found.push({
          id,
          value,
          words: displayValue,
          question: questions.get(fieldId)?.name ?? '',
          type: questions.get(fieldId)?.fieldType.name ?? '',
        });
    }
  }
  return found.toSorted(byId);
}

/** Returns each answer as a report of the inspection receives it, with its template and question. */
async function printed({ fixture, drops }: World): Promise<Found[]> {
  const pieces: Uint8Array[] = [];
  const { content } = await fixture
    .as('wren')
    .getReportDatabaseForInstallationInspection({ installationInspectionId: drops, format: 'json' });
  for await (const piece of content) pieces.push(piece);
  const { FieldResponse } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as {
    FieldResponse: Record<string, string>[];
  };
  return FieldResponse.map((row) => ({
    id: row['Id']!,
    value: row['Value']!,
    words: row['DisplayValue']!,
    question: `${row['Template']} / ${row['FieldName']}`,
    type: '',
  })).toSorted(byId);
}

/** Returns the answers in the columns of the short names that they were recorded under, as texts; those of further questions have none. */
async function columns({ fixture, drops }: World): Promise<string[]> {
  const pieces: Uint8Array[] = [];
  const { content } = await fixture
    .as('wren')
    .getReportDatabaseForInstallationInspection({ installationInspectionId: drops, format: 'json' });
  for await (const piece of content) pieces.push(piece);
  const { Item, Result } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Record<string, Row[]>;
  const cells = (rows: Row[], template: string): string[] =>
    rows.flatMap((row) =>
      TYPES.map(({ name: type }) => {
        const cell = row[`${template}_${type.replaceAll(/\W+/g, '_')}`];
        return `${template} ${type}: ${typeof cell === 'string' && type === 'Number' ? Number(cell) : String(cell)}`;
      }),
    );
  return [...cells(Item!, 'Own'), ...cells(Result!, 'Result')];
}

/** The text of a cell of the register; a moment as ISO time. */
function textOfCell(cell: unknown): string {
  const isMoment = typeof cell === 'object' && cell !== null && '$at' in cell;
  return isMoment ? new Date(Number(cell.$at)).toISOString() : String(cell);
}

/** Returns what the inspection lacks, the moments in the data of a report, and the times of day in the register. */
async function judged({ fixture, drops, installationId }: World) {
  const wren = fixture.as('wren');
  const { notChecked, requiredFields, detailFields, evidence } = await wren.getInspectionGaps({
    installationInspectionId: drops,
  });
  const textOf = async ({ content }: { content: AsyncIterable<Uint8Array> }): Promise<string> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  };
  const database = await wren.getReportDatabaseForInstallationInspection({
    installationInspectionId: drops,
    format: 'json',
  });
  const { FieldResponse } = JSON.parse(await textOf(database)) as Record<string, Row[]>;
  const register = JSON.parse(await textOf(await wren.exportItemRegister({ id: installationId }))) as unknown[][];
  return {
    gaps: { notChecked, requiredFields, detailFields, evidence },
    moments: FieldResponse!.map((row) => `${String(row['Id'])} ${String(row['RecordedDate'])}`).toSorted(),
    // As a cell, or as a text once the question is no longer asked.
    times: register.flat().filter((cell) => /^2026-01-1\dT12:05|^1\d\/01\/2026 12:05 pm$/.test(textOfCell(cell)))
      .length,
  };
}

type Row = Record<string, unknown>;

/** Returns the expected answers, from the recorded ones and the present names: print keeps the words of the question, under the template's name. */
async function expected(
  { fixture, names }: World,
  before: readonly Found[],
  asked: ReadonlyMap<string, string>,
): Promise<{ read: Found[]; printed: Found[] }> {
  const rows = await fixture.database.db.selectFrom('fieldResponse').select(['id', 'fieldId']).execute();
  const fields = await fixture.database.db.selectFrom('field').select(['id', 'fieldsTemplateId']).execute();
  const templateOf = new Map(fields.map(({ id, fieldsTemplateId }) => [id, names.templates.get(fieldsTemplateId)]));
  const fieldOf = new Map(rows.map(({ id, fieldId }) => [id, fieldId]));
  return {
    read: before.map((found) => ({ ...found, question: names.fields.get(fieldOf.get(found.id)!)! })),
    printed: before.map((found) => {
      const fieldId = fieldOf.get(found.id)!;
      return { ...found, type: '', question: `${templateOf.get(fieldId)} / ${asked.get(fieldId)}` };
    }),
  };
}

describe('An answer that was recorded', () => {
  it(
    'reads and prints the same after any edits of its template by administrators',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 14 }), async (edits) => {
          const fixture = await openTestFixture('sqlite');
          try {
            const world = await recorded(fixture);
            const before = await read(world);
            const asked = new Map(world.names.fields);
            expect(before).toHaveLength(ANSWERS);
            expect({ read: before, printed: await printed(world) }).toEqual(await expected(world, before, asked));
            const inColumns = await columns(world);
            const judgement = await judged(world);
            expect(judgement.gaps).toMatchObject({ notChecked: 0, requiredFields: { count: 0 }, evidence: [] });
            expect(judgement.times).toBe(ITEMS);
            expect(inColumns.filter((text) => !text.endsWith(' null'))).toHaveLength(ITEMS * 2 * TYPES.length);
            for (const step of edits) await apply(world, step);
            expect({ read: await read(world), printed: await printed(world) }).toEqual(
              await expected(world, before, asked),
            );
            expect(await columns(world)).toEqual(inColumns);
            expect(await judged(world)).toEqual(judgement);
          } finally {
            await fixture.close();
          }
        }),
        { numRuns: RUNS, examples: [[RENAMED_IN_REPORTS], [STRICTER]] },
      ),
    RUNS * 5_000,
  );
});
