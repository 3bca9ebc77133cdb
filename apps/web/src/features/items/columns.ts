import type { InspectionRow } from '@holdfast/contract';

/** The values the rows of a list carry, by name, each once, in the order they are first met. */
export function columnsOf(rows: readonly InspectionRow[]): string[] {
  return [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
}
