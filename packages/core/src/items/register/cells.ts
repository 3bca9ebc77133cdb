/** Answers as cells of a spreadsheet, and cells as answers: pure. */
import { type Field, type FieldAnswer, FIELD_TYPES, TEXT_LIMIT } from '@holdfast/contract';
import { localTime, momentOfLocalTime } from '../../localTime.ts';
import { recordedLocalTime, timeZoneAt, type ZonedInstallation } from '../../installations/index.ts';
import type { SheetCell } from '../../ports.ts';
import { z } from 'zod';
import { storedJson } from '../../storedJson.ts';

/** A known answer: the stored value and its displayed form. */
export type KnownAnswer = Pick<FieldAnswer, 'value' | 'displayValue'>;

/** An answer with the moment of its record in milliseconds UTC; absent: it is not recorded. */
export type StoredAnswer = KnownAnswer & { recordedDate?: number };

/** Separator of decimals. */
export type DecimalSeparator = ',' | '.';

/** A cell as an answer, or the reason why it is not one. */
export type ReadCell = { answer: KnownAnswer } | { reason: string };

const NUMBER = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;
/** A number whose separator may stand for thousands as well as for decimals. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;
const WRITTEN_DAY = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?Z?)?$/;
const YES = new Set(['yes', 'y', 'true', '1', 'x']);
const NO = new Set(['no', 'n', 'false', '0']);
/** Separator of the choices in one cell. */
const BETWEEN = '; ';
const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/** Returns the normalised text of a cell: days as DD/MM/YYYY, with the time if there is one. */
export function textOf(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (cell instanceof Date) return momentText(cell.getTime());
  return String(cell).replaceAll(/\r\n?/g, '\n').trim();
}

/** An answer as a cell. */
export function cellOf(
  field: Field,
  { value, displayValue, recordedDate = Infinity }: StoredAnswer,
  zones: ZonedInstallation,
): SheetCell {
  if (value === '') return null;
  switch (field.fieldTypeId) {
    case FIELD_TYPES.checkbox.id:
      return value === 'true' ? 'Yes' : 'No';
    case FIELD_TYPES.number.id:
      return String(Number(value)) === value ? Number(value) : value;
    case FIELD_TYPES.date.id:
      return new Date(Date.parse(value));
    case FIELD_TYPES.datetime.id:
      return new Date(
        recordedLocalTime({ value, displayValue }, (ms) => localTime(ms, timeZoneAt(zones, recordedDate))),
      );
    case FIELD_TYPES.select.id:
    case FIELD_TYPES.selectWithSubfields.id:
      return field.options.find(({ id }) => id === value)?.name ?? displayValue;
    case FIELD_TYPES.multiSelect.id:
      return choicesText(field, value) ?? displayValue;
    default:
      return value;
  }
}

/** Returns the separator of decimals that the texts use for certain; the point when they use both or none. */
export function decimalSeparatorOf(texts: Iterable<string>): DecimalSeparator {
  let isComma = false;
  for (const text of texts) {
    if (AMBIGUOUS.test(text) || !NUMBER.test(text)) continue;
    if (text.includes('.')) return '.';
    isComma ||= text.includes(',');
  }
  return isComma ? ',' : '.';
}

/**
 * The answer in a cell.
 * @param text the displayed text of the cell; not empty
 */
export function answerOf(field: Field, text: string, timeZone: string, separator: DecimalSeparator): ReadCell {
  switch (field.fieldTypeId) {
    case FIELD_TYPES.checkbox.id:
      return yesOrNo(text);
    case FIELD_TYPES.number.id:
      return numberAnswer(text, separator);
    case FIELD_TYPES.date.id:
      return dayAnswer(text);
    case FIELD_TYPES.datetime.id:
      return momentAnswer(text, timeZone);
    case FIELD_TYPES.select.id:
    case FIELD_TYPES.selectWithSubfields.id:
      return choice(field, text);
    case FIELD_TYPES.multiSelect.id:
      return choices(field, text);
    default:
      return text.length > TEXT_LIMIT ? { reason: `At most ${TEXT_LIMIT} characters fit.` } : same(text);
  }
}

function same(text: string): ReadCell {
  return { answer: { value: text, displayValue: text } };
}

function numberAnswer(text: string, separator: DecimalSeparator): ReadCell {
  if (AMBIGUOUS.test(text) && !text.includes(separator)) {
    const name = separator === ',' ? 'comma' : 'point';
    return { reason: `This may be thousands or decimals. Write decimals with a ${name}, thousands without.` };
  }
  if (!NUMBER.test(text)) return { reason: 'This must be a number, without units and spaces.' };
  return same(text.replace(',', '.').replace(/\.$/, ''));
}

