import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** Words for the types of JSON. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
};

/** Words for the formats of texts that occur in inputs. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be an address like https://example.org',
  uuid: 'must be a UUID',
  datetime: 'must be a date and time like 2026-05-31T14:30:00Z',
  date: 'must be a date like 2026-05-31',
};

/** Maximum number of values of a choice that a message lists. */
const CHOICES = 12;

/**
 * Message about one invalid part of an input, worded to follow its name; `undefined` leaves the message to zod. Messages chosen by a schema
 * take precedence.
 */
export function inputMessage(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : TYPES[issue.expected];
    case 'too_small':
      return `must ${bound(issue.origin, Number(issue.minimum), 'at least')}`;
    case 'too_big':
      return `must ${bound(issue.origin, Number(issue.maximum), 'at most')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is not written as it should be';
    case 'invalid_value':
      return issue.values.length > CHOICES
        ? 'is not one of the values allowed'
        : `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `has no ${issue.keys.slice(0, CHOICES).join(', ')}`;
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : 'has none of the forms allowed';
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`;
    default:
      return undefined;
  }
}

function bound(origin: string, limit: number, which: 'at least' | 'at most'): string {
  if (origin === 'string')
    return limit === 1 && which === 'at least' ? 'not be empty' : `have ${which} ${count(limit, 'character')}`;
  if (origin === 'array' || origin === 'set') return `have ${which} ${count(limit, 'entry', 'entries')}`;
  return `be ${which} ${limit}`;
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
