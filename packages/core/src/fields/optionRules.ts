import { FIELD_TYPES, Problem } from '@holdfast/contract';
import type { Intent } from '@holdfast/sync';

/** A type of question, and what its choices may do. */
export type TypeOfField = (typeof FIELD_TYPES)[keyof typeof FIELD_TYPES];

const byId = new Map<unknown, TypeOfField>(Object.values(FIELD_TYPES).map((type) => [type.id, type]));

/** The field type with an id; undefined for an unknown id. */
export function fieldTypeOf(id: unknown): TypeOfField | undefined {
  return byId.get(id);
}

/**
 * Checks that a choice belongs to a question whose type has choices, and opens further questions only if the type supports them (ATPL-11).
 */
export async function optionFitsType({ after, lookup }: Intent): Promise<void> {
  if (after.deletedAt !== null) return;
  const field = await lookup.row('field', String(after['fieldId']));
  mustHold(fieldTypeOf(field?.['fieldTypeId']), [after['fieldsTemplateId'] ?? null]);
}

/** Checks that the choices of a question fit its new type. */
export async function typeFitsOptions({ before, after, lookup }: Intent): Promise<void> {
  if (before === null || before['fieldTypeId'] === after['fieldTypeId']) return;
  const options = await lookup.find('fieldOption', { fieldId: after.id });
  mustHold(
    fieldTypeOf(after['fieldTypeId']),
    options.map((option) => option['fieldsTemplateId'] ?? null),
  );
}

function mustHold(type: TypeOfField | undefined, opened: readonly unknown[]): void {
  if (type === undefined || opened.length === 0) return;
  if (!type.options) throw new Problem('ruleBroken', { rule: `a ${type.name} has no choices` });
  if (!type.subfields && opened.some((template) => template !== null)) {
    throw new Problem('ruleBroken', { rule: `a choice of a ${type.name} opens no further questions` });
  }
}
