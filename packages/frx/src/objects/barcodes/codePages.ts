/** The upper half of code page 437, from 128 on. */
const UPPER_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const LATIN_1 = 28591;
const UPPER_LATIN_1 = String.fromCharCode(...Array.from({ length: 128 }, (_, i) => 128 + i));

const QUESTION_MARK = 63;

const upperHalves = new Map<number, ReadonlyMap<string, number>>();

/**
 * Returns the bytes of a text in a code page of Windows or DOS (65001: UTF-8); a letter that the code page lacks is the one without its accent, or a
 * question mark.
 */
export function bytesOf(text: string, codePage: number): readonly number[] {
  if (codePage === 65001) return [...new TextEncoder().encode(text)];
  const upper = upperHalf(codePage);
  return Array.from({ length: text.length }, (_, i) => {
    const letter = text.charAt(i);
    const code = letter.charCodeAt(0);
    return code < 128 ? code : (upper.get(letter) ?? similarLetter(letter));
  });
}

const STROKED: Readonly<Record<string, string>> = { ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ħ: 'h', Ħ: 'H' };

/** The letter of ASCII without accent or stroke, as .NET takes it. */
function similarLetter(letter: string): number {
  const base = (STROKED[letter] ?? letter).normalize('NFD').charCodeAt(0);
  return base < 128 ? base : QUESTION_MARK;
}

/** Letters above ASCII with their bytes. A code page that is not known counts as Western European. */
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
