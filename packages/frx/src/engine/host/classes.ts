import type { ReportMembers } from '../../script/index.ts';
import { bandClass, childBandClass, dataBandClass, groupBandClass, pageClass } from './bands.ts';
import { textClass } from './objects.ts';
import { engineClass, reportClass } from './report.ts';

const PLAIN_BANDS =
  'ReportTitleBand ReportSummaryBand PageHeaderBand PageFooterBand ColumnHeaderBand ColumnFooterBand DataHeaderBand DataFooterBand GroupFooterBand OverlayBand';

const classes: ReadonlyMap<string, ReportMembers> = new Map<string, ReportMembers>([
  ['Report', reportClass],
  ['ReportEngine', engineClass],
  ['ReportPage', pageClass],
  ['DataBand', dataBandClass],
  ['GroupHeaderBand', groupBandClass],
  ['ChildBand', childBandClass],
  ['TextObject', textClass],
  ...PLAIN_BANDS.split(' ').map((name) => [name, bandClass] as const),
]);

/** Members that a script can use on objects of a class; undefined for classes whose members depend on the object. */
export function membersOfClass(name: string): ReportMembers | undefined {
  return classes.get(name);
}
