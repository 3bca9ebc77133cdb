/** Choices from which templates of reports were begun. */
export const name = '20261125-02-report-choices';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [`alter table "reportVersion" add column "choicesJson" text`];
}
