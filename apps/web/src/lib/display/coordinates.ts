/**
 * Coordinates as people write them: decimal degrees with a point or a comma, degrees with minutes and seconds, with a sign or the letter of
 * the hemisphere.
 */

/** The two coordinates of a place. */
export type Axis = 'latitude' | 'longitude';

/** Result of reading a text: degrees, two coordinates at once, or the reason why it is neither. */
export type ReadCoordinate =
  | { is: 'degrees'; degrees: number }
  | { is: 'pair'; latitude: string; longitude: string }
  | { is: 'empty' }
  | { is: 'unread' | 'otherAxis' | 'outOfRange' };

/** The largest latitude and longitude, degrees. */
export const LIMITS: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };

const AXES: Readonly<Record<string, Axis>> = { N: 'latitude', S: 'latitude', E: 'longitude', W: 'longitude' };
const NUMBER = String.raw`(\d{1,3}(?:[.,]\d{0,12})?)`;
const GAP = String.raw`\s{0,3}`;
const PART = {
  degrees: `${NUMBER}${GAP}°?`,
  minutes: `${NUMBER}${GAP}'?`,
  seconds: `${NUMBER}${GAP}"?`,
};
const MARKED = new RegExp(`^${PART.degrees}(?:${GAP}${PART.minutes}(?:${GAP}${PART.seconds})?)?$`);
const DECIMAL = /^\d{1,3}(?:[.,]\d{0,12})?$/;
/** Longest text that is read. */
const LONGEST = 100;

/** Reads the text of a field for one coordinate. */
export function readCoordinate(typed: string, axis: Axis): ReadCoordinate {
  const text = plain(typed);
  if (text === '') return { is: 'empty' };
  if (text.length > LONGEST) return { is: 'unread' };
  const single = readOne(text, axis);
  if (single.is !== 'unread') return single;
  for (const [first, second] of pairsIn(text)) {
    const isTurned = axisIn(first) === 'longitude' || axisIn(second) === 'latitude';
    const [latitude, longitude] = isTurned ? [second, first] : [first, second];
    if (readOne(latitude, 'latitude').is === 'degrees' && readOne(longitude, 'longitude').is === 'degrees')
      return { is: 'pair', latitude, longitude };
  }
  return { is: 'unread' };
}

function readOne(text: string, axis: Axis): ReadCoordinate {
  const { letters, rest, sign } = takenApart(text);
  const [letter] = letters;
  if (letters.length > 1 || (letter !== undefined && sign !== '')) return { is: 'unread' };
  const degrees = degreesIn(rest, letter !== undefined);
  if (degrees === null) return { is: 'unread' };
  if (letter !== undefined && AXES[letter] !== axis) return { is: 'otherAxis' };
  if (degrees > LIMITS[axis]) return { is: 'outOfRange' };
  const isNegative = sign === '-' || letter === 'S' || letter === 'W';
  return { is: 'degrees', degrees: isNegative && degrees !== 0 ? -degrees : degrees };
}

/** Returns the degrees in a text without sign and letter; null when there are none. @param isNamed true when a letter names the hemisphere */
function degreesIn(text: string, isNamed: boolean): number | null {
  const found = MARKED.exec(text);
  if (found === null) return null;
  const parts = found.slice(1).filter((part): part is string => part !== undefined);
  // Two numbers without a mark or a letter may be degrees and minutes, or two coordinates.
  if (parts.length > 1 && !isNamed && !/[°'"]/.test(text)) return null;
  // "12345" is not 123 degrees and 45 minutes.
  if (parts.length > 1 && !/[^\d.,]/.test(text)) return null;
  if (parts.slice(0, -1).some((part) => /[.,]/.test(part))) return null;
  const [degrees, minutes = 0, seconds = 0] = parts.map((part) => Number(part.replace(',', '.')));
  if (minutes >= 60 || seconds >= 60) return null;
  // Ten millionths of a degree are a centimetre.
  return Math.round((degrees! + minutes / 60 + seconds / 3600) * 1e7) / 1e7;
}

/** Separates the letters of hemispheres at either end, and the sign, from the degrees. */
function takenApart(text: string): { letters: string[]; rest: string; sign: '' | '-' | '+' } {
  const before = /^([NSEW])\s*/i.exec(text)?.[0] ?? '';
  const after = /[NSEW]$/i.exec(text.slice(before.length))?.[0] ?? '';
  const letters = [before, after].map((letter) => letter.trim().toUpperCase()).filter((letter) => letter !== '');
  const middle = text.slice(before.length, text.length - after.length).trim();
  const sign = middle.startsWith('-') ? '-' : middle.startsWith('+') ? '+' : '';
  return { letters, rest: middle.slice(sign.length).trim(), sign };
}

/** Returns the ways to divide a text into two coordinates, the likeliest first. */
function pairsIn(text: string): [string, string][] {
  const pairs: [string, string][] = [];
  const split = (pattern: RegExp): void => {
    const parts = text.split(pattern).map((part) => part.trim());
    if (parts.length === 2 && parts.every((part) => part !== '')) pairs.push(parts as [string, string]);
  };
  split(/;|\/|\n|\t/);
  split(/,\s+/);
  // Behind a letter, or before one, the other coordinate begins.
  split(/(?<=[NSEW])[\s,]*(?=[-+\d])/i);
  split(/(?<=\d['"°]{0,2})[\s,]*(?=[NSEW]\s?\d)/i);
  // "58.35,1.2": the comma cannot be a decimal one.
  const [first, second, ...more] = text.split(',');
  if (more.length === 0 && second !== undefined && first!.includes('.') && isDecimal(first!) && isDecimal(second))
    pairs.push([first!, second.trim()]);
  const [one, other, ...others] = text.split(/\s+/);
  if (others.length === 0 && other !== undefined && [one!, other].every(hasFraction)) pairs.push([one!, other]);
  return pairs;
}

function isDecimal(text: string): boolean {
  return DECIMAL.test(text.trim().replace(/^[-+]/, ''));
}

function hasFraction(text: string): boolean {
  return isDecimal(text) && /[.,]\d/.test(text);
}

function axisIn(text: string): Axis | undefined {
  const [letter] = takenApart(text).letters;
  return letter === undefined ? undefined : AXES[letter];
}

/** Returns a text with one kind of minus, prime and space, without brackets around it. */
function plain(text: string): string {
  const words = text
    .replace(/[−–—]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(/[’‘′´`]/g, "'")
    .replace(/[”“″]/g, '"')
    .replace(/''/g, '"')
    .replace(/[ \u00a0\u2000-\u200a\u202f]+/g, ' ')
    .trim();
  return words.startsWith('(') && words.endsWith(')') ? words.slice(1, -1).trim() : words;
}
