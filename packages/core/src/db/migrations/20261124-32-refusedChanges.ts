/** Refused changes without the words of their devices: what is shown of them follows from their columns. */
export const name = '20261124-32-refusedChanges';

/** The statements, in order; the same in both engines. Devices report again what is not decided. */
export function statements(): string[] {
  return [
    `delete from "refusedChange" where "decision" is null`,
    `alter table "refusedChange" drop column "place"`,
    `alter table "refusedChange" drop column "what"`,
    `alter table "refusedChange" drop column "linesJson"`,
  ];
}
