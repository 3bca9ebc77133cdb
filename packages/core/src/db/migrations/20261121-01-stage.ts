/** Stores changes that a device has pulled and not yet merged in parts, as received. A pull under way starts again. */
export const name = '20261121-01-stage';

/** The statements, in order. */
export function statements(): string[] {
  return [
    `drop table "stage"`,
    `delete from "stageMark"`,
    `create table "stage" ("scopeId" text not null, "mark" bigint not null, "part" text not null, primary key ("scopeId", "mark"))`,
  ];
}
