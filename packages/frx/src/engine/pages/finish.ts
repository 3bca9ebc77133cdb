import type { Page, PlacedObject } from '../../page.ts';
import { watermarkOf } from '../build/build.ts';
import { applyDuplicates } from './duplicates.ts';
import { contentWidth, updateWidths } from '../columns/widths.ts';
import type { Run } from '../run.ts';
import type { Sheet } from '../state.ts';

/** Creates the finished page of a sheet: duplicates are applied, macros replaced, and an unlimited page has the size of its content. */
export function pageOf(run: Run, sheet: Sheet, index: number): Page {
  const { page, paper } = sheet;
  updateWidths(run, sheet);
  const objects = applyDuplicates(run, sheet.objects);
  if (run.usesMacros) for (const object of objects) replaceMacros(run, object, index);
  const mirrored = paper.mirrorMargins && index % 2 === 1;
  const unlimited = page.unlimitedHeight || page.unlimitedWidth;
  let { paperWidth, paperHeight } = paper;
  if (page.unlimitedHeight) paperHeight = bottomOf(objects) / 3.78 + paper.topMargin + paper.bottomMargin;
  if (page.unlimitedWidth) paperWidth = contentWidth(run, sheet.objects) / 3.78 + paper.leftMargin + paper.rightMargin;
  const { lines } = paper.border;
  return {
    number: index + 1,
    source: page.name,
    paperWidth,
    paperHeight,
    margins: {
      left: mirrored ? paper.rightMargin : paper.leftMargin,
      top: paper.topMargin,
      right: mirrored ? paper.leftMargin : paper.rightMargin,
      bottom: paper.bottomMargin,
    },
    landscape: paper.landscape,
    unlimited,
    fill: paper.fill,
    border: lines.left || lines.top || lines.right || lines.bottom ? paper.border : undefined,
    watermark: watermarkOf(run, page, sheet.watermark),
    objects,
  };
}

const bottomOf = (objects: readonly PlacedObject[]): number =>
  objects.reduce((lowest, object) => Math.max(lowest, object.top + object.height), 0);
/**
 * Replaces macros. `[PAGE#]` and `[TOTALPAGES#]` count sheets, independently of the logical numbers; `[COPYNAME#]` is left for the printer.
 */
function replaceMacros(run: Run, object: PlacedObject, index: number): void {
  if (object.text?.text.includes('#]')) {
    const text = object.text.text
      .replaceAll('[PAGE#]', String(index + run.initialPageNumber))
      .replaceAll('[TOTALPAGES#]', String(sheetCount(run) + run.initialPageNumber - 1));
    object.text = { text, style: object.text.style };
  }
  for (const child of object.children ?? []) replaceMacros(run, child, index);
}

/** Returns the number of sheets of the report, limited by MaxPages. */
function sheetCount(run: Run): number {
  const { length } = run.prepared.sheets;
  return run.maxPages > 0 ? Math.min(length, run.maxPages) : length;
}
