import { toLower, toUpper } from '../cultures/letterCase.ts';
import { Char } from '../values/values.ts';
import { char, int, text, textOrChar } from '../members/arguments.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { ExpressionError, NetException } from '../errors.ts';
import type { Runtime } from '../scope.ts';
import type { Value } from '../values/values.ts';
import { converted, looseText } from './arguments.ts';

/** Refuses a range that is not in the text. Throws NetException. */
function checkWithin(value: string, start: number, length: number): void {
  if (start < 0 || length < 0 || start + length > value.length)
    throw new NetException(
      'ArgumentOutOfRangeException',
      'Index and length must refer to a location within the string.',
    );
}

function insert(args: readonly Value[], runtime: Runtime): string {
  if (args[0] === null) return '';
  const value = looseText(args, 0, runtime);
  const at = int(args, 1);
  checkWithin(value, at, 0);
  return value.slice(0, at) + text(args, 2) + value.slice(at);
}

function remove(args: readonly Value[], runtime: Runtime): string {
  const value = looseText(args, 0, runtime);
  const at = int(args, 1);
  const count = args.length > 2 ? int(args, 2) : value.length - at;
  checkWithin(value, at, count);
  return value.slice(0, at) + value.slice(at + count);
}

function replace(args: readonly Value[], runtime: Runtime): string {
  if (args[0] === null) return '';
  const value = looseText(args, 0, runtime);
  const old = textOrChar(args, 1);
  const put = args[2] === null ? '' : textOrChar(args, 2);
  if (old === '') throw new NetException('ArgumentException', 'String cannot be of zero length.');
  const pieces = value.split(old);
  runtime.budget.hold(value.length + (pieces.length - 1) * Math.max(put.length - old.length, 0));
  return pieces.join(put);
}

function padded(
  args: readonly Value[],
  runtime: Runtime,
  pad: (text: string, width: number, fill: string) => string,
): string {
  if (args[0] === null) return '';
  const value = looseText(args, 0, runtime);
  const width = int(args, 1);
  if (width < 0) throw new NetException('ArgumentOutOfRangeException', 'Non-negative number required.');
  runtime.budget.hold(width);
  return pad(value, width, args.length > 2 ? textOrChar(args, 2) : ' ');
}

/** The part of the range behind the text is ignored; a negative start or length is an error. Throws NetException. */
function substring(args: readonly Value[], runtime: Runtime): string {
  const value = looseText(args, 0, runtime);
  const start = int(args, 1);
  if (args[0] === null || start >= value.length) return '';
  if (start < 0) negative('StartIndex', 'startIndex');
  if (args.length < 3) return value.slice(start);
  const length = int(args, 2);
  if (length < 0) negative('Length', 'length');
  return value.slice(start, start + length);
}

function negative(what: string, parameter: string): never {
  throw new NetException('ArgumentOutOfRangeException', `${what} cannot be less than zero. (Parameter '${parameter}')`);
}

/** First letter of each word in upper case, the rest in lower case; words in capitals are unchanged. */
function titleCase(value: string): string {
  return value.replaceAll(/[\p{L}\p{M}][\p{L}\p{M}'’]*/gu, (word) =>
    word.length > 1 && word === word.toUpperCase()
      ? word
      : word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
  );
}

export const textFunctions: Readonly<Record<string, StaticMethod>> = {
  Asc: (args) => char(args, 0),
  Chr: (args) => new Char(int(args, 0) & 0xffff),
  Insert: insert,
  Length: (args, runtime) => looseText(args, 0, runtime).length,
  LowerCase: (args, runtime) => toLower(looseText(args, 0, runtime)),
  UpperCase: (args, runtime) => toUpper(looseText(args, 0, runtime)),
  PadLeft: (args, runtime) => padded(args, runtime, (text, width, fill) => text.padStart(width, fill)),
  PadRight: (args, runtime) => padded(args, runtime, (text, width, fill) => text.padEnd(width, fill)),
  Remove: remove,
  Replace: replace,
  Substring: substring,
  TitleCase: (args, runtime) => titleCase(looseText(args, 0, runtime)),
  Contains: (args, runtime) => looseText(args, 0, runtime).includes(textOrChar(args, 1)),
  Trim: (args, runtime) => looseText(args, 0, runtime).trim(),
  ToLetters: (args, runtime) => letters(whole(args, runtime), 'abcdefghijklmnopqrstuvwxyz', args[1] === true),
  ToLettersRu: (args, runtime) => letters(whole(args, runtime), 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя', args[1] === true),
  ToRoman: (args, runtime) => roman(whole(args, runtime)),
};

/** The first argument as Convert.ToInt32 makes it of any value. */
function whole(args: readonly Value[], runtime: Runtime): number {
  const value = converted('ToInt32')([args[0] ?? null], runtime);
  return typeof value === 'number' ? value : 0;
}

/** Writes digits as letters: 0 is `a`, 26 is `aa`, 676 is `aaa`; the first of several digits counts from 1. */
function letters(value: number, alphabet: string, upper: boolean): string {
  const size = alphabet.length;
  let result = '';
  let rest = value;
  for (; rest >= size; rest = Math.floor(rest / size)) result = alphabet.charAt(rest % size) + result;
  result = alphabet.charAt(result === '' ? rest : rest - 1) + result;
  return upper ? result.toUpperCase() : result;
}

const romanSigns = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

/** Maximum number that the reference writes in Roman numerals. */
const MAX_ROMAN = 3998;

function roman(value: number): string {
  if (value > MAX_ROMAN) {
    throw new ExpressionError(`ToRoman writes 0 to ${String(MAX_ROMAN)}, not ${String(value)}`);
  }
  let rest = value;
  let result = '';
  for (const [size, sign] of romanSigns) {
    while (rest >= size) {
      result += sign;
      rest -= size;
    }
  }
  return result;
}
