import type { FontSubstitution } from './types.ts';

/** Replacements of a family that is not installed, best first. */
interface Substitute {
  readonly families: readonly string[];
  readonly quality: FontSubstitution['quality'];
}

const sans: Substitute = { families: ['Liberation Sans', 'Arimo'], quality: 'near' };
const arial: Substitute = { families: ['Liberation Sans', 'Arimo'], quality: 'same' };
const times: Substitute = { families: ['Liberation Serif', 'Tinos'], quality: 'same' };
const courier: Substitute = { families: ['Liberation Mono', 'Cousine'], quality: 'same' };
const monospaced: Substitute = { families: ['Liberation Mono', 'Cousine'], quality: 'near' };
const wide: Substitute = { families: ['DejaVu Sans'], quality: 'near' };
const serif: Substitute = { families: ['DejaVu Serif', 'Liberation Serif'], quality: 'near' };

/** Families of Windows and other systems, in lower case, with the freely licensed ones of the same or nearest widths. */
const substitutes = new Map<string, Substitute>([
  ['arial', arial],
  ['helvetica', arial],
  ['microsoft sans serif', { families: ['Liberation Sans', 'Arimo'], quality: 'near' }],
  ['ms sans serif', sans],
  ['arial black', { families: ['Liberation Sans', 'Arimo'], quality: 'near' }],
  ['arial narrow', sans],
  ['times new roman', times],
  ['times', times],
  ['courier new', courier],
  ['courier', courier],
  ['calibri', { families: ['Carlito'], quality: 'same' }],
  ['cambria', { families: ['Caladea'], quality: 'same' }],
  ['tahoma', { families: ['DejaVu Sans Condensed', 'DejaVu Sans'], quality: 'near' }],
  ['verdana', wide],
  ['segoe ui', wide],
  ['arial unicode ms', wide],
  ['lucida sans unicode', wide],
  ['georgia', serif],
  ['consolas', monospaced],
  ['lucida console', monospaced],
  ['monospace', monospaced],
  ['serif', serif],
  ['sans-serif', sans],
]);

/** Families that are bold in any style. */
const alwaysBold = new Set(['arial black']);

/** Returns the substitute of a family (any case) that no source has; by default a plain sans-serif. */
export function substituteFor(family: string): Substitute {
  return substitutes.get(family) ?? sans;
}

/** Returns true when the substitute of a family is its bold face in every style. */
export function isAlwaysBold(family: string): boolean {
  return alwaysBold.has(family);
}
