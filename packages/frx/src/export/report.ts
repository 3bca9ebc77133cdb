import type { OutlineNode, Page } from '../page.ts';

/** Printed report for exports to a single document. */
export interface PrintedReport {
  readonly pages: AsyncIterable<Page> | Iterable<Page>;
  /** Called after the last page. */
  readonly outline?: (() => readonly OutlineNode[]) | undefined;
}
