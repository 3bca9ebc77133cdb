/** A pull from the beginning that was cut goes on where it was, for which it has to say where the scope stood when it began. */
export const name = '20261122-01-stageMark';

/** The statements, in order. */
export function statements(): string[] {
  return [
    `delete from "stage"`,
    `delete from "stageMark"`,
    `alter table "stageMark" add column "beganAt" bigint not null default 0`,
  ];
}
