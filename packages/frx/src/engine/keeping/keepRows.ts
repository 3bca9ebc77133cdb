import { type ReportObject } from '../build/components.ts';
import { Band, DataBand, GroupHeaderBand } from '../bands/reportBands.ts';
import { endKeep } from './keep.ts';
import type { Run, Steps } from '../run.ts';
import { freeSpace, heightWithChildren } from '../pages/space.ts';

/** Returns true if a data band contains no other band with rows. */
export const isDeepmost = (band: DataBand): boolean => band.bands.length === 0;

/** Returns true if the first row of a list is kept with its header. */
export const needsKeepFirstRow = (band: DataBand): boolean => band.header?.keepWithData === true;

/**
 * Returns true if the first row of a group is kept with the headers above it: also those of outer groups, as long as the group is the first
 * of its list.
 */
export function needsKeepFirstGroupRow(group: GroupHeaderBand): boolean {
  if (group.keepWithData || group.dataBand?.header?.keepWithData === true) return true;
  return group.isFirstRow && group.parent instanceof GroupHeaderBand && needsKeepFirstGroupRow(group.parent);
}

/** Returns true if the last row is kept with the footers after it. */
export const needsKeepLastRow = (run: Run, band: DataBand): boolean => keptFooters(run, band).length > 0;

/**
 * Returns the footers that are kept with a last row: up to the last one with KeepWithData, through all levels that end with this row. The
 * last data band of the page includes the report summary.
 */
function keptFooters(run: Run, band: DataBand): Band[] {
  const footers: Band[] = [];
  let ends = true;
  for (let level: ReportObject | undefined = band; ends && level instanceof Band; level = level.parent) {
    const footer = level instanceof GroupHeaderBand ? level.groupFooter : (level as DataBand).footer;
    if (footer) footers.push(footer);
    ends = level === band || level.isLastRow;
  }
  const summary = run.page.reportSummary;
  if (ends && summary && band === run.page.lastDataBand) footers.push(summary);
  return footers.slice(0, footers.findLastIndex((footer) => footer.keepWithData) + 1);
}

/** Returns the height in px of the kept footers below a last row, without those that repeat: the free space excludes them already. */
export function footersHeight(run: Run, band: DataBand): number {
  let height = 0;
  for (const footer of keptFooters(run, band)) if (!footer.repeatOnEveryPage) height += heightWithChildren(run, footer);
  return height;
}

/** Moves the last row to the next page if the kept footers do not fit below it; otherwise ends the keep. */
export function* checkKeepFooter(run: Run, band: DataBand): Steps {
  if (freeSpace(run) < footersHeight(run, band)) yield* run.calls.endColumn(run);
  else endKeep(run);
}
