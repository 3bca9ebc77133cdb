import { expect, it } from 'vitest';
import { baseName } from './store.ts';

it.each([
  ['C:\\photos\\padeye.png', 'padeye.png'],
  ['../../etc/passwd', 'passwd'],
  ['padeye\r\nX-Other: 1.png', 'padeye X-Other: 1.png'],
  ['\u0007\u0085', 'unnamed'],
  ['  Løftekrok 🪝.pdf ', 'Løftekrok 🪝.pdf'],
])('the name of a file has no folders and no control characters: %j', (given, name) => {
  expect(baseName(given)).toBe(name);
});
