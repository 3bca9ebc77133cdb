/** Reads an undamaged QR matrix: error correction level and unmasked data bits. */

const MASKS: readonly ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_y, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

const FORMAT_MASK = 0x5412;

/** Symbols of version 1 to 6 with a quiet zone of four modules. */
export function readQr(rows: readonly string[]): { readonly level: number; readonly bits: string } {
  const modules = rows.slice(4, -4).map((row) => row.slice(4, -4));
  const size = modules.length;
  const at = (y: number, x: number): string => modules[y]?.[x] ?? '0';
  const columns = [0, 1, 2, 3, 4, 5, 7, 8];
  const format = columns.map((x) => at(8, x)).join('') + [7, 5, 4, 3, 2, 1, 0].map((y) => at(y, 8)).join('');
  const value = Number.parseInt(format, 2) ^ FORMAT_MASK;
  const mask = MASKS[(value >> 10) & 7];
  let bits = '';
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isFunction(y, x, size)) continue;
        bits += at(y, x) === (mask?.(y, x) === true ? '1' : '0') ? '0' : '1';
      }
    }
    upwards = !upwards;
  }
  return { level: value >> 13, bits };
}

function isFunction(y: number, x: number, size: number): boolean {
  const finder = (y < 9 && (x < 9 || x >= size - 8)) || (y >= size - 8 && x < 9);
  const alignment = size > 21 && Math.abs(y - (size - 7)) <= 2 && Math.abs(x - (size - 7)) <= 2;
  return finder || alignment || y === 6 || x === 6;
}
