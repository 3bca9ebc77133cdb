import { toLower, toUpper } from '../letterCase.ts';
import { Char } from '../values.ts';
import { char, int, text, textOrChar } from '../members/arguments.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { ExpressionError, NetException } from '../errors.ts';
import type { Runtime } from '../scope.ts';
import type { Value } from '../values.ts';
import { looseNumber, looseText } from './arguments.ts';

/** Refuses a range that is not in the text. Throws NetException. */
function checkWithin(value: string, start: number, length: number): void {
  if (start < 0 || length < 0 || start + length > value.length)
    throw new NetException(
      'ArgumentOutOfRangeException',
      'Index and length must refer to a location within the string.',
    );
}

function insert(args: readonly Value[], runtime: Runtime): string {
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
  const value = looseText(args, 0, runtime);
  const width = int(args, 1);
  if (width < 0) throw new NetException('ArgumentOutOfRangeException', 'Non-negative number required.');
  runtime.budget.hold(width);
  return pad(value, width, args.length > 2 ? textOrChar(args, 2) : ' ');
}

/** Never throws: the part of the range outside the text is ignored. */
function substring(args: readonly Value[], runtime: Runtime): string {
  const value = looseText(args, 0, runtime);
  const start = Math.max(int(args, 1), 0);
  return args.length > 2 ? value.slice(start, start + Math.max(int(args, 2), 0)) : value.slice(start);
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
  ToLetters: (args) => letters(int(args, 0), 'abcdefghijklmnopqrstuvwxyz', args[1] === true),
  ToLettersRu: (args) => letters(int(args, 0), 'абвгдежзийклмнопрстуфхцчшщэюя', args[1] === true),
  ToRoman: (args) => roman(Math.trunc(looseNumber(args, 0))),
};

/** 0 is `a`, 26 is `aa`. */
function letters(value: number, alphabet: string, upper: boolean): string {
  let result = '';
  for (let rest = value; rest >= 0; rest = Math.floor(rest / alphabet.length) - 1) {
    result = (alphabet[rest % alphabet.length] ?? '') + result;
  }
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
  if (value > MAX_ROMAN || value < 0) {
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
