/** Company for which a person signed in on a desktop: an account that moves to another one signs in there again. */
export const name = '20261126-02-deviceCompany';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `alter table "deviceUser" add column "companyId" text`,
    `update "deviceUser" set "companyId" = (select "user"."companyId" from "user" where "user"."id" = "deviceUser"."userId")`,
  ];
}
