import { SubreportObject, type Band } from './reportBands.ts';
import type { Run, Steps } from '../run.ts';
import { drain } from '../steps.ts';

/** Adds the bands of subreports with PrintOnParent to the band, before its height is calculated. */
export function renderInnerSubreports(run: Run, band: Band): void {
  for (const subreport of subreportsOf(band)) {
    decideVisible(subreport);
    if (!subreport.visible || !subreport.printOnParent || !subreport.page) continue;
    const { outputBand, curX, curY, originX } = run;
    run.outputBand = band;
    run.curX = subreport.left;
    run.curY = subreport.top;
    drain(run.calls.runBands(run, subreport.page.bands));
    Object.assign(run, { outputBand, curX, curY, originX });
  }
}

/**
 * Prints the other subreports of a band, each over as many pages as it needs. Each starts at the bottom of the band less the height of the
 * subreport object. Printing continues below the one that ends last, in the column of the page in which the last one ended.
 */
export function* renderOuterSubreports(run: Run, band: Band): Steps {
  const subreports = subreportsOf(band).filter((subreport) => {
    decideVisible(subreport);
    return subreport.visible && !subreport.printOnParent;
  });
  if (subreports.length === 0) return;
  const { curY, originX, prepared } = run;
  const startPage = prepared.current;
  let lastPage = startPage;
  let lowest = 0;
  prepared.holding += 1;
  for (const subreport of subreports) {
    prepared.current = startPage;
    run.curY = curY - subreport.height;
    run.originX = originX + subreport.left;
    if (subreport.page) yield* run.calls.runBands(run, subreport.page.bands);
    if (prepared.current === lastPage) lowest = Math.max(lowest, run.curY);
    else if (prepared.current > lastPage) {
      lastPage = prepared.current;
      lowest = run.curY;
    }
  }
  prepared.holding -= 1;
  prepared.current = lastPage;
  run.curY = lowest;
  run.originX = originX;
}

const subreportsOf = (band: Band): SubreportObject[] =>
  band.objects.filter((object): object is SubreportObject => object instanceof SubreportObject);

/** Sets the visibility of a subreport from its VisibleExpression. */
function decideVisible(subreport: SubreportObject): void {
  const value = subreport.visibleExpression?.calculate();
  if (typeof value === 'boolean') subreport.visible = value;
}
