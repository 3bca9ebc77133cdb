import { FIELD_TYPES, NO_RULES, type TemplateContent } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { changeShown, follow } from './followed.ts';

const question = (id: string, name: string, calculation = ''): TemplateContent['fields'][number] => ({
  id,
  name,
  shortName: '',
  description: '',
  fieldTypeId: FIELD_TYPES.number.id,
  required: false,
  showInList: false,
  options: [],
  rules: calculation === '' ? null : { ...NO_RULES, calculation },
});
const saved: TemplateContent = {
  name: 'Load',
  evidence: [],
  fields: [question('a', 'Force'), question('b', 'Load', '[Force] * 2')],
};
const named = (name: string) => (shown: TemplateContent) => ({
  ...shown,
  fields: shown.fields.map((field) => (field.id === 'a' ? { ...field, name } : field)),
});
const calculated = (calculation: string) => (shown: TemplateContent) => ({
  ...shown,
  fields: shown.fields.map((field) => (field.id === 'b' ? { ...field, rules: { ...NO_RULES, calculation } } : field)),
});

it('A rule follows a name that is retyped, even when it is cleared in between', () => {
  let state = { content: saved, base: saved };
  for (const name of ['For', '', 'P', 'Pull']) state = changeShown(state, named(name));
  expect(follow(state.base, state.content)).toMatchObject({
    content: { fields: [{ name: 'Pull' }, { rules: { calculation: '[Pull] * 2' } }] },
    followed: [{ was: '[Force] * 2', is: '[Pull] * 2' }],
  });
});

it('Rules stay as they were written when a question without rules is added, and are stored as shown with one that has some', () => {
  const adding = (calculation: string) => (shown: TemplateContent) => ({
    ...shown,
    fields: [...shown.fields, question('c', 'Legs', calculation)],
  });
  const renamed = changeShown({ content: saved, base: saved }, named('Pull'));
  const plain = changeShown(renamed, adding(''));
  expect(plain.base).toBe(saved);
  expect(plain.content.fields.map((field) => field.rules?.calculation)).toEqual([undefined, '[Force] * 2', undefined]);
  const ruled = changeShown(renamed, adding('[Pull] / 2'));
  expect(ruled.base.fields[0]!.name).toBe('Pull');
  expect(ruled.content.fields.map((field) => field.rules?.calculation)).toEqual([
    undefined,
    '[Pull] * 2',
    '[Pull] / 2',
  ]);
});

it('A rule that is edited between two changes of a name also follows the second one', () => {
  let state = changeShown({ content: saved, base: saved }, named('Pull'));
  state = changeShown(state, calculated('[Pull] * 3'));
  state = changeShown(state, named('Traction'));
  expect(follow(state.base, state.content).content.fields[1]!.rules!.calculation).toBe('[Traction] * 3');
});

it('Rules are stored as shown when only the evidence that a template asks for is edited', () => {
  const evidence = (needs: 'photo' | 'note') => [{ when: '[Force] > 1', needs, reason: '' }];
  const ruled = { ...saved, evidence: evidence('photo') };
  const renamed = changeShown({ content: ruled, base: ruled }, named('Pull'));
  expect(renamed).toMatchObject({ base: ruled, content: { evidence: ruled.evidence } });
  const edited = changeShown(renamed, (shown) => ({
    ...shown,
    evidence: shown.evidence.map((rule) => ({ ...rule, needs: 'note' as const })),
  }));
  expect(edited.base.fields[0]!.name).toBe('Pull');
  expect(edited.content.evidence).toEqual([{ when: '[Pull] > 1', needs: 'note', reason: '' }]);
  expect(edited.content.fields[1]!.rules!.calculation).toBe('[Pull] * 2');
});
