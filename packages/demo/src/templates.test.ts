import { FIELD_TYPES } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { INSPECTION_TYPES } from './inspectionTypes.ts';
import { ITEM_TEMPLATES } from './itemTemplates.ts';
import { EQUIPMENT_TYPES, EXAMINED_TYPES, LOCATION_TYPES, QUESTION_TYPES, templatesOf } from './itemTypes.ts';
import { ALL_PHRASES, remarkOn } from './remarks.ts';
import { FINDINGS, RESULT_TEMPLATES } from './resultTemplates.ts';
import { tarnFindings } from './tarn/tarn.ts';

const templates = [...ITEM_TEMPLATES, ...RESULT_TEMPLATES];

describe('the templates', () => {
  it('use all eight types of field', () => {
    const types = new Set(templates.flatMap(({ questions }) => questions.map(({ type }) => type)));
    expect([...types].toSorted()).toEqual(Object.keys(FIELD_TYPES).toSorted());
  });

  it('propose the current time for the time of an inspection', () => {
    const moments = templates.flatMap(({ questions }) =>
      questions.filter(({ shortName }) => shortName === 'InspectedAt'),
    );
    expect(moments.map(({ proposesNow }) => proposesNow)).toEqual(moments.map(() => true));
    expect(moments).not.toEqual([]);
  });

  it('refer only to templates that precede them', () => {
    for (const [place, { questions }] of templates.entries()) {
      const before = templates.slice(0, place).map(({ name }) => name);
      const opened = questions.flatMap(({ choices }) => choices.flatMap(({ opens }) => opens ?? []));
      for (const name of opened) expect(before).toContain(name);
    }
  });

  it('ask for a description of every defect of lifting equipment, whether it is a danger or could become one', () => {
    const questionsOf = (name: string) => templates.find((template) => template.name === name)!.questions;
    const defect = questionsOf('LOLER result').find(({ shortName }) => shortName === 'Defect')!;
    const opened = defect.choices.flatMap(({ name, opens }) => (name === 'None' ? [] : [opens!]));
    expect(opened).toHaveLength(2);
    for (const name of opened)
      expect(questionsOf(name)).toContainEqual(
        expect.objectContaining({ shortName: 'DefectDescription', required: true }),
      );
  });

  it('have unique names, also the short names in each template', () => {
    expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length);
    for (const { name, questions } of templates) {
      const shortNames = questions.map(({ shortName }) => shortName);
      expect(new Set(shortNames).size, name).toBe(shortNames.length);
    }
  });
});

describe('the types', () => {
  it('are 20 of items and 2 of questions, with existing templates', () => {
    const types = [...LOCATION_TYPES, ...EQUIPMENT_TYPES];
    expect(types).toHaveLength(20);
    expect(QUESTION_TYPES).toHaveLength(2);
    const names = templates.map(({ name }) => name);
    for (const type of [...types, ...QUESTION_TYPES])
      for (const template of templatesOf(type)) expect(names).toContain(template);
  });

  it('have existing fields in their lists', () => {
    expect(INSPECTION_TYPES).toHaveLength(5);
    const asked = new Set(templates.flatMap(({ questions }) => questions.map(({ name }) => name)));
    for (const { columns, resultColumns } of INSPECTION_TYPES)
      for (const { name } of [...columns, ...resultColumns]) expect(asked).toContain(name);
  });
});

describe('the remarks', () => {
  it('consist of some forty phrases', () => {
    expect(new Set(ALL_PHRASES).size).toBe(ALL_PHRASES.length);
    expect(ALL_PHRASES.length).toBeGreaterThanOrEqual(38);
    expect(ALL_PHRASES.length).toBeLessThanOrEqual(60);
  });

  it('match their items and the ticked answers', () => {
    const { equipment } = tarnFindings().rig;
    for (const found of ['defective', 'needsAttention'] as const) {
      for (const thing of equipment) {
        const { finding } = remarkOn('DROPS', found, thing, 'a test')!;
        expect(FINDINGS.slice(1), thing.name).toContain(finding);
        if (EXAMINED_TYPES.includes(thing.type))
          expect(remarkOn('LOLER', found, thing, 'a test')!.defect, thing.name).toMatch(/^[A-Z][a-z ]+: /);
      }
    }
    const gates = equipment.filter(({ name }) => name.startsWith('Gate'));
    expect(gates.length).toBeGreaterThan(0);
    for (const gate of gates) expect(remarkOn('ACCESS', 'defective', gate, 'a test')!.text).toContain('Gate');
  });
});
