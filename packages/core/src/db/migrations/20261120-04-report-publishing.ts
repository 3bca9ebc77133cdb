/** Reports can be kept from inspectors until they are published. */
export const name = '20261120-04-report-publishing';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [`alter table "report" add column "published" bigint not null default 1`];
}
