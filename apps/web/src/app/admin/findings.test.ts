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
  return findings({ ...NOTHING, letters }).some(({ key }) => key === 'letters');
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
