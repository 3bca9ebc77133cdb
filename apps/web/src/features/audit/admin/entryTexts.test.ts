import { operationList } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { actionText, entryText, factText } from './entryTexts.ts';

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

it.each([
  ['createUser', 'User created'],
  ['setUserPassword', 'User password set'],
  ['copyInstallation', 'Installation copied'],
  ['registerDeviceAgain', 'Device registered again'],
  ['addUserByCommand', 'User added by command'],
  ['backUp', 'Backed up'],
  ['executeReportCompany', 'Report printed'],
])('the change %s reads "%s"', (action, text) => {
  expect(factText({ action, changes: [] })).toBe(text);
});

it('a change of any operation reads as what happened, not as what to do', () => {
  const facts = operationList
    .filter(({ audit }) => audit !== null && audit !== 'signIn' && audit !== 'export')
    .map(({ name }) => factText({ action: name, changes: [] }));
  expect(facts.length).toBeGreaterThan(50);
  expect(facts.filter((fact) => !/(?:[a-z]ed| set| reset)(?: again)?$/.test(fact) || /tted|seted/.test(fact))).toEqual(
    [],
  );
});
