import type { OutlineNode, Page } from '../page.ts';

/** Printed report for an export that writes a whole document. */
export interface PrintedReport {
  readonly pages: AsyncIterable<Page> | Iterable<Page>;
  /** Asked for after the last page. */
  readonly outline?: (() => readonly OutlineNode[]) | undefined;
}
