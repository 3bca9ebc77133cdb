import { type ReportObject } from '../build/components.ts';
import { Band, DataBand, GroupHeaderBand } from '../bands/reportBands.ts';
import { endKeep } from './keep.ts';
import type { Run, Steps } from '../run.ts';
import { freeSpace, heightWithChildren } from '../pages/space.ts';

/** No band goes through rows inside of this one. */
export const isDeepmost = (band: DataBand): boolean => band.bands.length === 0;

/** The first row of a list stays with its header. */
export const needsKeepFirstRow = (band: DataBand): boolean => band.header?.keepWithData === true;

/** The first row of a group stays with the headers above it: those of outer groups too, as long as the group is the first of its list. */
export function needsKeepFirstGroupRow(group: GroupHeaderBand): boolean {
  if (group.keepWithData || group.dataBand?.header?.keepWithData === true) return true;
  return group.isFirstRow && group.parent instanceof GroupHeaderBand && needsKeepFirstGroupRow(group.parent);
}

/** The last row stays with the footers that follow it. */
export const needsKeepLastRow = (run: Run, band: DataBand): boolean => keptFooters(run, band).length > 0;

/**
 * Footers that are kept with a last row: up to the last one with KeepWithData, through all levels that end there. The last data band of the
 * page has the report summary as well.
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

/** px that the kept footers take below a last row; those that repeat are not counted, as the free space lacks them already. */
export function footersHeight(run: Run, band: DataBand): number {
  let height = 0;
  for (const footer of keptFooters(run, band)) if (!footer.repeatOnEveryPage) height += heightWithChildren(run, footer);
  return height;
}

/** After the last row: when the footers do not fit below it, the row goes to the next page with them. */
export function* checkKeepFooter(run: Run, band: DataBand): Steps {
  if (freeSpace(run) < footersHeight(run, band)) yield* run.calls.endColumn(run);
  else endKeep(run);
}
