import type { Repetition } from '../state.ts';
import { type Band, GroupHeaderBand } from './reportBands.ts';
import type { Run, Steps } from '../run.ts';

/** Returns a state in which no band is repeated. */
export const createRepetition = (): Repetition => ({ headers: [], footers: [], keptHeaders: [], keptFooters: [] });

const isHeader = (band: Band): boolean => band.type === 'DataHeaderBand' || band instanceof GroupHeaderBand;

/** Registers a band to be printed again from the next page on. */
export function addRepeated(run: Run, band: Band): void {
  const { repetition } = run;
  band.repeatOffset = run.originX;
  if (isHeader(band)) (run.keep.keeping ? repetition.keptHeaders : repetition.headers).push(band);
  else (run.keep.keeping ? repetition.keptFooters : repetition.footers).push(band);
}

/** Removes a band from those that are printed again. */
export function removeRepeated(run: Run, band: Band | undefined): void {
  if (!band) return;
  const { repetition } = run;
  for (const list of [repetition.headers, repetition.footers, repetition.keptHeaders, repetition.keptFooters]) {
    const index = list.indexOf(band);
    if (index >= 0) list.splice(index, 1);
  }
}

/** Starts a keep, in which no band has been registered yet. */
export function startKeptRepetition(run: Run): void {
  run.repetition.keptHeaders = [];
  run.repetition.keptFooters = [];
}

/** Ends a keep: bands registered during it are printed again from now on. */
export function endKeptRepetition(run: Run): void {
  const { repetition } = run;
  repetition.headers.push(...repetition.keptHeaders.splice(0));
  repetition.footers.push(...repetition.keptFooters.splice(0));
}

/** Prints the headers again at the top of a page or column. */
export function* showRepeatedHeaders(run: Run): Steps {
  const { originX } = run;
  for (const band of run.repetition.headers.slice()) {
    band.repeated = true;
    run.originX = band.repeatOffset;
    yield* run.calls.showBand(run, band);
    band.repeated = false;
  }
  run.originX = originX;
}

/**
 * Prints the footers again at the end of a page or column.
 * @param repeated false at the end of the report: the footers are printed for the last time and do not count as repeated
 */
export function* showRepeatedFooters(run: Run, repeated = true): Steps {
  const { originX } = run;
  for (const band of run.repetition.footers.toReversed()) {
    band.repeated = repeated;
    band.checkFreeSpace = false;
    run.originX = band.repeatOffset;
    yield* run.calls.showBand(run, band);
    band.repeated = false;
    band.checkFreeSpace = true;
  }
  run.originX = originX;
}
