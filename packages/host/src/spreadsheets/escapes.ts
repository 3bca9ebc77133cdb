/** Characters that XML cannot carry, in the notation of workbooks: `_x` and four hexadecimal digits between underlines (ECMA-376, ST_Xstring). */

// oxlint-disable-next-line no-control-regex -- these are the characters that XML excludes, and the carriage return, which it reads as a line feed
const EXCLUDED = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}/gu;
/** An underline that begins a text that looks like the notation, or would together with a character behind it that is excluded. */
const AMBIGUOUS = /_(?=x[\da-f]{4})/gi;

/** Returns a text as a workbook stores it. */
export function escapedText(text: string): string {
  return text.replaceAll(AMBIGUOUS, '_x005F_').replaceAll(EXCLUDED, (sign) => notation(sign.charCodeAt(0)));
}

function notation(code: number): string {
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}
