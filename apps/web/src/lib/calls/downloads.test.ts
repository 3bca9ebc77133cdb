import { describe, expect, it } from 'vitest';
import { filenameOf } from './downloads.ts';

describe('the name of a downloaded file', () => {
  it.each([
    [
      `attachment; filename="Failed items.pdf"; filename*=UTF-8''Failed%20items%20%E2%80%93%20Tarn.pdf`,
      'Failed items – Tarn.pdf',
    ],
    ['attachment; filename="A \\"quoted\\" name.pdf"', 'A "quoted" name.pdf'],
    ['attachment; filename=plain.pdf', 'plain.pdf'],
    ['attachment; filename= plain.pdf ; size=3', 'plain.pdf'],
    [`attachment; filename*=UTF-8''plain.pdf ; size=3`, 'plain.pdf'],
    [`attachment; filename="plain.pdf"; filename*=UTF-8''%E0%A4%A`, 'plain.pdf'],
    ['attachment', 'downloaded-file.ext'],
    [null, 'downloaded-file.ext'],
  ])('in %s is %s', (disposition, name) => {
    expect(filenameOf(disposition)).toBe(name);
  });
});
