/** An interrupted pull from the beginning continues at its position. It states the head of the scope at its start. */
export const name = '20261122-01-stageMark';

/** The statements, in order. */
export function statements(): string[] {
  return [
    `delete from "stage"`,
    `delete from "stageMark"`,
    `alter table "stageMark" add column "beganAt" bigint not null default 0`,
  ];
}
