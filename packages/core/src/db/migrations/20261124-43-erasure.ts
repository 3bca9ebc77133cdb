/** Erasure of people: its time, and the names that are still to be removed from what is stored. */
export const name = '20261124-43-erasure';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [`alter table "user" add column "erasedAt" bigint`, `alter table "user" add column "namesToEraseJson" text`];
}
