import { FIELD_TYPES } from '@holdfast/contract';

/** An optional minus sign, digits and an optional decimal point (docs/acceptance.md, FLDS). */
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Returns the expected form of a value; null when it is a valid answer of the type. A type unknown to this build accepts any text.
 * @param value not empty: an empty answer fits every question
 * @param isOption returns true when an id names a choice of the question
 */
export async function misfit(
  fieldTypeId: string,
  value: string,
  isOption: (id: string) => Promise<boolean>,
): Promise<string | null> {
  switch (fieldTypeId) {
    case FIELD_TYPES.number.id:
      return NUMBER.test(value) ? null : 'a number';
    case FIELD_TYPES.checkbox.id:
      return value === 'true' || value === 'false' ? null : '"true" or "false"';
    case FIELD_TYPES.date.id:
    case FIELD_TYPES.datetime.id:
      return isInstant(value) ? null : 'an ISO date-time';
    case FIELD_TYPES.select.id:
    case FIELD_TYPES.selectWithSubfields.id:
      return (await isOption(value)) ? null : 'one of the choices of this question';
    case FIELD_TYPES.multiSelect.id:
      return (await isListOf(value, isOption)) ? null : 'a JSON list of choices of this question, each once';
    default:
      return null;
  }
}

async function isListOf(json: string, isOption: (id: string) => Promise<boolean>): Promise<boolean> {
  const chosen = idList(json);
  if (chosen === null || new Set(chosen).size < chosen.length) return false;
  for (const id of chosen) if (!(await isOption(id))) return false;
  return true;
}

/** Returns true for an existing day with a time and a zone. */
function isInstant(value: string): boolean {
  const day = INSTANT.exec(value)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(value))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function idList(json: string): string[] | null {
  if (!json.startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.every((entry) => typeof entry === 'string') ? list : null;
  } catch {
    return null;
  }
}
