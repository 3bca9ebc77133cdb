/** Sweeps with an RFID reader and their lines. */
import { guard, STAMPS, to } from './20261120-01-rows.ts';

export const name = '20261124-23-sweeps';

const TABLES: Record<string, string[]> = {
  sweep: [
    `"installationInspectionId" text not null ${to('installationInspection')}`,
    `"locationId" text`,
    `"locationName" text not null`,
    `"startedAt" bigint not null`,
    `"endedAt" bigint not null`,
    `"untagged" bigint not null`,
  ],
  sweepLine: [
    `"sweepId" text not null ${to('sweep')}`,
    `"outcome" text not null`,
    `"itemId" text`,
    `"itemName" text not null`,
    `"place" text not null`,
    `"tag" text not null`,
    `"tagKind" text not null`,
    `"seenAt" bigint`,
  ],
};

/** The statements, in order. */
export function statements(engine: 'sqlite' | 'postgres'): string[] {
  const tables = Object.entries(TABLES).flatMap(([table, columns]) => [
    `create table "${table}" (${[STAMPS, ...columns].join(',\n  ')})`,
    `create index "${table}_feed" on "${table}" ("scopeId", "_seq")`,
    guard(engine, table),
  ]);
  return [
    ...tables,
    `create index "sweep_installationInspectionId" on "sweep" ("installationInspectionId")`,
    `create index "sweepLine_sweepId" on "sweepLine" ("sweepId")`,
  ];
}