function yesOrNo(text: string): ReadCell {
  const word = text.toLowerCase();
  if (YES.has(word)) return { answer: { value: 'true', displayValue: 'Yes' } };
  if (NO.has(word)) return { answer: { value: 'false', displayValue: 'No' } };
  return { reason: 'This must be Yes or No.' };
}

function dayAnswer(text: string): ReadCell {
  const read = localMoment(text);
  if (read === null) return { reason: 'This must be a day as DD/MM/YYYY or YYYY-MM-DD.' };
  const day = Math.floor(read / DAY_MS) * DAY_MS;
  return { answer: { value: new Date(day).toISOString(), displayValue: momentText(day) } };
}

function momentAnswer(text: string, timeZone: string): ReadCell {
  const read = localMoment(text);
  if (read === null) return { reason: 'This must be a day and time as DD/MM/YYYY HH:MM or YYYY-MM-DD HH:MM.' };
  return {
    answer: { value: new Date(momentOfLocalTime(read, timeZone)).toISOString(), displayValue: displayedMoment(read) },
  };
}

/** Returns the date and time in a text as milliseconds of the same date and time in UTC; null when it contains no day. */
function localMoment(text: string): number | null {
  const written = WRITTEN_DAY.exec(text);
  const iso = written === null ? ISO_DAY.exec(text) : null;
  const found = written ?? iso;
  if (found === null) return null;
  const [, first, month, last, hour = '0', minute = '0', second = '0'] = found;
  const [year, day] = written === null ? [Number(first), Number(last)] : [Number(last), Number(first)];
  const parts = [year, Number(month) - 1, day, Number(hour), Number(minute), Number(second)] as const;
  const ms = Date.UTC(...parts);
  const shown = new Date(ms);
  const kept = [shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate(), shown.getUTCHours()];
  return kept.every((part, i) => part === parts[i]) && shown.getUTCMinutes() === parts[4] ? ms : null;
}

function momentText(ms: number): string {
  const seconds = Math.round(ms / SECOND_MS) * SECOND_MS;
  const [year, month, day, hour, minute, second] = new Date(seconds).toISOString().split(/\D/) as [string, ...string[]];
  const written = `${day}/${month}/${year}`;
  if (seconds % DAY_MS === 0) return written;
  return `${written} ${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
}

/** Format of a moment as displayed to inspectors (FLDS-17): DD/MM/YYYY hh:mm a. */
function displayedMoment(ms: number): string {
  const midnight = Math.floor(ms / DAY_MS) * DAY_MS;
  const hour = Math.floor((ms - midnight) / 3_600_000);
  const day = momentText(midnight);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minute = Math.floor((ms - midnight) / 60_000) % 60;
  return `${day} ${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(minute)} ${hour < 12 ? 'am' : 'pm'}`;
}

function choice(field: Field, text: string): ReadCell {
  const found = optionCalled(field, text);
  if (found === undefined) return { reason: noChoice(field) };
  return { answer: { value: found.id, displayValue: found.name } };
}

function choices(field: Field, text: string): ReadCell {
  const names = text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const found = names.map((name) => optionCalled(field, name));
  if (found.includes(undefined) || new Set(found).size < found.length)
    return { reason: `${noChoice(field)} Several stand with a semicolon between them, each once.` };
  const chosen = field.options.filter((option) => found.includes(option));
  return {
    answer: {
      value: JSON.stringify(chosen.map(({ id }) => id)),
      displayValue: chosen.map(({ name }) => name).join(', '),
    },
  };
}

function optionCalled({ options }: Field, name: string): Field['options'][number] | undefined {
  const word = name.toLowerCase();
  return options.find((option) => option.name === name) ?? options.find((option) => option.name.toLowerCase() === word);
}

function noChoice({ options }: Field): string {
  const names = options.map(({ name }) => name);
  if (names.length === 0) return 'This question has no choices yet.';
  const shown = names.slice(0, 8).join(', ');
  return `This must be one of: ${shown}${names.length > 8 ? ' …' : ''}.`;
}

/** The names of the chosen options; null when one of them is not offered any more. */
function choicesText({ options }: Field, value: string): string | null {
  const ids = storedJson(z.array(z.string()), value) ?? [value];
  const names = ids.map((id) => options.find((option) => option.id === id)?.name);
  return names.includes(undefined) ? null : names.join(BETWEEN);
}
