import { z } from 'zod';
import { tableRegistry, type TableDefinition, type TableRegistry } from '../registry.ts';
import { isKnownAt } from '../versions.ts';

/** Returns the tables of a program of an older version. */
export function registryAtVersion(registry: TableRegistry, version: number): TableRegistry {
  const known = [...registry.values()].filter((definition) => isKnownAt(definition, version));
  return tableRegistry(known.map((definition) => definitionAtVersion(definition, version)));
}

function definitionAtVersion(definition: TableDefinition, version: number): TableDefinition {
  const entries = Object.entries(definition.added ?? {});
  const later = entries.filter(([, { since }]) => since > version).map(([column]) => column);
  const columns = Object.entries(definition.columns.shape);
  const groups = Object.entries(definition.groups ?? {});
  const known = (columns: readonly string[]): string[] => columns.filter((column) => !later.includes(column));
  return {
    ...definition,
    columns: z.strictObject(Object.fromEntries(columns.filter(([column]) => !later.includes(column)))),
    added: Object.fromEntries(entries.filter(([, { since }]) => since <= version)),
    fixed: known(definition.fixed ?? []),
    groups: Object.fromEntries(groups.map(([name, columns]) => [name, known(columns)])),
  };
}
