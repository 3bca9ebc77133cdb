import { keyOf } from '../../data/compare.ts';
import type { DataBand } from './reportBands.ts';
import { bandOutlineUp } from '../pages/outline.ts';
import type { Run, Steps } from '../run.ts';

interface TreeItem {
  /** Row that is printed for it; not used for a parent that no row has. */
  position: number;
  hasParent: boolean;
  readonly items: TreeItem[];
}

/** Prints rows as a tree, depth first. Each level is indented and has its own header and footer. */
export function* showHierarchy(run: Run, band: DataBand, rowCount: number): Steps {
  const roots = buildTree(band, rowCount);
  warnOfLost(run, band, rowCount, roots);
  yield* showLevel(run, band, roots, { level: 1, prefix: '', path: new Set() });
}

/**
 * Returns the roots of the tree, with children in the order of the rows. A row whose parent is missing, empty or itself is a root; roots
 * with the same missing parent are adjacent. Rows with the same id share one item: it is printed once for each, always with the last of
 * these rows.
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

/** Warns of rows that are their own descendants: they cannot be reached from a root and are not printed. */
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

/** Returns the name of a column from `Item.Id` or `Id`. */
const columnName = (reference: string): string => reference.slice(reference.lastIndexOf('.') + 1);

interface Level {
  readonly level: number;
  readonly prefix: string;
  /** Ancestors of the level; the children of an item that is its own ancestor are not printed again. */
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
