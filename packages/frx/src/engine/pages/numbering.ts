import type { Numbering } from '../state.ts';
import type { Run } from '../run.ts';

/** Numbers of no page yet. */
export const createNumbering = (): Numbering => ({ pages: [], logicalPageNo: 0 });

/** A new page is begun. In a final pass it has the number of the first one, unless that had fewer pages. */
export function nextPageNumber(run: Run): void {
  const { numbering } = run;
  numbering.logicalPageNo += 1;
  if (run.firstPass || run.prepared.current >= numbering.pages.length)
    numbering.pages.push({ pageNo: numbering.logicalPageNo, totalPages: 0 });
}

/** The final pass needs a page more than the first one: it becomes the last, and all pages from now on know of it. */
export function appendPage(run: Run): void {
  const { pages } = run.numbering;
  pages.push({ pageNo: pages.length + 1, totalPages: 0 });
  for (const page of pages) page.totalPages = pages.length;
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

/** `[TotalPages]`: pages until the next reset, as far as they are known: those of a run of pages that is not over yet count as none. */
export function totalPageNumber(run: Run): number {
  return (run.numbering.pages[run.prepared.current]?.totalPages ?? 0) + run.initialPageNumber - 1;
}
