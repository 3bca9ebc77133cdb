/** Address and accreditation of a company, printed by reports. */
export const name = '20261124-24-company-particulars';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `alter table "company" add column "address" text not null default ''`,
    `alter table "company" add column "accreditation" text not null default ''`,
  ];
}
