import { expect, it } from 'vitest';
import { actionText, entryText } from './entryTexts.ts';

it.each([
  ['createUser', 'Create user'],
  ['executeReportInstallationInspection', 'Execute report installation inspection'],
  ['role', 'Role'],
])('the name %s reads "%s"', (name, text) => {
  expect(actionText(name)).toBe(text);
});

it('a restored installation is not called archived', () => {
  const archived = (before: string | null, after: string | null) => [
    {
      table: 'installation',
      id: 'a',
      name: 'Kraken',
      values: { archivedAt: [before, after] as [string | null, string | null] },
    },
  ];
  const text = (before: string | null, after: string | null): string =>
    entryText({ action: 'archiveInstallation', changes: archived(before, after) });
  expect([text(null, '1790000000'), text('1790000000', null)]).toEqual([
    'Archive installation',
    'Restore installation',
  ]);
});

it('an edited installation is not called renamed, even in entries of earlier versions', () => {
  expect(entryText({ action: 'renameInstallation', changes: [] })).toBe('Edit installation');
  expect(entryText({ action: 'editInstallation', changes: [] })).toBe('Edit installation');
});

it('a print is called a print in every scope of the report', () => {
  expect(entryText({ action: 'executeReportInstallationInspection', changes: [] })).toBe('Print report');
});
