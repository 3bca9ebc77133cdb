/** Rules of questions and evidence rules of templates, as JSON; empty for none. */
export const name = '20261124-40-template-rules';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `alter table "field" add column "rules" text not null default ''`,
    `alter table "fieldsTemplate" add column "evidence" text not null default ''`,
  ];
}
