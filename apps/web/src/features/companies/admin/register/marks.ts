import type { RegisterMark, RegisterRow } from '@holdfast/contract';

/** Returns one mark per column: errors take precedence over changes, and every reason is listed. */
export function marksByColumn(marks: readonly RegisterMark[]): ReadonlyMap<number, RegisterMark> {
  const byColumn = new Map<number, RegisterMark>();
  for (const mark of marks) {
    const known = byColumn.get(mark.column);
    if (known === undefined) {
      byColumn.set(mark.column, mark);
      continue;
    }
    const first = mark.verdict === 'wrong' && known.verdict !== 'wrong' ? mark : known;
    const reason = [...new Set([known.reason, mark.reason])].filter((each) => each !== '').join(' ');
    byColumn.set(mark.column, { ...first, reason });
  }
  return byColumn;
}

/** A reason of errors in the cells of one column. */
export interface WrongReason {
  key: string;
  column: number;
  /** The reason in the first such cell. */
  reason: string;
  count: number;
}

/** Returns the key of a mark's reason. Reasons that differ only in the row they name have the same key. */
export function reasonKey({ column, reason }: RegisterMark): string {
  return `${column} ${reason.replaceAll(/\bRow \d+/g, 'Row')}`;
}

/** Lists the reasons of errors, the most frequent first. */
export function wrongReasons(rows: readonly RegisterRow[]): readonly WrongReason[] {
  const found = new Map<string, WrongReason>();
  for (const mark of rows.flatMap(({ marks }) => marks)) {
    if (mark.verdict !== 'wrong') continue;
    const key = reasonKey(mark);
    const known = found.get(key) ?? { key, column: mark.column, reason: mark.reason, count: 0 };
    found.set(key, { ...known, count: known.count + 1 });
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count);
}
