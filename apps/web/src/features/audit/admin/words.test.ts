import { expect, it } from 'vitest';
import { actionText } from './words.ts';

it.each([
  ['createUser', 'Create user'],
  ['executeReportInstallationInspection', 'Execute report installation inspection'],
  ['role', 'Role'],
])('the name %s reads "%s"', (name, words) => {
  expect(actionText(name)).toBe(words);
});
