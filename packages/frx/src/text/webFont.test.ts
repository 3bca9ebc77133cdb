import { describe, expect, it } from 'vitest';
import { loadFonts } from '../node/fonts.ts';
import { testFont } from './testing/texts.ts';
import { webFont } from './webFont.ts';

describe('a web font', () => {
  it('leaves the font file unchanged, which later subsets and measurements read', () => {
    const { source } = loadFonts({ installed: false }).face(testFont({ family: 'Calibri' }));
    const file = source.bytes();
    const before = new Uint8Array(file);
    const first = webFont(file, source.directory, new Set('!'));
    const whole = webFont(file, source.directory, null);
    expect(Buffer.compare(file, before)).toBe(0);
    expect(webFont(file, source.directory, new Set('!'))).toEqual(first);
    expect(whole!.length).toBeGreaterThan(first!.length);
  });
});
