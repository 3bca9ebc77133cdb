/** Templates as they were before a change. */
import { guard, STAMPS, to } from './20261120-01-rows.ts';

export const name = '20261127-01-past-templates';

/** The statements, in order. */
export function statements(engine: 'sqlite' | 'postgres'): string[] {
  const columns = [
    `"fieldsTemplateId" text not null ${to('fieldsTemplate')}`,
    `"version" bigint not null`,
    `"until" bigint not null`,
    `"content" text not null`,
  ];
  return [
    `create table "pastTemplate" (${[STAMPS, ...columns].join(',\n  ')})`,
    `create index "pastTemplate_feed" on "pastTemplate" ("scopeId", "_seq")`,
    guard(engine, 'pastTemplate'),
    `create index "pastTemplate_fieldsTemplateId" on "pastTemplate" ("fieldsTemplateId")`,
  ];
}
