import { NetException } from '../../expression/errors.ts';
import type { Numbering } from '../state.ts';
import type { Run } from '../run.ts';

/** Returns a numbering without pages. */
export const createNumbering = (): Numbering => ({ pages: [], logicalPageNo: 0 });

/** Numbers a new page. In a final pass it has the number of the first pass, unless that had fewer pages. */
export function nextPageNumber(run: Run): void {
  const { numbering } = run;
  numbering.logicalPageNo += 1;
  if (run.firstPass || run.prepared.current >= numbering.pages.length)
    numbering.pages.push({ pageNo: numbering.logicalPageNo, totalPages: 0 });
}

/** Adds a page that only the final pass needs: it becomes the last one, and the total of all pages includes it. */
export function appendPage(run: Run): void {
  const { pages } = run.numbering;
  pages.push({ pageNo: pages.length + 1, totalPages: 0 });
  for (const page of pages) page.totalPages = pages.length;
}

/** Starts the numbers again at 1 and sets the total of the pages before. */
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

/** Returns `[Page]`, the number of the current page since the last reset. @throws NetException before the first page */
export function pageNumber(run: Run): number {
  needPage(run);
  return (run.numbering.pages[run.prepared.current]?.pageNo ?? 1) + run.initialPageNumber - 1;
}

/**
 * Returns `[TotalPages]`, the number of pages until the next reset. It is 0 as long as their end is not known.
 * @throws NetException before the first page
 */
export function totalPageNumber(run: Run): number {
  needPage(run);
  return (run.numbering.pages[run.prepared.current]?.totalPages ?? 0) + run.initialPageNumber - 1;
}

function needPage(run: Run): void {
  if (run.numbering.pages.length === 0)
    throw new NetException('ArgumentOutOfRangeException', 'There is no page number before the first page is started');
}
