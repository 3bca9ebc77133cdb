/** Questions of a template as columns of expressions, and answers as their values. */
import { FIELD_TYPES } from '../base/constants.ts';
import type { Field } from '../entities/fields.ts';
import type { FormulaColumn, FormulaType, FormulaValue } from './formula.ts';

/** A recorded answer. */
export interface GivenAnswer {
  readonly value: string;
  readonly displayValue: string;
}

/** No answer. */
export const NO_ANSWER: GivenAnswer = { value: '', displayValue: '' };

/** Name by which expressions read the condition of the item: the name of a condition, empty while it is not checked. */
export const CONDITION_NAME = 'Condition';

const KINDS: Readonly<Record<string, FormulaType>> = {
  [FIELD_TYPES.number.id]: 'number',
  [FIELD_TYPES.checkbox.id]: 'yesNo',
  [FIELD_TYPES.date.id]: 'moment',
  [FIELD_TYPES.datetime.id]: 'moment',
};

/** Returns the kind of value of an answer in expressions; the value of a choice is its name. */
export function kindOf({ fieldTypeId }: Pick<Field, 'fieldTypeId'>): FormulaType {
  return KINDS[fieldTypeId] ?? 'text';
}

/**
 * Returns the columns of a template's expressions: its questions by short name and by name, then the condition of the item. A short name takes
 * precedence over the name of another question.
 */
export function columnsOf(fields: readonly Pick<Field, 'name' | 'shortName' | 'fieldTypeId'>[]): FormulaColumn[] {
  const taken = new Set(fields.map(({ shortName }) => shortName.toLowerCase()));
  const questions = fields.map((field) => ({
    names: [field.shortName, ...(taken.has(field.name.toLowerCase()) ? [] : [field.name])].filter(
      (name) => name !== '',
    ),
    type: kindOf(field),
  }));
  return [...questions, { names: [CONDITION_NAME], type: 'text' }];
}

/** Returns the value of an answer in expressions; null without an answer. */
export function valueOfAnswer(field: Pick<Field, 'fieldTypeId'>, { value, displayValue }: GivenAnswer): FormulaValue {
  if (value === '' || value === '[]') return null;
  switch (kindOf(field)) {
    case 'number': {
      const number = Number(value);
      return Number.isFinite(number) ? number : null;
    }
    case 'yesNo':
      return value === 'true';
    case 'moment': {
      const moment = new Date(value);
      return Number.isNaN(moment.getTime()) ? null : moment;
    }
    default:
      return displayValue;
  }
}

/** Types of question that a calculation can answer. */
export const CALCULATED_TYPES: ReadonlySet<string> = new Set([
  FIELD_TYPES.text.id,
  FIELD_TYPES.number.id,
  FIELD_TYPES.checkbox.id,
  FIELD_TYPES.date.id,
]);

/** Longest calculated text, as long as an answer may be. */
const TEXT_LIMIT = 20_000;

/** Converts a calculated value to an answer; to no answer if it does not fit the question. */
export function answerOfValue({ fieldTypeId }: Pick<Field, 'fieldTypeId'>, value: FormulaValue): GivenAnswer {
  if (value === null) return NO_ANSWER;
  switch (fieldTypeId) {
    case FIELD_TYPES.number.id:
      return typeof value === 'number' ? same(numberText(value)) : NO_ANSWER;
    case FIELD_TYPES.checkbox.id:
      return typeof value === 'boolean' ? { value: String(value), displayValue: yesOrNo(value) } : NO_ANSWER;
    case FIELD_TYPES.date.id:
      return value instanceof Date ? dayAnswer(value) : NO_ANSWER;
    default:
      return same(textOf(value).slice(0, TEXT_LIMIT));
  }
}

function same(text: string): GivenAnswer {
  return { value: text, displayValue: text };
}

function textOf(value: Exclude<FormulaValue, null>): string {
  if (typeof value === 'boolean') return yesOrNo(value);
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' ? value : dayAnswer(value).displayValue;
}

function yesOrNo(value: boolean): string {
  return value ? 'Yes' : 'No';
}

/** Formats a number as an answer: rounded to 15 digits, without an exponent; empty for a number too large for that. */
function numberText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  if (Object.is(rounded, -0)) return '0';
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return Math.abs(rounded) < 1
    ? rounded
        .toFixed(15)
        .replace(/(?:\.|(?<!0))0+$/, '')
        .replace(/^-0$/, '0')
    : '';
}

/** Makes the answer for a day: midnight UTC, shown as DD/MM/YYYY. */
function dayAnswer(moment: Date): GivenAnswer {
  if (Number.isNaN(moment.getTime())) return NO_ANSWER;
  const day = moment.toISOString().slice(0, 10);
  const [year, month, date] = day.split('-');
  // Answers cannot represent years with more than four digits.
  if (!/^\d{4}$/.test(year!)) return NO_ANSWER;
  return { value: `${day}T00:00:00.000Z`, displayValue: `${date}/${month}/${year}` };
}
