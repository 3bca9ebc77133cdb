import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '../base/constants.ts';
import { followNames, type NamedField, rulesNamingRemovedChoices } from './followNames.ts';
import { type FieldRules, NO_RULES } from './schema.ts';

const field = (id: string, some: Partial<NamedField> = {}): NamedField => ({
  id,
  name: id,
  shortName: '',
  fieldTypeId: FIELD_TYPES.text.id,
  rules: null,
  options: [],
  ...some,
});
const asks = (rules: Partial<FieldRules>): FieldRules => ({ ...NO_RULES, ...rules });
const fixing = (...names: string[]): NamedField =>
  field('f', {
    name: 'Primary fixing',
    shortName: 'Fixing',
    fieldTypeId: FIELD_TYPES.select.id,
    options: names.map((name, place) => ({ id: `o${place}`, name })),
  });

describe('rules of a template', () => {
  it.each([
    ['[Force] / [Legs]', '[Pull] / [Legs]'],
    ['[force]+[FORCE]', '[Pull]+[Pull]'],
    ['"[Force]" + [Force]', '"[Force]" + [Pull]'],
    ['[Forces] * 2', '[Forces] * 2'],
  ])('follow the new name of a question: %s', (was, is) => {
    const double = field('d', { rules: asks({ calculation: was }) });
    const before = { fields: [field('a', { name: 'Force' }), field('b', { name: 'Legs' }), double], evidence: [] };
    const after = { ...before, fields: [field('a', { name: 'Pull' }), before.fields[1]!, double] };
    const { rules, followed } = followNames(before, after);
    expect(rules.get('d')?.calculation ?? was).toBe(is);
    expect(followed).toHaveLength(was === is ? 0 : 1);
  });

  it('keep short names and names as written, and use the other one when that is removed', () => {
    const rule = field('d', { rules: asks({ showWhen: '[F] > 1 && [Force] < 9' }) });
    const before = { fields: [field('a', { name: 'Force', shortName: 'F' }), rule], evidence: [] };
    const named = (some: Partial<NamedField>) =>
      followNames(before, { ...before, fields: [field('a', some), rule] }).rules.get('d')?.showWhen;
    expect(named({ name: 'Pull', shortName: 'P' })).toBe('[P] > 1 && [Pull] < 9');
    expect(named({ name: 'Pull', shortName: '' })).toBe('[Pull] > 1 && [Pull] < 9');
    expect(named({ name: 'Force', shortName: '' })).toBe('[Force] > 1 && [Force] < 9');
  });

  it('follow two questions that exchange their names', () => {
    const rule = field('d', { rules: asks({ calculation: '[A] - [B]' }) });
    const before = { fields: [field('1', { name: 'A' }), field('2', { name: 'B' }), rule], evidence: [] };
    const after = { ...before, fields: [field('1', { name: 'B' }), field('2', { name: 'A' }), rule] };
    expect(followNames(before, after).rules.get('d')!.calculation).toBe('[B] - [A]');
  });

  it('that were edited with the names are used unchanged', () => {
    const was = field('d', { rules: asks({ calculation: '[Force]' }) });
    const is = field('d', { rules: asks({ calculation: '[Pull] + [Force]' }) });
    const before = { fields: [field('a', { name: 'Force' }), was], evidence: [] };
    const after = { fields: [field('a', { name: 'Pull' }), is], evidence: [] };
    expect(followNames(before, after).rules.get('d')!.calculation).toBe('[Pull] + [Pull]');
    const exchanged = { ...after, fields: [field('a', { name: 'Pull' }), field('b', { name: 'Force' }), is] };
    const both = { ...before, fields: [field('a', { name: 'Force' }), field('b', { name: 'Pull' }), was] };
    expect(followNames(both, exchanged).rules.size).toBe(0);
  });

  it('do not change when a new name is not possible in an expression', () => {
    const rule = field('d', { rules: asks({ calculation: '[Force]' }) });
    const before = { fields: [field('a', { name: 'Force' }), rule], evidence: [] };
    expect(followNames(before, { ...before, fields: [field('a', { name: 'x]y' }), rule] }).rules.size).toBe(0);
  });

  it.each([
    ['"Wire" == [Fixing] && [Sling] == "Wire"', '"Rope" == [Fixing] && [Sling] == "Wire"'],
    ['[Sling] == "Wire" && "Wire" == [Fixing]', '[Sling] == "Wire" && "Rope" == [Fixing]'],
    ['Join("Wire", [Fixing], [Sling])', 'Join("Wire", [Fixing], [Sling])'],
  ])('follow the new name of a choice for its own question where another has the same: %s', (was, is) => {
    const rule = field('d', { rules: asks({ showWhen: was }) });
    const sling = { ...fixing('Chain', 'Wire'), id: 's', name: 'Sling', shortName: 'Sling' };
    const before = { fields: [fixing('Bolts', 'Wire'), sling, rule], evidence: [] };
    const after = { ...before, fields: [fixing('Bolts', 'Rope'), sling, rule] };
    expect(followNames(before, after).rules.get('d')?.showWhen ?? was).toBe(is);
  });

  it('follow the new name of a choice where the question is compared with it, evidence too', () => {
    const when = '[Fixing] == "Wire" || "Wire" != [Primary fixing] || [Other] == "Wire"';
    const before = {
      fields: [fixing('Bolts', 'Wire'), field('x', { name: 'Other' })],
      evidence: [{ when, needs: 'photo' as const, reason: '' }],
    };
    const after = { ...before, fields: [fixing('Bolts', 'Steel "wire"'), before.fields[1]!] };
    const { evidence, followed } = followNames(before, after);
    expect(evidence[0]!.when).toBe(
      String.raw`[Fixing] == "Steel \"wire\"" || "Steel \"wire\"" != [Primary fixing] || [Other] == "Wire"`,
    );
    expect(followed).toMatchObject([{ fieldId: null, rule: 'evidence', was: when }]);
    expect(followNames(after, { ...after, evidence }).followed).toEqual([]);
  });

  it('are reported when a choice they compare with is removed, but not when it is renamed', () => {
    const rule = field('d', { name: 'Size', rules: asks({ showWhen: '[Fixing] == "Wire"' }) });
    const before = { fields: [fixing('Bolts', 'Wire'), rule], evidence: [] };
    expect(rulesNamingRemovedChoices(before, { ...before, fields: [fixing('Bolts'), rule] })).toEqual([
      { fieldId: 'd', name: 'Size', rule: 'showWhen' },
    ]);
    // Another type of question is reported as a fault of the rule itself.
    const typed = { ...fixing('Bolts'), fieldTypeId: FIELD_TYPES.text.id };
    expect(rulesNamingRemovedChoices(before, { ...before, fields: [typed, rule] })).toEqual([]);
    const renamed = { ...before, fields: [fixing('Bolts', 'Rope'), rule] };
    const { rules } = followNames(before, renamed);
    const followed = { ...renamed, fields: [renamed.fields[0]!, { ...rule, rules: rules.get('d')! }] };
    expect(rulesNamingRemovedChoices(before, followed)).toEqual([]);
    expect(rulesNamingRemovedChoices(before, { ...before, fields: [fixing('Wire', 'Bolts'), rule] })).toEqual([]);
  });
});
