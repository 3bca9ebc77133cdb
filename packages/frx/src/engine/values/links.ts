import { toText } from '../../expression/formats/toText.ts';
import type { ReportObject } from '../build/components.ts';
import type { Run } from '../run.ts';

/** Calculates the expressions of an object's link and bookmark. */
export function fillLink(run: Run, object: ReportObject): void {
  if (object.link?.calculate) object.linkValue = toText(object.link.calculate(), run.culture);
  if (object.bookmark) object.bookmarkName = toText(object.bookmark(), run.culture);
}
