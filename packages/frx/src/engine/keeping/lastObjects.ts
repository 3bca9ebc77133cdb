import { endsBelow } from '../fitting/geometry.ts';
import { type ReportObject, TextObject } from '../build/components.ts';
import { Band, DataBand } from '../bands/reportBands.ts';
import { cutObject } from '../fitting/breaks.ts';
import type { Run } from '../run.ts';

/**
 * Moves the lowest objects of a band with CanBreak to the footer it is kept with, for the rest of the run. The reference does so before
 * each row that does not fit the page together with the footer, so that the footer never stands alone at the top of a page. The moved
 * objects are placed at the footer's top, above its own.
 */
export function moveLastObjects(run: Run, band: Band, footer: Band): void {
  const within = flat(band);
  if (within.length === 0) return;
  const line = Math.max(...within.filter((object) => object !== footer).map((object) => object.top));
  const before = flat(footer);
  const stay: ReportObject[] = [];
  for (const object of band.objects) {
    if (!endsBelow(object, line)) stay.push(object);
    else if (object.top < line) {
      const lower = cutObject(run, object, line, footer);
      if (lower instanceof TextObject && lower.text === '') lower.content = undefined;
      stay.push(object);
    } else {
      object.top -= line;
      object.parent = footer;
      footer.objects.push(object);
    }
  }
  if (stay.length < band.objects.length)
    run.warn({
      message: `Objects of ${band.name} print in ${footer.name} from here on, because a row did not fit the page together with this footer. Clear CanBreak of the band or KeepWithData of the footer to keep them in every row.`,
      object: band.name,
      line: band.source.line,
    });
  band.objects = stay;
  const all = flat(footer);
  if (all.length === 0) return;
  const moved = all.slice(before.length);
  const top = Math.min(all[0]!.top, ...moved.map((object) => object.top));
  const bottom = Math.max(0, ...moved.map((object) => object.bottom));
  for (const object of all.slice(0, before.length)) object.top += bottom - top;
  footer.height += bottom - top;
  band.height -= bottom - top;
}

/** Returns everything inside a band or object, including its child bands, each object before its contents. */
function flat(of: ReportObject): ReportObject[] {
  return inside(of).flatMap((object) => [object, ...flat(object)]);
}

function inside(of: ReportObject): ReportObject[] {
  const found = [...of.objects];
  if (of instanceof Band && of.child) found.push(of.child);
  if (of instanceof DataBand) {
    if (of.header) found.push(of.header);
    found.push(...of.bands);
    if (of.footer) found.push(of.footer);
  }
  return found;
}
