/** Visual order of the characters of a line that mixes right-to-left texts (Hebrew, Arabic) and left-to-right texts. */

/** A run of one direction. */
export interface Stretch {
  readonly text: string;
  readonly rightToLeft: boolean;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|\ud802|\ud803|\ud83a|\ud83b/;

/** Returns true when a text contains right-to-left letters. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

type Direction = 'left' | 'right' | 'number' | 'neutral';

function directionOf(character: string): Direction {
  if (RIGHT_TO_LEFT.test(character)) return /[\u0660-\u0669\u06f0-\u06f9]/.test(character) ? 'number' : 'right';
  if (/\d/.test(character)) return 'number';
  return /\p{L}/u.test(character) ? 'left' : 'neutral';
}

/**
 * Splits a line into runs in visual order from left to right; the characters inside a run keep their logical order.
 * A simplified Unicode bidirectional algorithm without embeddings: neutral characters between two equal directions get that
 * direction, others that of the line; numbers keep their order inside right-to-left text.
 */
export function visualOrder(text: string, lineRightToLeft: boolean): Stretch[] {
  if (!hasRightToLeft(text)) return [{ text, rightToLeft: false }];
  const characters = Array.from(text);
  const directions = withNumberSigns(characters, characters.map(directionOf));
  const levels: number[] = [];
  let before: Direction = lineRightToLeft ? 'right' : 'left';
  for (let index = 0; index < characters.length;) {
    const direction = directions[index] ?? 'neutral';
    if (direction !== 'neutral') {
      levels.push(levelOf(direction, before, lineRightToLeft));
      if (direction !== 'number') before = direction;
      index++;
      continue;
    }
    let end = index;
    while (end < characters.length && directions[end] === 'neutral') end++;
    const base: Direction = lineRightToLeft ? 'right' : 'left';
    const following = strong(end < characters.length ? directions[end] : base, before);
    const level = levelOf(following === before ? before : base, before, lineRightToLeft);
    for (; index < end; index++) levels.push(level);
  }
  return reorder(characters, levels);
}

/** Characters that belong to the adjacent number: percent, currency, degrees. */
const BESIDE_NUMBER = /[%‰°#$¢£¤¥€]/;
/** Characters that join two numbers. */
const BETWEEN_NUMBERS = /[.,:/+-]/;

function withNumberSigns(characters: readonly string[], directions: readonly Direction[]): Direction[] {
  return directions.map((direction, index) => {
    if (direction !== 'neutral') return direction;
    const sign = characters[index] ?? '';
    const before = directions[index - 1] === 'number';
    const behind = directions[index + 1] === 'number';
    const joins = (BESIDE_NUMBER.test(sign) && (before || behind)) || (BETWEEN_NUMBERS.test(sign) && before && behind);
    return joins ? 'number' : 'neutral';
  });
}

/** Resolves neutrals: numbers after right-to-left letters count as right-to-left. */
function strong(direction: Direction | undefined, before: Direction): Direction {
  return direction === 'number' ? before : (direction ?? before);
}

function levelOf(direction: Direction, before: Direction, lineRightToLeft: boolean): number {
  if (direction === 'right') return 1;
  if (direction === 'number') return before === 'right' || lineRightToLeft ? 2 : 0;
  return lineRightToLeft ? 2 : 0;
}

/** Reverses runs of the higher levels, from the highest down, and joins neighbours of one level. */
function reorder(characters: readonly string[], levels: readonly number[]): Stretch[] {
  let stretches: { text: string; level: number }[] = [];
  for (const [index, character] of characters.entries()) {
    const level = levels[index] ?? 0;
    const last = stretches.at(-1);
    if (last !== undefined && last.level === level) last.text += character;
    else stretches.push({ text: character, level });
  }
  for (let level = 2; level > 0; level--) {
    const turned: typeof stretches = [];
    for (let index = 0; index < stretches.length;) {
      let end = index;
      while (end < stretches.length && (stretches[end]?.level ?? 0) >= level) end++;
      if (end === index) turned.push(...stretches.slice(index, ++end));
      else turned.push(...stretches.slice(index, end).toReversed());
      index = end;
    }
    stretches = turned;
  }
  return stretches.map(({ text, level }) => ({ text, rightToLeft: level === 1 }));
}
