/**
 * Versions of templates: an answer names the question as it was asked and the version it was asked by; servers keep earlier versions and the
 * drafts of the next ones.
 */
import type { Engine } from '@holdfast/sync';

export const name = '20261124-21-template-versions';

/** The statements, in order; the same in both engines. */
export function statements(_engine: Engine, host: 'server' | 'device'): string[] {
  const everywhere = [
    `alter table "fieldsTemplate" add column "version" bigint not null default 1`,
    `alter table "fieldResponse" add column "question" text not null default ''`,
    `alter table "fieldResponse" add column "templateVersion" bigint not null default 1`,
  ];
  if (host === 'device') return everywhere;
  return [
    ...everywhere,
    `create table "fieldsTemplateVersion" (
      "fieldsTemplateId" text not null, "number" bigint not null, "at" bigint not null, "userId" text not null, "note" text not null,
      "contentJson" text, primary key ("fieldsTemplateId", "number"))`,
    `create table "fieldsTemplateDraft" (
      "fieldsTemplateId" text primary key, "baseVersion" bigint not null, "savedAt" bigint not null, "userId" text not null,
      "contentJson" text not null)`,
  ];
}
