import type { Repetition } from '../state.ts';
import { type Band, GroupHeaderBand } from './reportBands.ts';
import type { Run, Steps } from '../run.ts';

/** Nothing is repeated yet. */
export const createRepetition = (): Repetition => ({ headers: [], footers: [], keptHeaders: [], keptFooters: [] });

const isHeader = (band: Band): boolean => band.type === 'DataHeaderBand' || band instanceof GroupHeaderBand;

/** From the next page on, this band is printed again. */
export function addRepeated(run: Run, band: Band): void {
  const { repetition } = run;
  band.repeatOffset = run.originX;
  if (isHeader(band)) (run.keep.keeping ? repetition.keptHeaders : repetition.headers).push(band);
  else (run.keep.keeping ? repetition.keptFooters : repetition.footers).push(band);
}

/** The band is over and is not printed again. */
export function removeRepeated(run: Run, band: Band | undefined): void {
  if (!band) return;
  const { repetition } = run;
  for (const list of [repetition.headers, repetition.footers, repetition.keptHeaders, repetition.keptFooters]) {
    const index = list.indexOf(band);
    if (index >= 0) list.splice(index, 1);
  }
}

/** A keep begins: nothing was registered during it. */
export function startKeptRepetition(run: Run): void {
  run.repetition.keptHeaders = [];
  run.repetition.keptFooters = [];
}

/** A keep ends: what was registered during it counts from now on. */
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

/** @param repeated false: the report ends here, the footers are printed for the last time and count as not repeated. */
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
