/** Writes measured figures into docs/benchmarks.md, between the marks of their section. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './turns.ts';

const PAGE = join(import.meta.dirname, '../../docs/benchmarks.md');

/** Names the machine, its Node and how busy it is now. */
export function machine(): string {
  const load = loadavg()
    .slice(0, 2)
    .map((each) => each.toFixed(1));
  return `${cpus().length} processors, Node ${process.versions.node}, load ${load[0]} in the last minute and ${load[1]} in the last five`;
}

/**
 * Replaces the table of a section of the page.
 * @param section name in its marks, `<!-- figures:server -->` and `<!-- /figures:server -->`
 * @throws {Error} when the page lacks the marks
 */
export function writeFigures(section: string, figures: Readonly<Record<string, Figure>>, where: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const begin = `<!-- figures:${section} -->`;
  const end = `<!-- /figures:${section} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md lacks the marks of the section ${section}.`);
  const rows = Object.entries(figures).map(([name, { value, detail, goal }]) => {
    const bound = goal === undefined ? '' : `${goal.text}${goal.isMet ? '' : ', missed'}`;
    return [name, value, bound, detail];
  });
  const day = new Date().toISOString().slice(0, 10);
  const text = `${begin}\n\n${table(['figure', 'measured', 'goal', 'detail'], rows)}\n\nMeasured on ${day}: ${where}.\n\n${end}`;
  writeFileSync(PAGE, page.slice(0, from) + text + page.slice(to + end.length));
}

/** Returns a table of Markdown whose columns are as wide as the formatter of the repository makes them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
