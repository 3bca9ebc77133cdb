import { toLower } from '../cultures/letterCase.ts';
import { NetException } from '../errors.ts';
import type { Runtime } from '../scope.ts';
import { typeNameOf } from '../formats/toText.ts';
import { NetArray } from '../values/values.ts';
import type { Value } from '../values/values.ts';
import { as, ignoresCase, text, whole, wrong } from './arguments.ts';
import type { Functions } from './arguments.ts';
import { BASIC_TYPE_NAMES } from './typeNames.ts';

/** Array functions of Microsoft.VisualBasic, and its names of types. */

/** Splits a text at a separator, with at most this number of cuts; -1 is unlimited. */
export function cutAt(value: string, separator: string, cuts: number, isCaseIgnored: boolean): string[] {
  const pieces: string[] = [];
  const where = isCaseIgnored ? toLower(value) : value;
  const what = isCaseIgnored ? toLower(separator) : separator;
  let at = 0;
  for (let cut = 0; cut !== cuts; cut += 1) {
    const next = where.indexOf(what, at);
    if (next < 0) break;
    pieces.push(value.slice(at, next));
    at = next + what.length;
  }
  return [...pieces, value.slice(at)];
}

const arrayOf = (args: readonly Value[]): NetArray => {
  const [value = null] = args;
  if (value instanceof NetArray) return value;
  throw wrong('Array');
};

/** Length of the dimension named by an argument, by default the first. Throws RankException. */
function dimension(args: readonly Value[], runtime: Runtime): number {
  const length = arrayOf(args).lengths[args.length > 1 ? whole(args, 1, runtime) - 1 : 0];
  if (length === undefined) throw new NetException('RankException', "Argument 'Rank' is not valid for the array.");
  return length;
}

const NAMES: Readonly<Record<string, string>> = { null: 'Nothing', ...BASIC_TYPE_NAMES };

/** Name of a value's type in Visual Basic. */
export function typeNameIn(value: Value): string {
  // A nested type is named without the outer one.
  const name = typeNameOf(value).replace(/^.*\.(?=\w)/u, '');
  const element = /^(.*)\[\]$/u.exec(name)?.[1];
  return element === undefined ? (NAMES[name] ?? name) : `${NAMES[element] ?? element}()`;
}

/** The functions under their names in lower case. */
export const arrayFunctions: Functions = {
  split: (args, runtime) => {
    const value = text(args, 0, runtime);
    const separator = args.length > 1 ? text(args, 1, runtime) : ' ';
    const limit = args.length > 2 ? whole(args, 2, runtime) : -1;
    runtime.budget.hold(value.length * 4);
    if (separator === '' || limit === 0 || limit < -1) return new NetArray('string', [value]);
    return new NetArray('string', cutAt(value, separator, limit < 0 ? -1 : limit - 1, ignoresCase(args, 3, runtime)));
  },
  join: (args, runtime) => {
    const pieces = arrayOf(args).items.map((_, index, all) => text(all, index, runtime));
    const separator = args.length > 1 ? text(args, 1, runtime) : ' ';
    runtime.budget.hold(pieces.reduce((sum, each) => sum + each.length + separator.length, 0));
    return pieces.join(separator);
  },
  filter: (args, runtime) => {
    const wanted = args.length > 2 ? as('bool')(args, 2, runtime) === true : true;
    const shown = ignoresCase(args, 3, runtime) ? toLower : (value: string): string => value;
    const match = shown(text(args, 1, runtime));
    return new NetArray(
      'string',
      arrayOf(args).items.filter((_, index, all) => shown(text(all, index, runtime)).includes(match) === wanted),
    );
  },
  ubound: (args, runtime) => dimension(args, runtime) - 1,
  lbound: (args, runtime) => (dimension(args, runtime), 0),
};
