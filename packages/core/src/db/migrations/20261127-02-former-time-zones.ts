/** Former time zones of installations, as JSON; empty for none. */
export const name = '20261127-02-former-time-zones';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [`alter table "installation" add column "formerTimeZones" text not null default ''`];
}
