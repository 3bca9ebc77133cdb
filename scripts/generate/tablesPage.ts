/** The page of the synced tables, column by column, made from their schemas. */

/** Parts of a table's schema that the page shows. */
export interface DescribedTable {
  name: string;
  scopeKind: 'company' | 'library' | 'either';
  columns: readonly {
    name: string;
    kind: string;
    nullable: boolean;
    values: readonly (string | number)[];
    reference: string | undefined;
    /** Right to change it in a row that exists; null: no one. */
    right: string | null;
  }[];
  naturalKey: readonly string[];
  /** Rights to insert, delete and restore rows; null: the application alone. */
  rights: { insert: string | null; delete: string | null; restore: string | null };
}

/** The text of docs/tables.md. */
export function tablesPage(tables: readonly DescribedTable[]): string {
  return `${PREAMBLE}\n${tables
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(section)
    .join('\n')}`;
}

const PREAMBLE = `# Synced tables

Each table is declared once, in \`table.ts\` of its feature in \`packages/core/src\`; the types of its rows and changes, the check of
what is pushed and this page follow from the declaration. How the tables hang together is in [the data model](data-model.md).

_Changed by_ names the right that a change of the column in an existing row needs, over HTTP and in a push alike; a dash means that it cannot be changed.

This page is made by \`npm run documents\`.
`;

const WHERE = { company: "a company's scope", library: 'the library', either: "a company's scope or the library" };

function section({ name, scopeKind, columns, naturalKey, rights }: DescribedTable): string {
  const key =
    naturalKey.length === 0 ? '' : ` The id follows from ${naturalKey.map((column) => `\`${column}\``).join(', ')}.`;
  const rows = columns.map((column) => [
    `\`${column.name}\``,
    column.values.length === 0 ? column.kind : column.values.map((value) => `\`${value}\``).join(', '),
    column.nullable ? 'yes' : 'no',
    column.reference === undefined ? '' : `\`${column.reference}\``,
    column.right ?? '–',
  ]);
  const head = ['column', 'holds', 'may be null', 'names a row of', 'changed by'];
  const may = `Inserted by ${rights.insert ?? 'the application alone'}, deleted by ${rights.delete ?? 'no one'}, restored by ${rights.restore ?? 'no one'}.`;
  return `## ${name}\n\nIn ${WHERE[scopeKind]}.${key} ${may}\n\n${tableOf(head, rows)}\n`;
}

/** A table of Markdown as the formatter writes it: columns as wide as their longest cell. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
