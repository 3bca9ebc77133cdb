// @vitest-environment happy-dom
import type { FieldResponse } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { heldOutbox, provided } from '../../lib/testing/providers.ts';
import { useRepetition } from './useRepetition.ts';

const item = { installationInspectionId: 'drops', itemId: 'rail' };
const question = (id: string) => ({ id, name: `Question ${id}`, fieldType: { name: 'Text' }, options: [] });
const response = (fieldId: string, value: string, clock = '1'): FieldResponse =>
  ({
    id: fieldId,
    fieldId,
    parentFieldOptionId: null,
    value,
    displayValue: value,
    deletedAt: null,
    clock,
  }) as FieldResponse;
const pending = (fieldId: string, value: string) => ({
  operation: 'saveInstallationInspectionItemField',
  subject: `answer:drops:rail:${fieldId}:`,
  input: { value, displayValue: value },
});

/** The form of an item with three questions; the first is answered. */
async function form() {
  const known = cached();
  const held = heldOutbox();
  known.put('getFieldsForInstallationInspection', item, {
    fieldsTemplates: [{ fields: ['a', 'b', 'c'].map(question) }],
    fieldResponses: [response('a', 'now', '7')],
  });
  const { now } = await mounted(useRepetition, item, provided(known.cache, held.outbox));
  const saved = () =>
    held.added.map(({ input, ifMatch, about }) => {
      const { fieldId, value } = input as { fieldId: string; value: string };
      return [fieldId, value, ifMatch, about];
    });
  return { now, held, saved };
}
const lastTime = [response('a', 'then'), response('b', 'then'), response('x', 'then')];

describe('repeating the answers of the previous inspection', () => {
  it('saves those that differ, over the version that is shown', async () => {
    const { now, held, saved } = await form();
    await held.hold([pending('b', 'first'), pending('b', 'then')]);
    expect(now.repeat(lastTime).map(({ before }) => before.value)).toEqual(['now']);
    await held.hold([]);
    expect(now.repeat(lastTime)).toHaveLength(2);
    expect(saved().slice(1)).toEqual([
      ['a', 'then', '7', 'Question a'],
      ['b', 'then', '0.0.none', 'Question b'],
    ]);
  });

  it('is undone for the answers that were not edited since', async () => {
    const { now, held, saved } = await form();
    const repeated = now.repeat(lastTime);
    await held.hold([pending('a', 'edited'), pending('b', 'then')]);
    expect(now.takeBack(repeated)).toBe(1);
    expect(saved().slice(2)).toEqual([['b', '', '0.0.none', 'Question b']]);
    await held.hold([]);
    expect(now.takeBack(repeated)).toBe(0);
  });

  it('does nothing while the form is not loaded', async () => {
    const held = heldOutbox();
    const { now } = await mounted(useRepetition, item, provided(cached().cache, held.outbox));
    expect([now.repeat(lastTime), held.added]).toEqual([[], []]);
  });
});
