import type { RegisterMark } from '@holdfast/contract';

/** One mark a column: errors take precedence over changes, and every reason is listed. */
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
