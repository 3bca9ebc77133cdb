import { keyOf } from '../data/compare.ts';
import type { Row } from '../data/types.ts';
import type { DataBand } from './reportBands.ts';
import { showDataFooter, showDataHeader } from './headers.ts';
import { bandOutlineUp } from './outline.ts';
import type { Run, Steps } from './run.ts';

interface TreeItem {
  readonly row: Row;
  readonly position: number;
  readonly items: TreeItem[];
}

/** Prints rows as a tree, depth first; each level is moved to the right and has its own header and footer. */
export function* showHierarchy(run: Run, band: DataBand, rowCount: number): Steps {
  band.rowNo = 0;
  yield* showLevel(run, band, buildTree(band, rowCount), '');
  run.hierarchyIndent = 0;
  run.hierarchyLevel = 0;
  run.hierarchyRowNo = '';
}

/** A row whose parent is missing, empty or itself is a root. */
function buildTree(band: DataBand, rowCount: number): TreeItem[] {
  const source = band.dataSource!;
  const idColumn = source.column(columnName(band.idColumn));
  const parentColumn = source.column(columnName(band.parentIdColumn));
  const roots: TreeItem[] = [];
  const found: { item: TreeItem; id: string; parent: string }[] = [];
  const byId = new Map<string, TreeItem>();
  source.first();
  for (let i = 0; i < rowCount && source.hasMoreRows; i++) {
    const item: TreeItem = { row: source.currentRow!, position: source.currentRowNo, items: [] };
    const id = keyOf(idColumn ? source.raw(idColumn) : null);
    found.push({ item, id, parent: keyOf(parentColumn ? source.raw(parentColumn) : null) });
    if (!byId.has(id)) byId.set(id, item);
    source.next();
  }
  const parentOf = new Map<TreeItem, TreeItem>();
  for (const { item, id, parent } of found) {
    const above = parent === '' || parent === id ? undefined : byId.get(parent);
    if (!above || isBelow(parentOf, above, item)) roots.push(item);
    else {
      above.items.push(item);
      parentOf.set(item, above);
    }
  }
  return roots;
}

/** Rows that are each other's parents would never be reached. */
function isBelow(parentOf: ReadonlyMap<TreeItem, TreeItem>, item: TreeItem, of: TreeItem): boolean {
  for (let above: TreeItem | undefined = item; above; above = parentOf.get(above)) if (above === of) return true;
  return false;
}

/** `Item.Id` or `Id`. */
const columnName = (reference: string): string => reference.slice(reference.lastIndexOf('.') + 1);

function* showLevel(run: Run, band: DataBand, items: readonly TreeItem[], prefix: string): Steps {
  if (items.length === 0) return;
  const { hierarchyIndent, hierarchyLevel, hierarchyRowNo } = run;
  const { rowNo } = band;
  run.hierarchyLevel = hierarchyLevel + 1;
  run.hierarchyIndent = hierarchyLevel === 0 ? 0 : hierarchyIndent + band.indent;
  band.rowNo = 0;
  for (const [i, item] of items.entries()) {
    band.dataSource?.moveTo(item.position);
    band.rowNo += 1;
    band.absRowNo += 1;
    band.isFirstRow = i === 0;
    band.isLastRow = i === items.length - 1;
    run.hierarchyRowNo = `${prefix}${String(i + 1)}`;
    if (i === 0) yield* showDataHeader(run, band);
    yield* run.calls.showBand(run, band);
    yield* showLevel(run, band, item.items, `${run.hierarchyRowNo}.`);
    bandOutlineUp(run, band);
    if (run.stopped) break;
  }
  band.dataSource?.moveTo(items.at(-1)!.position + 1);
  yield* showDataFooter(run, band);
  run.hierarchyIndent = hierarchyIndent;
  run.hierarchyLevel = hierarchyLevel;
  run.hierarchyRowNo = hierarchyRowNo;
  band.rowNo = rowNo;
}
