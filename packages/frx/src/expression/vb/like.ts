import { NetException } from '../errors.ts';
import type { Runtime } from '../scope.ts';

/** The operator Like of Visual Basic (Visual Basic language specification, Like Operator): `?`, `*`, `#`, `[list]` and `[!list]`. */

type Test = (character: string) => boolean;

/** Returns true when a text matches a pattern; letters are compared by their codes. */
export function like(text: string, pattern: string, runtime: Runtime): boolean {
  const tests = testsOf(pattern);
  // The position after the last star, and its position in the text: on a mismatch only that star is retried, with one more character.
  let star = -1;
  let tried = 0;
  let at = 0;
  let place = 0;
  while (place < text.length) {
    runtime.budget.step();
    const test = tests[at];
    if (test === '*') {
      star = at;
      at += 1;
      tried = place;
    } else if (test?.(text.charAt(place))) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      at = star + 1;
      tried += 1;
      place = tried;
    } else return false;
  }
  while (tests[at] === '*') at += 1;
  return at === tests.length;
}

function testsOf(pattern: string): (Test | '*')[] {
  const tests: (Test | '*')[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '*') tests.push('*');
    else if (character === '?') tests.push(() => true);
    else if (character === '#') tests.push((each) => each >= '0' && each <= '9');
    else if (character === '[') {
      const end = pattern.indexOf(']', at + 1);
      if (end < 0) throw new NetException('ArgumentException', "Argument 'Pattern' is not a valid value.");
      const test = listOf(pattern.slice(at + 1, end));
      if (test) tests.push(test);
      at = end;
    } else tests.push((each) => each === character);
  }
  return tests;
}

/** Characters and ranges of a list; undefined for `[]`, which matches the empty text. */
function listOf(list: string): Test | undefined {
  const isNegative = list.startsWith('!') && list.length > 1;
  const rest = isNegative ? list.slice(1) : list;
  if (rest === '') return undefined;
  const ranges: [string, string][] = [];
  for (let at = 0; at < rest.length; at++) {
    const first = rest.charAt(at);
    const isRange = rest.charAt(at + 1) === '-' && at + 2 < rest.length;
    const last = isRange ? rest.charAt(at + 2) : first;
    if (last < first) throw new NetException('ArgumentException', "Argument 'Pattern' is not a valid value.");
    ranges.push([first, last]);
    if (isRange) at += 2;
  }
  return (each) => ranges.some(([first, last]) => each >= first && each <= last) !== isNegative;
}
