import { describe, expect, it } from 'vitest';
import { isPlainMarkup } from './markup.ts';

const isPlain = (xml: string): boolean => isPlainMarkup(Buffer.from(xml));
const attributes = (count: number): string => Array.from({ length: count }, (_, i) => ` a${i}="x"`).join('');

describe('the XML of a workbook', () => {
  it('has processing instructions, comments, character data and elements with attributes', () => {
    expect(
      isPlain('<?xml version="1.0"?>\n<!-- a > b --><t a="1 > 0" b=\'<!DOCTYPE x>\'><![CDATA[<!DOCTYPE y>]]></t>'),
    ).toBe(true);
    expect(isPlain(`<row${attributes(100)}/>`)).toBe(true);
    expect(isPlain(`<row note="${'='.repeat(1_000)}"/>`)).toBe(true);
  });

  it.each([
    ['at the start', '<!DOCTYPE x [<!ENTITY a "b">]><x/>'],
    ['behind a declaration', '<?xml version="1.0"?>\n<!DOCTYPE x><x/>'],
    ['behind a long comment', `<!--${' '.repeat(100_000)}--><!doctype x><x/>`],
    ['in the middle', '<x><!ENTITY a "b"></x>'],
  ])('has no document type %s', (_, xml) => expect(isPlain(xml)).toBe(false));

  it('has no element with more attributes than any of a workbook', () => {
    expect(isPlain(`<x><row${attributes(101)}/></x>`)).toBe(false);
  });

  it.each(['<', '<x', '<x a="', '<!', '<!-', '<!--', '<?', '<![CDATA[', '>', ''])('may end anywhere: %j', (xml) => {
    expect(typeof isPlain(xml)).toBe('boolean');
  });
});
