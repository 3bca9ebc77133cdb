/** All templates of each report, including earlier ones. */
export const name = '20261120-05-report-versions';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `create table "reportVersion" (
      "reportId" text not null references "report" ("id") deferrable initially deferred, "number" bigint not null, "sha256" text not null,
      "size" bigint not null, "createdAt" bigint not null, "createdByUserId" text not null, primary key ("reportId", "number"))`,
  ];
}
