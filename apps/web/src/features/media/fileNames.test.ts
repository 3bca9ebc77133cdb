import { describe, expect, it } from 'vitest';
import { extensionOf, fileAddress, imageAddress, shortName } from './fileNames.ts';

describe('the name of a file', () => {
  it('is complete up to 30 characters including the extension', () => {
    expect(shortName('12345678901234567890123456.pdf')).toBe('12345678901234567890123456.pdf');
  });

  it('is shortened to the first 20 characters, an ellipsis and the last 8 before the extension [FILE-02] [CNST-06]', () => {
    expect(shortName('123456789012345678901234567.pdf')).toBe('12345678901234567890…01234567.pdf');
    expect(shortName('Certificate of conformity LG-2291 rev B.pdf')).toBe('Certificate of confo…91 rev B.pdf');
    expect(shortName('a name without any extension at all')).toBe('a name without any e…n at all');
  });

  it('counts visible characters', () => {
    const family = '👩‍👩‍👧';
    expect(shortName(`${family.repeat(26)}.pdf`)).toBe(`${family.repeat(26)}.pdf`);
    expect(shortName(`${family.repeat(40)}.pdf`)).toBe(`${family.repeat(20)}…${family.repeat(8)}.pdf`);
  });

  it('is never longer after it was shortened', () => {
    const name = `abc.${'x'.repeat(40)}`;
    expect(shortName(name)).toBe(name);
  });

  it.each([
    ['a.pdf', '.pdf'],
    ['archive.tar.gz', '.gz'],
    ['.profile', ''],
    ['README', ''],
    ['a.', ''],
  ])('of "%s" ends in "%s"', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });

  it('supplies the extension in the address of its bytes', () => {
    expect(imageAddress({ id: '1', filename: 'a.png' })).toBe('/images/1.png');
    expect(imageAddress({ id: '1', filename: 'a.png' }, 320)).toBe('/images/1.png?size=320');
    expect(fileAddress({ id: '1', filename: 'a.x?y' })).toBe('/files/1.x%3Fy');
  });
});
