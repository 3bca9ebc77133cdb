/** Former short names of questions, as JSON; empty for none. */
export const name = '20261126-02-former-short-names';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [`alter table "field" add column "formerShortNames" text not null default ''`];
}
