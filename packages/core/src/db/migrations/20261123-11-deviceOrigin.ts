/** A device that was registered from another one is a copy of its data: revoking the first revokes the copy. */
export const name = '20261123-11-deviceOrigin';

/** The statements, in order. */
export function statements(): string[] {
  return [`alter table "device" add column "originId" text`];
}
