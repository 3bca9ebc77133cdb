import { describe, expect, it } from 'vitest';
import { exportPdf } from '../export/pdf/index.ts';
import { bytesOf, NOW, object, page } from '../export/testing/pages.ts';
import { loadFonts } from '../node/fonts.ts';
import { testText } from '../text/testing/texts.ts';
import { pdfFaults } from './pdfFile.ts';

const fonts = loadFonts({ installed: false });

describe('the test reader of PDF files', () => {
  it.each<[string, RegExp, string, RegExp]>([
    ['an object at the wrong position', /(\nxref\n0 \d+\n.{19}\n)(\d{10})/, '$10000000001', /is not at 1/],
    ['a missing cross-reference table', /startxref\n(\d+)/, 'startxref\n1$1', /no table of objects/],
    ['a reference to a missing object', /\/Root (\d+) 0 R/, '/Root 9999 0 R', /object 9999, which is not there/],
    ['a stream of another length', /\/Length \d/, '/Length 0', /bytes long/],
    [
      'a compressed stream with a changed byte',
      /(stream\n\x78[\s\S]{40})[\s\S]{2}/,
      '$1\u0000\u0000',
      /does not unpack/,
    ],
    ['missing pages', /\/Pages (\d)/, '/Pagez $1', /cannot be drawn/],
  ])('finds %s', async (_, fault, written, expected) => {
    const pages = [page(1, object({ text: testText('Padeye') }))];
    const sound = await bytesOf(exportPdf({ pages }, { fonts, now: NOW, compress: true }));
    expect(await pdfFaults(sound)).toEqual([]);
    const file = Buffer.from(sound).toString('latin1');
    const broken = file.replace(fault, written);
    expect(broken).not.toBe(file);
    expect((await pdfFaults(Buffer.from(broken, 'latin1'))).join('\n')).toMatch(expected);
  });
});
