/** px of one unit. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

/** A length of SVG or CSS in px; undefined when it is invalid or relative. */
export function svgLength(text: string | undefined): number | undefined {
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)$/i.exec(text?.trim() ?? '');
  const factor = UNITS[match?.[2]?.toLowerCase() ?? '%'];
  if (match?.[1] === undefined || factor === undefined) return undefined;
  const value = Number(match[1]) * factor;
  return Number.isFinite(value) ? value : undefined;
}
