import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const UI = join(import.meta.dirname, '../../ui');

/** Components that are complete screens, surround screens, or show other components. The scenes of the gallery contain them. */
const ON_SCREENS = new Set([
  'ConfirmProvider',
  'CommandsProvider',
  'Dialog',
  'DialogActions',
  'DraftConflict',
  'EditorPage',
  'EditorUnread',
  'Frame',
  'GoneDialog',
  'ListPage',
  'RenderWhenNear',
  'ScreenTitle',
  'Shortcuts',
  'UnsavedGuard',
  'Unread',
]);

test('the page of components shows every shared component except those that are or surround complete screens', () => {
  const sources = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  const components = sources.flatMap((file) =>
    [...readFileSync(join(UI, file), 'utf8').matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)].map(
      ([, name]) => name!,
    ),
  );
  const page = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const missing = components.filter((name) => !ON_SCREENS.has(name) && !new RegExp(`<${name}\\b`).test(page));
  expect(components.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
