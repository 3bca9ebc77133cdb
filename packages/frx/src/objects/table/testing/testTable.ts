/** Tables of plain texts for tests: a letter is 10 px wide and a line 20 px high. */
import type { CellTools, Grid, GridColumn, GridRow } from '../grid.ts';

export const column = (template = 0, rest: Partial<GridColumn> = {}): GridColumn => ({
  template,
  width: 50,
  minWidth: 0,
  maxWidth: 5000,
  autoSize: false,
  pageBreak: false,
  keepColumns: 0,
  visible: true,
  minimumBreakWidth: 0,
  ...rest,
});

export const row = (template = 0, rest: Partial<GridRow> = {}): GridRow => ({
  template,
  height: 20,
  minHeight: 0,
  maxHeight: 1000,
  autoSize: false,
  canBreak: false,
  pageBreak: false,
  keepRows: 0,
  visible: true,
  ...rest,
});

/** Texts break at line breaks only. */
export const tools: CellTools<string> = {
  width: (text) => 10 * Math.max(0, ...text.split('\n').map((line) => line.length)),
  height: (text, width) =>
    text === ''
      ? 0
      : text.split('\n').reduce((sum, line) => sum + 20 * Math.max(1, Math.ceil((line.length * 10) / width)), 0),
  split: (text, _width, height) => {
    const lines = text.split('\n');
    const fit = Math.floor(height / 20);
    return fit < 1 ? undefined : { head: lines.slice(0, fit).join('\n'), rest: lines.slice(fit).join('\n') };
  },
  columnsChanged: () => undefined,
  rowsMeasured: () => undefined,
  canBreak: (text) => !text.startsWith('whole'),
  beyondCut: (content) => content,
  emptied: () => '',
  lost: () => '',
};

/** A grid of texts; `a 2x3` spans two columns and three rows. */
export function gridOf(texts: readonly (readonly string[])[], rest: Partial<Grid<string>> = {}): Grid<string> {
  return {
    columns: (texts[0] ?? []).map((_, index) => column(index)),
    rows: texts.map((_, index) => row(index)),
    cells: texts.map((line) =>
      line.map((text) => {
        const [, content = text, columns = '1', rows = '1'] = /^(\S*) (\d+)x(\d+)$/.exec(text) ?? [];
        return { content, columnSpan: Number(columns), rowSpan: Number(rows) };
      }),
    ),
    fixedRows: 0,
    fixedColumns: 0,
    ...rest,
  };
}
