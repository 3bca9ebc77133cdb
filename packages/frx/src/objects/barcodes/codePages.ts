/** The upper half of code page 437, from 128 on. */
const UPPER_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Code page of Japanese; its letters have one or two bytes. */
export const SHIFT_JIS = 932;
const LATIN_1 = 28591;
const UPPER_LATIN_1 = String.fromCharCode(...Array.from({ length: 128 }, (_, i) => 128 + i));

const QUESTION_MARK = 63;

const upperHalves = new Map<number, ReadonlyMap<string, number>>();

/**
 * Returns the bytes of a text in a code page of Windows or DOS (65001: UTF-8); a letter missing in the code page is replaced by the one without its
 * accent, or a question mark.
 */
export function bytesOf(text: string, codePage: number): readonly number[] {
  if (codePage === 65001) return [...new TextEncoder().encode(text)];
  if (codePage === SHIFT_JIS) return Array.from(text).flatMap(shiftJisBytes);
  const upper = upperHalf(codePage);
  return Array.from({ length: text.length }, (_, i) => {
    const letter = text.charAt(i);
    const code = letter.charCodeAt(0);
    return code < 128 ? code : (upper.get(letter) ?? similarLetter(letter));
  });
}

let shiftJis: ReadonlyMap<string, readonly number[]> | undefined;

function shiftJisBytes(letter: string): readonly number[] {
  const code = letter.charCodeAt(0);
  if (code < 128) return [code];
  shiftJis ??= shiftJisLetters();
  return shiftJis.get(letter) ?? [similarLetter(letter)];
}

/** Letters beyond ASCII with their bytes: one for half-width Katakana, two for all others. */
function shiftJisLetters(): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder('shift_jis');
  const letters = new Map<string, readonly number[]>();
  const add = (...bytes: number[]): void => {
    const letter = decoder.decode(Uint8Array.from(bytes));
    if (letter.length === 1 && letter !== '\ufffd' && !letters.has(letter)) letters.set(letter, bytes);
  };
  for (let byte = 0xa1; byte <= 0xdf; byte++) add(byte);
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    if (lead >= 0xa0 && lead <= 0xdf) continue;
    for (let trail = 0x40; trail <= 0xfc; trail++) add(lead, trail);
  }
  return letters;
}

const STROKED: Readonly<Record<string, string>> = { ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ħ: 'h', Ħ: 'H' };

/** The ASCII letter without accent or stroke, as in .NET. */
function similarLetter(letter: string): number {
  const base = (STROKED[letter] ?? letter).normalize('NFD').charCodeAt(0);
  return base < 128 ? base : QUESTION_MARK;
}

/** Letters above ASCII with their bytes. An unknown code page is treated as Western European. */
function upperHalf(codePage: number): ReadonlyMap<string, number> {
  let found = upperHalves.get(codePage);
  if (!found) {
    const letters = codePage === 437 ? UPPER_437 : codePage === LATIN_1 ? UPPER_LATIN_1 : decodedUpperHalf(codePage);
    found = new Map(Array.from(letters, (letter, i) => [letter, 128 + i]));
    upperHalves.set(codePage, found);
  }
  return found;
}

function decodedUpperHalf(codePage: number): string {
  const bytes = Uint8Array.from({ length: 128 }, (_, i) => 128 + i);
  const known =
    codePage === 866 ? 'ibm866' : codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252';
  return new TextDecoder(known).decode(bytes);
}
