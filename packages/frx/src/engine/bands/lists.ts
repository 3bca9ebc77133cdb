import { GroupHeaderBand, type RowBand } from './reportBands.ts';
import { runDataBand } from './dataBands.ts';
import { runGroup } from './groups.ts';
import type { Run, Steps } from '../run.ts';

/** Prints data and group bands one after the other. */
export function* runBands(run: Run, bands: readonly RowBand[]): Steps {
  for (const band of bands) {
    if (band instanceof GroupHeaderBand) yield* runGroup(run, band);
    else yield* runDataBand(run, band);
    if (run.stopped) break;
  }
}
