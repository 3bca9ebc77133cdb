import { isWord } from './characters.ts';
import type { Pattern } from './tree.ts';

/** Replacement patterns (Substitutions in Regular Expressions of .NET). */

interface Part {
  readonly k: 'text' | 'group' | 'before' | 'after' | 'last' | 'input';
  readonly text: string;
  readonly number: number;
}

/** Parses `$1`, `${name}`, `$&` and similar; a reference to no group of the pattern is literal text. */
export function parseReplacement(source: string, pattern: Pattern): readonly Part[] {
  const parts: Part[] = [];
  const text = (added: string): void => {
    const last = parts.at(-1);
    if (last?.k === 'text') parts[parts.length - 1] = { ...last, text: last.text + added };
    else parts.push({ k: 'text', text: added, number: 0 });
  };
  for (let at = 0; at < source.length;) {
    const next = source.indexOf('$', at);
    if (next < 0 || next === source.length - 1) {
      text(source.slice(at));
      break;
    }
    if (next > at) text(source.slice(at, next));
    const special = SPECIALS[source.charAt(next + 1)];
    if (special !== undefined) {
      if (special === 'text') text('$');
      else parts.push({ k: special, text: '', number: 0 });
      at = next + 2;
      continue;
    }
    const found = /^\$(?:(\d+)|\{(\d+)\}|\{([^}]+)\})/u.exec(source.slice(next));
    const number = found ? groupOf(found[1] ?? found[2], found[3], pattern) : undefined;
    if (found && number !== undefined) {
      parts.push({ k: 'group', text: '', number });
      at = next + found[0].length;
    } else {
      text('$');
      at = next + 1;
    }
  }
  return parts;
}

const SPECIALS: Readonly<Record<string, Part['k']>> = {
  $: 'text', '&': 'group', '`': 'before', "'": 'after', '+': 'last', _: 'input',
}; // prettier-ignore

function groupOf(number: string | undefined, name: string | undefined, pattern: Pattern): number | undefined {
  if (number !== undefined) return pattern.numbers.includes(Number(number)) ? Number(number) : undefined;
  if (name === undefined || !isWord(name.charCodeAt(0))) return undefined;
  const place = pattern.names.indexOf(name);
  return place < 0 ? undefined : pattern.numbers[place];
}

/** Values of a match that replacements use. */
export interface Replaced {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Number of the last group. */
  readonly last: number;
  group(number: number): string;
}

/** Returns the text of a replacement for a match. */
export function expandReplacement(parts: readonly Part[], match: Replaced): string {
  let made = '';
  for (const { k, text, number } of parts) {
    switch (k) {
      case 'text':
        made += text;
        break;
      case 'group':
        made += match.group(number);
        break;
      case 'before':
        made += match.text.slice(0, match.start);
        break;
      case 'after':
        made += match.text.slice(match.end);
        break;
      case 'last':
        made += match.group(match.last);
        break;
      default:
        made += match.text;
    }
  }
  return made;
}
