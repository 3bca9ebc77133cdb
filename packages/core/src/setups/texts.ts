/** Returns a stored value as displayed. */
import { FIELD_TYPES, type FieldRules, readEvidence, readRules } from '@holdfast/contract';
import type { Value } from '@holdfast/sync';
import { storedListViewFields } from '../storedJson.ts';

const FIELD_TYPE_NAMES = new Map<Value, string>(Object.values(FIELD_TYPES).map(({ id, name }) => [id, name]));

/**
 * A value of a column of the library in words; empty for none.
 * @param names of rows, by id
 */
export function textOfValue(column: string, value: Value | undefined, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return '';
  switch (column) {
    case 'isQuestion':
    case 'isLocation':
    case 'required':
    case 'showInList':
      return value === 1 ? 'Yes' : 'No';
    case 'fieldTypeId':
      return FIELD_TYPE_NAMES.get(value) ?? '';
    case 'rules':
      return textOfRules(readRules(String(value)) ?? null);
    case 'evidence':
      return (readEvidence(String(value)) ?? []).map(({ when, needs }) => `${when}: ${needs}`).join('; ');
    case 'itemTypeListViewFieldNames':
    case 'inspectionItemTypeListViewFieldNames':
      return storedListViewFields(String(value))
        .map(({ name }) => name)
        .join(', ');
    default:
      return names.get(String(value)) ?? String(value);
  }
}

function textOfRules(rules: FieldRules | null): string {
  if (rules === null) return '';
  const { showWhen, calculation, unit, minimum, maximum, default: origin, fixed } = rules;
  const range = minimum === null && maximum === null ? '' : `${minimum ?? ''} – ${maximum ?? ''}`;
  const words = [showWhen, calculation, unit, range, origin === 'none' ? '' : origin, fixed];
  return words.filter((word) => word !== '').join(' · ');
}
