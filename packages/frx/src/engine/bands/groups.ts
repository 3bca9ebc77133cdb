import type { Value } from '../../expression/values/values.ts';
import type { DataBand, GroupHeaderBand } from './reportBands.ts';
import { initDataSource, runRows } from './dataBands.ts';
import { showDataFooter, showDataHeader } from './headers.ts';
import { endKeep, startKeep } from '../keeping/keep.ts';
import { needsKeepFirstGroupRow, needsKeepLastRow } from '../keeping/keepRows.ts';
import { resetPageNumber } from '../pages/numbering.ts';
import { bandOutlineUp } from '../pages/outline.ts';
import { engineEvent } from '../values/processAt.ts';
import { addRepeated, removeRepeated } from './repeat.ts';
import type { Run, Steps } from '../run.ts';

/** A group found in the sorted rows: its first row, its number of rows and its inner groups. */
interface GroupItem {
  readonly band: GroupHeaderBand;
  readonly firstRow: number;
  rowCount: number;
  readonly items: GroupItem[];
}

/** Prints the groups of a data band: sorted by the group conditions first, then by the band's own sort. */
export function* runGroup(run: Run, group: GroupHeaderBand): Steps {
  const data = group.dataBand;
  const source = data?.dataSource;
  if (!data || !source) return;
  const { sort } = data;
  data.sort = [...groupSort(group), ...sort];
  initDataSource(data);
  yield* showItems(run, data, groupItems(run, group, data));
  data.sort = sort;
  source.prior();
}

function groupSort(first: GroupHeaderBand): DataBand['sort'] {
  const keys: DataBand['sort'] = [];
  for (let group: GroupHeaderBand | undefined = first; group; group = group.nestedGroup) {
    if (group.sortKey && group.sortOrder !== 'None')
      keys.push({
        calculate: group.sortKey,
        source: group.conditionText,
        descending: group.sortOrder === 'Descending',
      });
  }
  return keys;
}

/** Finds the groups in one pass over the rows: a new one starts where the condition of a level changes. */
function groupItems(run: Run, group: GroupHeaderBand, data: DataBand): GroupItem[] {
  const items: GroupItem[] = [];
  const source = data.dataSource!;
  const begin = (first: GroupHeaderBand | undefined, into: GroupItem[]): void => {
    let level = into;
    for (let band = first; band; band = band.nestedGroup) {
      band.groupValue = band.condition?.() ?? null;
      band.absRowNo = 0;
      band.rowNo = 0;
      const item: GroupItem = { band, firstRow: source.currentRowNo, rowCount: 0, items: [] };
      level.push(item);
      level = item.items;
    }
  };
  const check = (): void => {
    let level = items;
    for (let band: GroupHeaderBand | undefined = group; band; band = band.nestedGroup) {
      const value = band.condition?.() ?? null;
      if (!sameGroup(run, value, band.groupValue)) {
        begin(band, level);
        return;
      }
      level = level.at(-1)!.items;
    }
  };
  source.first();
  for (let isFirst = true; source.hasMoreRows; isFirst = false) {
    run.budget.step();
    if (isFirst) begin(group, items);
    else check();
    let item = items.at(-1);
    while (item && item.items.length > 0) item = item.items.at(-1);
    if (item) item.rowCount += 1;
    source.next();
  }
  return items;
}

/** Compares the values of two conditions; texts belong to one group only if they are identical, even where they sort as equal. */
const sameGroup = (run: Run, one: Value, other: Value): boolean =>
  typeof one === 'string' ? one === other : run.compare(one, other) === 0;

function* showItems(run: Run, data: DataBand, items: readonly GroupItem[]): Steps {
  const first = items[0];
  if (!first) return;
  yield* showDataHeader(run, first.band);
  for (const [i, item] of items.entries()) {
    item.band.isFirstRow = i === 0;
    item.band.isLastRow = i === items.length - 1;
    yield* showItem(run, data, item);
    if (run.stopped) break;
  }
  yield* showDataFooter(run, first.band);
}

function* showItem(run: Run, data: DataBand, item: GroupItem): Steps {
  const { band } = item;
  data.dataSource?.moveTo(item.firstRow);
  yield* showGroupHeader(run, band);
  if (item.items.length > 0) yield* showItems(run, data, item.items);
  else {
    const rowCount = data.maxRows > 0 ? Math.min(item.rowCount, data.maxRows) : item.rowCount;
    yield* runRows(run, data, rowCount, needsKeepFirstGroupRow(band), needsKeepLastRow(run, data));
  }
  yield* showGroupFooter(run, band, data);
}

function* showGroupHeader(run: Run, band: GroupHeaderBand): Steps {
  band.absRowNo += 1;
  band.rowNo += 1;
  if (band.resetPageNumber && (band.firstRowStartsNewPage || band.rowNo > 1)) resetPageNumber(run);
  if (band.keepTogether) startKeep(run, band);
  if (band.keepWithData) startKeep(run, band.dataBand);
  yield* run.calls.showBand(run, band);
  if (band.repeatOnEveryPage) addRepeated(run, band);
  if (band.groupFooter?.repeatOnEveryPage) addRepeated(run, band.groupFooter);
}

function* showGroupFooter(run: Run, band: GroupHeaderBand, data: DataBand): Steps {
  engineEvent(run, band, 'GroupFinished');
  data.dataSource?.prior();
  const footer = band.groupFooter;
  if (footer) {
    footer.absRowNo += 1;
    footer.rowNo += 1;
  }
  removeRepeated(run, footer);
  yield* run.calls.showBand(run, footer);
  removeRepeated(run, band);
  data.dataSource?.next();
  bandOutlineUp(run, band);
  if (band.keepTogether) endKeep(run);
  if (footer?.keepWithData) endKeep(run);
}
