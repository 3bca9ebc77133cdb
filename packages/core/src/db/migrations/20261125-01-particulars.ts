/** Logos of companies; qualification, certificate and signature of people. */
import { guard, STAMPS, to } from './20261120-01-rows.ts';

export const name = '20261125-01-particulars';

const PICTURE = [`"mimeType" text not null`, `"sha256" text not null`, `"size" bigint not null`];

const TABLES: Record<string, string[]> = {
  companyLogo: [`"companyId" text not null ${to('company')}`, ...PICTURE],
  signature: [`"userId" text not null`, ...PICTURE],
};

const WORDS = ['qualification', 'certificateNumber', 'certificateExpiresOn'];

/** The statements, in order. */
export function statements(engine: 'sqlite' | 'postgres'): string[] {
  const tables = Object.entries(TABLES).flatMap(([table, columns]) => [
    `create table "${table}" (${[STAMPS, ...columns].join(',\n  ')})`,
    `create index "${table}_feed" on "${table}" ("scopeId", "_seq")`,
    guard(engine, table),
  ]);
  const words = ['person', 'user'].flatMap((table) =>
    WORDS.map((column) => `alter table "${table}" add column "${column}" text not null default ''`),
  );
  return [
    ...tables,
    ...words,
    `alter table "user" add column "signature" text`,
    `create index "companyLogo_companyId" on "companyLogo" ("companyId")`,
    `create index "signature_userId" on "signature" ("userId")`,
  ];
}
