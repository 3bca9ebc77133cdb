import { toLower, toUpper } from '../letterCase.ts';
import { Char } from '../values.ts';
import { char, int, textOrChar } from '../members/arguments.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { stringMethods } from '../members/strings.ts';
import { ExpressionError } from '../errors.ts';
import type { Runtime } from '../scope.ts';
import type { Value } from '../values.ts';
import { looseNumber, looseText } from './arguments.ts';

/** Calls a method of the first argument, which counts as "" when it is null. */
function method(name: string): StaticMethod {
  const call = stringMethods.get(name);
  if (!call) throw new ExpressionError(`string.${name} is not known`);
  return (args, runtime) => call(looseText(args, 0, runtime), args.slice(1), runtime);
}

/** Never throws: what lies outside the text is left out. */
function substring(args: readonly Value[], runtime: Runtime): string {
  const value = looseText(args, 0, runtime);
  const start = Math.max(int(args, 1), 0);
  return args.length > 2 ? value.slice(start, start + Math.max(int(args, 2), 0)) : value.slice(start);
}

/** First letter of each word upper case, the rest lower; words in capitals stay as they are. */
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
  Insert: method('Insert'),
  Length: (args, runtime) => looseText(args, 0, runtime).length,
  LowerCase: (args, runtime) => toLower(looseText(args, 0, runtime)),
  UpperCase: (args, runtime) => toUpper(looseText(args, 0, runtime)),
  PadLeft: method('PadLeft'),
  PadRight: method('PadRight'),
  Remove: method('Remove'),
  Replace: method('Replace'),
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

/** The largest number the reference writes in Roman numerals. */
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
