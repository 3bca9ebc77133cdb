import { type ReportObject } from './components.ts';
import { type Band, DataBand, GroupHeaderBand } from './reportBands.ts';
import { endKeep } from './keep.ts';
import type { Run, Steps } from './run.ts';
import { freeSpace, heightWithChildren } from './space.ts';

/** The first row stays with its header. */
export function needsKeepFirstRow(band: DataBand): boolean {
  if (band.header?.keepWithData) return true;
  let parent: ReportObject | undefined = band.parent;
  while (parent instanceof GroupHeaderBand) {
    if (parent.keepWithData) return true;
    parent = parent.parent;
  }
  return false;
}

/** The last row stays with the footers that follow it. */
export function needsKeepLastRow(run: Run, band: DataBand): boolean {
  return keptFooters(run, band).length > 0;
}

/**
 * Footers that are printed right after a last row and must be kept with it: up to the last one with KeepWithData, through all levels that end
 * there, the report summary included.
 */
function keptFooters(run: Run, band: DataBand): Band[] {
  const footers: Band[] = [];
  const take = (footer: Band | undefined): void => {
    if (footer) footers.push(footer);
  };
  take(band.footer);
  let current: ReportObject = band;
  let parent: ReportObject | undefined = band.parent;
  while (parent instanceof GroupHeaderBand || parent instanceof DataBand) {
    if (parent instanceof GroupHeaderBand) {
      take(parent.groupFooter);
      if (!parent.isLastRow) return upToKept(footers);
      if (!(parent.parent instanceof GroupHeaderBand)) take(parent.footer);
    } else {
      if (!parent.isLastRow || parent.bands.at(-1) !== current) return upToKept(footers);
      take(parent.footer);
    }
    current = parent;
    parent = parent.parent;
  }
  if (parent === run.page && run.page.bands.at(-1) === current) take(run.page.reportSummary);
  return upToKept(footers);
}

function upToKept(footers: Band[]): Band[] {
  return footers.slice(0, footers.findLastIndex((footer) => footer.keepWithData) + 1);
}

/** After the last row: when the footers do not fit below it, the row goes to the next page with them. */
export function* checkKeepFooter(run: Run, band: DataBand): Steps {
  let needed = 0;
  for (const footer of keptFooters(run, band)) needed += heightWithChildren(run, footer);
  if (freeSpace(run) < needed) yield* run.calls.endColumn(run);
  else endKeep(run);
}
