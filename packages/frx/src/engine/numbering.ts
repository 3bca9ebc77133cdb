import type { Numbering } from './state.ts';
import type { Run } from './run.ts';

/** Numbers of no page yet. */
export const createNumbering = (): Numbering => ({ pages: [], logicalPageNo: 0 });

/** A page is begun: a new one, or one that is there already and is printed on again. */
export function nextPageNumber(run: Run, isNew: boolean): void {
  const { numbering } = run;
  const index = run.prepared.current;
  if (!isNew) {
    numbering.logicalPageNo = numbering.pages[index]?.pageNo ?? numbering.logicalPageNo;
    return;
  }
  numbering.logicalPageNo += 1;
  if (run.firstPass || index >= numbering.pages.length)
    numbering.pages[index] ??= { pageNo: numbering.logicalPageNo, totalPages: 0 };
}

/** The final pass needs a page more than the first one: it becomes the last, and the earlier ones keep the total they were told. */
export function appendPage(run: Run): void {
  const last = run.numbering.pages.at(-1);
  run.totalPages += 1;
  if (last) run.numbering.pages.push({ pageNo: last.pageNo + 1, totalPages: last.totalPages + 1 });
}

/** Numbers start again at 1; the pages so far learn how many they were. */
export function resetPageNumber(run: Run): void {
  if (!run.firstPass) return;
  const { numbering } = run;
  for (let i = numbering.pages.length - 1; i >= 0; i--) {
    const page = numbering.pages[i]!;
    page.totalPages = numbering.logicalPageNo;
    if (page.pageNo === 1) break;
  }
  numbering.logicalPageNo = 0;
}

/** `[Page]`: the number of the current page since the last reset. */
export function pageNumber(run: Run): number {
  return (run.numbering.pages[run.prepared.current]?.pageNo ?? 1) + run.initialPageNumber - 1;
}

/** `[TotalPages]`: pages until the next reset; 0 before the final pass. */
export function totalPageNumber(run: Run): number {
  if (run.firstPass) return 0;
  return (run.numbering.pages[run.prepared.current]?.totalPages ?? 0) + run.initialPageNumber - 1;
}
