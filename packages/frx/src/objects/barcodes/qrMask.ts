/**
 * The mask of a QR code: a pattern combined with the data so that the symbol has no large uniform areas (ISO/IEC 18004, 7.8). Evaluated as in the
 * reference, so that equal texts give equal symbols.
 */

/** Returns true when a module is inverted, for each of the eight masks. */
const MASKS: readonly ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_y, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

const LEVEL_BITS = { L: 1, M: 0, Q: 3, H: 2 } as const;
const FORMAT_GENERATOR = 0x537;
const FORMAT_MASK = 0x5412;

/** Centres of the alignment patterns along one side. */
function alignmentCentres(size: number): readonly number[] {
  const version = (size - 17) / 4;
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}

/** Modules that contain no data: finder, timing and alignment patterns, format and version. */
function functionModules(size: number): Uint8Array {
  const fixed = new Uint8Array(size * size);
  const mark = (top: number, left: number, height: number, width: number): void => {
    for (let y = top; y < top + height; y++) fixed.fill(1, y * size + left, y * size + left + width);
  };
  mark(0, 0, 9, 9);
  mark(0, size - 8, 9, 8);
  mark(size - 8, 0, 8, 9);
  mark(6, 0, 1, size);
  mark(0, 6, size, 1);
  const centres = alignmentCentres(size);
  const last = centres.at(-1);
  for (const y of centres) {
    for (const x of centres) {
      const inFinder = (y === 6 && (x === 6 || x === last)) || (y === last && x === 6);
      if (!inFinder) mark(y - 2, x - 2, 5, 5);
    }
  }
  if (size >= 45) {
    mark(0, size - 11, 6, 3);
    mark(size - 11, 0, 3, 6);
  }
  return fixed;
}

function formatBits(level: keyof typeof LEVEL_BITS, mask: number): number {
  const data = (LEVEL_BITS[level] << 3) | mask;
  let rest = data << 10;
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= FORMAT_GENERATOR << (bit - 10);
  return ((data << 10) | rest) ^ FORMAT_MASK;
}

/** Writes level and mask beside the finder patterns, twice. */
function writeFormat(modules: Uint8Array, size: number, level: keyof typeof LEVEL_BITS, mask: number): void {
  const bits = formatBits(level, mask);
  const along = [0, 1, 2, 3, 4, 5, 7, 8];
  for (let index = 0; index < 15; index++) {
    const bit = (bits >> (14 - index)) & 1;
    const first = index < 8 ? 8 * size + along[index]! : along[14 - index]! * size + 8;
    const second = index < 7 ? (size - 1 - index) * size + 8 : 8 * size + size - 15 + index;
    modules[first] = bit;
    modules[second] = bit;
  }
}

const FINDER_LIKE = [1, 0, 1, 1, 1, 0, 1];

/** Penalty of rows or columns: runs of five and more equal modules, and patterns like a finder pattern beside four light modules. */
function linePenalty(modules: Uint8Array, size: number, stepAlong: number, stepAcross: number): number {
  let penalty = 0;
  for (let line = 0; line < size; line++) {
    const start = line * stepAcross;
    let run = 0;
    let previous = -1;
    for (let index = 0; index < size; index++) {
      const module = modules[start + index * stepAlong]!;
      run = module === previous ? run + 1 : 1;
      previous = module;
      if (run === 5) penalty += 3;
      else if (run > 5) penalty += 1;
      if (module !== 1 || index + 6 >= size) continue;
      if (!FINDER_LIKE.every((wanted, offset) => modules[start + (index + offset) * stepAlong] === wanted)) continue;
      const light = (from: number): boolean =>
        from >= 0 &&
        from + 3 < size &&
        [0, 1, 2, 3].every((offset) => modules[start + (from + offset) * stepAlong] === 0);
      if (light(index + 7) || light(index - 4)) penalty += 40;
    }
  }
  return penalty;
}

function penaltyOf(modules: Uint8Array, size: number): number {
  let penalty = linePenalty(modules, size, 1, size) + linePenalty(modules, size, size, 1);
  let dark = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = y * size + x;
      const module = modules[at]!;
      dark += module;
      if (y + 1 === size || x + 1 === size) continue;
      if (module === modules[at + 1] && module === modules[at + size] && module === modules[at + size + 1])
        penalty += 3;
    }
  }
  const excess = Math.trunc((100 * dark) / (size * size) - 50);
  return penalty + Math.trunc(Math.abs(excess) / 5) * 10;
}

/** The symbol with the mask of the lowest penalty; the given symbol has mask 0. */
export function withBestMask(rows: readonly string[], level: keyof typeof LEVEL_BITS): readonly string[] {
  const size = rows.length;
  const given = Uint8Array.from(rows.join(''), Number);
  const fixed = functionModules(size);
  let best = given;
  let least = Number.POSITIVE_INFINITY;
  for (const [mask, turns] of MASKS.entries()) {
    const modules = given.slice();
    for (let at = 0; at < modules.length; at++) {
      if (fixed[at] === 1) continue;
      const y = Math.floor(at / size);
      const x = at % size;
      if (turns(y, x) !== MASKS[0]!(y, x)) modules[at] = modules[at]! ^ 1;
    }
    writeFormat(modules, size, level, mask);
    const penalty = penaltyOf(modules, size);
    if (penalty >= least) continue;
    least = penalty;
    best = modules;
  }
  return rows.map((_, y) => best.slice(y * size, (y + 1) * size).join(''));
}
