import { keyOf } from '../../data/compare.ts';
import type { DataBand } from './reportBands.ts';
import { bandOutlineUp } from '../pages/outline.ts';
import type { Run, Steps } from '../run.ts';

interface TreeItem {
  /** The row that is printed for it; undefined for a parent that no row has. */
  position: number;
  hasParent: boolean;
  readonly items: TreeItem[];
}

/** Prints rows as a tree, depth first; each level is moved to the right and has its own header and footer. */
export function* showHierarchy(run: Run, band: DataBand, rowCount: number): Steps {
  const roots = buildTree(band, rowCount);
  warnOfLost(run, band, rowCount, roots);
  yield* showLevel(run, band, roots, { level: 1, prefix: '', path: new Set() });
}

/**
 * Rows below their parents, each in the order of the rows. A row whose parent is missing, empty or itself is a root; roots with the same
 * missing parent stand together. Rows of one id are one item, which is printed as often, as its last row.
 */
function buildTree(band: DataBand, rowCount: number): TreeItem[] {
  const source = band.dataSource;
  const idColumn = source?.column(columnName(band.idColumn));
  const parentColumn = source?.column(columnName(band.parentIdColumn));
  if (!source || !idColumn || !parentColumn) return [];
  const byId = new Map<string, TreeItem>();
  const itemOf = (id: string): TreeItem => {
    let item = byId.get(id);
    if (!item) byId.set(id, (item = { position: 0, hasParent: false, items: [] }));
    return item;
  };
  for (let i = 0; i < rowCount && source.hasMoreRows; i++) {
    const id = keyOf(source.raw(idColumn));
    const parent = keyOf(source.raw(parentColumn));
    const item = itemOf(id);
    item.position = source.currentRowNo;
    item.hasParent = true;
    itemOf(parent === id ? '' : parent).items.push(item);
    source.next();
  }
  return [...byId.values()].filter((item) => !item.hasParent).flatMap((item) => item.items);
}

/** Warns of rows that are below themselves: no root leads to them, and they are not printed. */
function warnOfLost(run: Run, band: DataBand, rowCount: number, roots: readonly TreeItem[]): void {
  const reached = new Set<TreeItem>();
  let rows = 0;
  const visit = (item: TreeItem): void => {
    rows += 1;
    if (reached.has(item)) return;
    reached.add(item);
    item.items.forEach(visit);
  };
  roots.forEach(visit);
  if (rows >= rowCount) return;
  const message = `${String(rowCount - rows)} rows are not printed: they are parents of each other, so that no first row leads to them.`;
  run.warn({ message, object: band.name, line: band.source.line });
}

/** `Item.Id` or `Id`. */
const columnName = (reference: string): string => reference.slice(reference.lastIndexOf('.') + 1);

interface Level {
  readonly level: number;
  readonly prefix: string;
  /** Items above: one that is below itself is not printed again. */
  readonly path: Set<TreeItem>;
}

function* showLevel(run: Run, band: DataBand, items: readonly TreeItem[], { level, prefix, path }: Level): Steps {
  if (items.length === 0) return;
  const { hierarchyIndent, hierarchyLevel, hierarchyRowNo } = run;
  run.hierarchyLevel = level;
  run.hierarchyIndent = band.indent * (level - 1);
  yield* run.calls.showBand(run, band.header);
  for (const [i, item] of items.entries()) {
    band.rowNo = i + 1;
    band.absRowNo += 1;
    band.dataSource?.moveTo(item.position);
    const rowNo = `${prefix}${String(i + 1)}`;
    run.hierarchyRowNo = rowNo;
    yield* run.calls.showBand(run, band);
    yield* run.calls.runBands(run, band.bands);
    if (!path.has(item)) {
      path.add(item);
      yield* showLevel(run, band, item.items, { level: level + 1, prefix: `${rowNo}.`, path });
      path.delete(item);
    }
    bandOutlineUp(run, band);
    if (run.stopped) break;
  }
  yield* run.calls.showBand(run, band.footer);
  Object.assign(run, { hierarchyIndent, hierarchyLevel, hierarchyRowNo });
}
