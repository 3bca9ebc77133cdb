import { type DataBand, GroupHeaderBand } from './reportBands.ts';
import { addRepeated, removeRepeated } from './repeat.ts';
import type { Run, Steps } from '../run.ts';

/** Prints the header of a data band or of a list of groups. */
export function* showDataHeader(run: Run, band: DataBand | GroupHeaderBand): Steps {
  if (band instanceof GroupHeaderBand) band.rowNo = 0;
  const { header, footer } = band;
  if (header) {
    yield* run.calls.showBand(run, header);
    if (header.repeatOnEveryPage) addRepeated(run, header);
  }
  if (footer?.repeatOnEveryPage) addRepeated(run, footer);
}

/**
 * Prints the footer of a data band or of a list of groups. That of a data band shows the last row: the source moves back to it. That of a
 * list of groups shows the row that comes next, if any.
 */
export function* showDataFooter(run: Run, band: DataBand | GroupHeaderBand): Steps {
  const source = band instanceof GroupHeaderBand ? undefined : band.dataSource;
  source?.prior();
  removeRepeated(run, band.footer);
  yield* run.calls.showBand(run, band.footer);
  removeRepeated(run, band.header);
  source?.next();
}
