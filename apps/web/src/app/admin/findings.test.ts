import type { Report } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { type Configuration, findings } from './findings.ts';

const NOTHING: Configuration = {
  inspections: [],
  companies: [],
  itemTypes: [],
  templates: [],
  users: [],
  installations: [],
  reports: [],
  letters: [],
  backup: null,
};

function isMailFound(...states: ('waiting' | 'sent' | 'outbox' | 'failed')[]): boolean {
  const letters = states.map((state, place) => ({
    id: String(place),
    kind: 'invitation' as const,
    to: 'ivar@northmere.example',
    createdAt: '2026-11-26T13:00:00.000Z',
    attempts: 1,
    reason: null,
    state,
  }));
  return findings({ ...NOTHING, letters }, []).some(({ key }) => key === 'letters');
}

it.each([
  [['outbox'], true],
  [['waiting', 'failed', 'sent'], true],
  [['sent', 'outbox'], false],
  [['waiting'], false],
  [[], false],
] as const)('mails in the states %j need attention: %s', (states, isFound) => {
  expect(isMailFound(...states)).toBe(isFound);
});

it('A failed backup needs attention until a later one was completed', () => {
  const at = '2026-11-27T02:00:00.000Z';
  const failed = { at, reason: 'The folder is full.' };
  const keys = (backup: Configuration['backup']): string[] =>
    findings({ ...NOTHING, backup }, []).map(({ key }) => key);
  expect(keys({ completed: null, failed })).toContain('backup');
  expect(keys({ completed: null, failed: null })).not.toContain('backup');
  expect(keys(null)).not.toContain('backup');
});

it('A company without an installation in use, inspections or accounts that are not disabled needs attention', () => {
  const companies = ['a', 'b'].map((id) => ({ id, name: id, companyInspections: [] }));
  const found = (part: object, of: object = { companies }): string[] =>
    findings({ ...NOTHING, ...of, ...part }, [])
      .map(({ key }) => key)
      .filter((key) => key.startsWith('a-'));
  expect(found({})).toEqual(['a-installations', 'a-inspections', 'a-users']);
  const inUse = { id: 'tarn', companyId: 'a', archived: false };
  expect(found({ installations: [inUse] })).not.toContain('a-installations');
  expect(
    found({
      installations: [
        { ...inUse, archived: true },
        { ...inUse, companyId: 'b' },
      ],
    }),
  ).toContain('a-installations');
  const enabled = { id: 'ivar', companyId: 'a', disabled: false };
  expect(found({ users: [enabled] })).not.toContain('a-users');
  expect(
    found({
      users: [
        { ...enabled, disabled: true },
        { ...enabled, companyId: 'b' },
      ],
    }),
  ).toContain('a-users');
  const allowing = companies.map((company) => ({ ...company, companyInspections: [{ inspectionId: 'i' }] }));
  expect(found({ companies: allowing })).not.toContain('a-inspections');
});

it('A server without a type of inspection needs attention', () => {
  const isFound = (part: object): boolean =>
    findings({ ...NOTHING, ...part }, []).some(({ key }) => key === 'inspections');
  expect(isFound({})).toBe(true);
  expect(isFound({ inspections: [{ id: 'drops', name: 'Survey', itemTypes: [{}] }] })).toBe(false);
});

it('An account without a password needs attention, unless it is disabled', () => {
  const account = { companyId: null, hasPassword: false, disabled: false };
  const users = [
    { ...account, id: 'ivar', name: 'Ivar' },
    { ...account, id: 'maren', name: 'Maren', hasPassword: true },
    { ...account, id: 'idris', name: 'Idris', disabled: true },
    { ...account, id: 'wren', name: 'Wren', hasPassword: true, disabled: true },
  ] as unknown as Configuration['users'];
  const found = findings({ ...NOTHING, users }, []).filter(({ to }) => to === '/admin/users');
  expect(found.map(({ key, name }) => `${key} ${name}`)).toEqual(['ivar Ivar']);
});

it('A published report that cannot be printed needs attention, and its finding opens it', () => {
  const unprintable = [{ id: 'r', title: 'Failed items' } as Report];
  const found = findings(NOTHING, unprintable);
  expect(found).toContainEqual({
    key: 'r',
    name: 'Failed items',
    text: 'is published and cannot be printed',
    to: '/admin/reports?report=r',
  });
});
