/** Encryption of desktops, according to their reports. */
export const name = '20261126-01-encrypted';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [`alter table "device" add column "encrypted" integer`];
}
