/** Most bytes that are looked at to find the root element. */
const HEAD_BYTES = 16 * 1024;

/** px a unit */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

/** A length of SVG or CSS in px; undefined when it is none, or relative. */
export function svgLength(text: string | undefined): number | undefined {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '');
  const factor = UNITS[match?.[2]?.toLowerCase() ?? '%'];
  if (match?.[1] === undefined || factor === undefined) return undefined;
  const value = Number(match[1]) * factor;
  return Number.isFinite(value) ? value : undefined;
}

/** Natural size of an SVG picture in whole px: its width and height, else its view box; undefined when the bytes are no SVG. */
export function svgSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  if (!/^[\ufeff\s]*</.test(new TextDecoder().decode(bytes.subarray(0, 64)))) return undefined;
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  const root = /<(?:svg:)?svg\b([^>]*)/.exec(head)?.[1];
  if (root === undefined) return undefined;
  const attribute = (name: string): string | undefined =>
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)`).exec(root)?.[1];
  const [, , boxWidth = 300, boxHeight = 150] = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const side = (given: number | undefined, other: number): number => {
    const length = given ?? other;
    return Number.isFinite(length) && length > 0 && length < 100_000 ? Math.max(1, Math.round(length)) : 0;
  };
  return {
    width: side(svgLength(attribute('width')), boxWidth),
    height: side(svgLength(attribute('height')), boxHeight),
  };
}
