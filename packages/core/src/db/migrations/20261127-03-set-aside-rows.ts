/** Removes the row of the server from changes that a device set aside; the row itself is read where it is shown. */
export const name = '20261127-03-set-aside-rows';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [`alter table "setAside" drop column "serverRow"`];
}
