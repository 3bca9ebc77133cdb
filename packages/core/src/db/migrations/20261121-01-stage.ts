/** What a device has pulled and not yet merged is kept in parts, as it came. A pull that was under way begins anew. */
export const name = '20261121-01-stage';

/** The statements, in order. */
export function statements(): string[] {
  return [
    `drop table "stage"`,
    `delete from "stageMark"`,
    `create table "stage" ("scopeId" text not null, "mark" bigint not null, "part" text not null, primary key ("scopeId", "mark"))`,
  ];
}
