/** Formats the outcome of mutants as text. */

/**
 * A mutant without observable effect, with the reason.
 *
 * @typedef {object} Known
 * @property {string} file
 * @property {string} line the whole source line, without indentation
 * @property {string} before
 * @property {string} after
 * @property {string} reason
 */

/** @typedef {import('./points.mjs').Mutant} Mutant */

/**
 * @param {object} run
 * @param {readonly Mutant[]} run.found
 * @param {readonly Mutant[]} run.survivors
 * @param {number} run.late of those found: the number of mutants whose tests were ended by the time limit
 * @param {readonly Known[]} run.known
 * @param {readonly string[]} run.files that were looked at
 * @param {(file: string, line: number) => string} run.lineOf reads a source line
 * @param {(mutant: Mutant) => boolean} run.isReached whether a test executes it
 */
export function reportOf({ found, survivors, late, known, files, lineOf, isReached }) {
  const isKnown = (/** @type {Mutant} */ { file, line, before, after }) =>
    known.some(
      (each) =>
        each.file === file && each.before === before && each.after === after && each.line === lineOf(file, line),
    );
  const equivalent = survivors.filter(isKnown);
  const open = survivors.filter((mutant) => !isKnown(mutant));
  const tried = found.length + open.length;
  const share = tried === 0 ? '' : ` (${Math.round((100 * found.length) / tried)} %)`;
  const lines = [
    `${found.length} of ${tried} mutants found${share}, ${late} of them by the time limit; ${equivalent.length} equivalent ones left out`,
  ];
  for (const [name, own] of Map.groupBy([...found, ...open], packageOf)) {
    const ownFound = own.filter((mutant) => found.includes(mutant)).length;
    lines.push(`  ${name}: ${ownFound} of ${own.length} (${Math.round((100 * ownFound) / own.length)} %)`);
  }
  for (const mutant of open.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))) {
    const { file, line, before, after, name } = mutant;
    const what = name ?? `${inOneLine(before)} → ${after === '' ? '(left out)' : inOneLine(after)}`;
    lines.push(`survived: ${file}:${line}  ${what}${isReached(mutant) ? '' : '  (no test reaches it)'}`);
  }
  const looked = new Set(files);
  for (const { file, line } of known)
    if (looked.has(file) && !hasLine(file, line)) lines.push(`no longer there: ${file} "${line}" in equivalent.json`);
  return `${lines.join('\n')}\n`;

  /** @param {string} file @param {string} line */
  function hasLine(file, line) {
    for (let i = 1; i < 2000; i++) if (lineOf(file, i) === line) return true;
    return false;
  }
}

/** @param {Mutant} mutant */
function packageOf({ file }) {
  return file.split('/').slice(0, 2).join('/');
}

/** @param {string} text */
function inOneLine(text) {
  const short = text.replace(/\s+/g, ' ');
  return short.length > 100 ? `${short.slice(0, 97)}…` : short;
}
