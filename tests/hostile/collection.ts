/**
 * Inputs that were made to take a server's memory or time, by the way they come in. They are written here as what makes them, because many of them
 * are large; each is the same every time.
 */
import { randomBytes } from 'node:crypto';
import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { ooxml, zip } from './archives.ts';

/** Kind of request that sends an input. */
export type Way = 'check' | 'print' | 'photo' | 'file' | 'register' | 'json' | 'push';

/** An input. */
export interface Hostile {
  /** With the ending of what it is. */
  readonly name: string;
  readonly way: Way;
  readonly make: () => Promise<Buffer>;
}

const text = (value: string): Buffer => Buffer.from(value);
const times = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

/* Templates */

const report = (objects: string, { dictionary = '', script = '', band = 'ReportTitleBand' } = {}): Buffer =>
  text(
    `<Report ScriptLanguage="CSharp">${script}<Dictionary>${dictionary}</Dictionary><ReportPage Name="Page1"${script === '' ? '' : ' StartPageEvent="Page1_StartPage"'}><${band} Name="Band1" Height="900">${objects}</${band}></ReportPage></Report>`,
  );
const scripted = (code: string): Buffer =>
  report('<TextObject Name="T" Width="90" Height="20" Text="a"/>', {
    script: `<ScriptText>using System; using System.Collections.Generic; using FastReport; namespace FastReport { public class ReportScript { private void Page1_StartPage(object sender, EventArgs e) { ${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')} } } }</ScriptText>`,
  });
const own =
  '<TableDataSource Name="s" ReferenceName="Shop.s"/><Relation Name="s" ParentDataSource="s" ChildDataSource="s" ParentColumns="a" ChildColumns="a"/>';
const object = (attributes: string): string => `<TextObject Name="T" Width="90" Height="20" ${attributes}/>`;

const templates: Record<string, () => Buffer> = {
  'path-3000': () => report(object(`Text="[s${'.s'.repeat(3_000)}]"`), { dictionary: own }),
  'path-200000': () => report(object(`Text="[s${'.s'.repeat(200_000)}]"`), { dictionary: own }),
  'paths-many': () => report(object(`Text="${'[s.s.s.s]'.repeat(40_000)}"`), { dictionary: own }),
  'paths-unclosed': () => report(object(`Text="${'[s.s'.repeat(60_000)}"`), { dictionary: own }),
  'fonts-5000': () => report(times(5_000, (i) => object(`Font="Face ${i}, 10pt"`))),
  'fonts-40000': () => report(times(40_000, (i) => object(`Font="Face ${i}, 10pt"`))),
  'unknown-attributes': () => report(times(400, () => `<TextObject Name="T" ${times(1_000, (i) => `A${i}="1" `)}/>`)),
  'unknown-elements': () => report(times(40_000, (i) => `<E${i}/>`)),
  'script-errors-10000': () => scripted(times(10_000, (i) => `int x${i} = Nothing${i};`)),
  'script-methods': () =>
    report('', {
      script: `<ScriptText>public class ReportScript { ${times(20_000, (i) => `void M${i}() { N${i}(); }`)} }</ScriptText>`,
    }),
  'script-nested': () => scripted(`${'if (true) { '.repeat(5_000)}${'}'.repeat(5_000)}`),
  'script-parentheses': () => scripted(`int x = ${'('.repeat(20_000)}1${')'.repeat(20_000)};`),
  'deep-objects': () => report(`${'<TableObject>'.repeat(5_000)}${'</TableObject>'.repeat(5_000)}`),
  'many-objects': () => report(times(60_000, (i) => `<LineObject Name="L${i}"/>`)),
  entities: () =>
    text(
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${times(9, (i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)}]><Report><ReportPage Name="&j;"/></Report>`,
    ),
  'external-entity': () =>
    text('<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><Report><ReportPage Name="&a;"/></Report>'),
  'long-name': () => report(object(`Name="${'x'.repeat(2_000_000)}"`)),
  'long-text': () => report(object(`Text="${'word '.repeat(800_000)}"`)),
  'cyclic-relations': () =>
    report(object('Text="[a.b.a.b.c]"'), {
      dictionary: times(
        2_000,
        (i) =>
          `<TableDataSource Name="a${i}" ReferenceName="x"/><Relation Name="r${i}" ParentDataSource="a${i}" ChildDataSource="a${(i + 1) % 2_000}"/>`,
      ),
    }),
  'sources-many': () =>
    report('', { dictionary: times(20_000, (i) => `<TableDataSource Name="t${i}" ReferenceName="Holdfast.t${i}"/>`) }),
  'packed-bomb': () => gzipSync(Buffer.concat([text('<Report>'), Buffer.alloc(60_000_000, 0x20), text('</Report>')])),
  'no-xml': () => randomBytes(200_000),
  nul: () => text(`<Report>${'\0'.repeat(10_000)}</Report>`),
};

/** Base64 of a picture in an object of a template. */
const picture = (bytes: Buffer, more = ''): string =>
  `<PictureObject Name="P" Width="700" Height="900" Image="${bytes.toString('base64')}" ${more}/>`;
const svgObject = (svg: string): string =>
  `<SVGObject Name="S" Width="700" Height="900" SvgData="${text(svg).toString('base64')}"/>`;
const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 700 900">${content}</svg>`;
const uses = (leaf: string, levels: number, each: number): string =>
  `<g id="g0">${leaf}</g>${times(levels, (i) => `<g id="g${i + 1}">${`<use xlink:href="#g${i}" href="#g${i}"/>`.repeat(each)}</g>`)}<use href="#g${levels}" xlink:href="#g${levels}"/>`;

const drawings: Record<string, () => string> = {
  'use-8-to-7': () => svg(uses('<path d="M0 0h1v1z"/>', 7, 8)),
  'use-empty': () => svg(uses('', 7, 8)),
  'use-itself': () => svg('<g id="a"><use href="#a" xlink:href="#a"/></g>'),
  'use-row': () => svg(times(20_000, (i) => `<use id="u${i}" href="#u${i + 1}"/>`)),
  'dashes-tiny': () => svg('<path d="M0 0h1e6" stroke="red" stroke-dasharray="0.0001"/>'),
  'dashes-arcs': () =>
    svg(
      times(
        200,
        (i) => `<path d="M0 ${i}A1e6 1e6 0 0 1 1e6 ${i}" fill="none" stroke="red" stroke-dasharray="0.0001"/>`,
      ),
    ),
  'dashes-in-style': () => svg('<style>path{stroke-dasharray:0.00001}</style><path d="M0 0h1e6" stroke="red"/>'),
  'huge-size': () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="9" height="9"/></svg>',
  entities: () =>
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg('<text>&b;</text>')}`,
  'deep-groups': () => svg(`${'<g>'.repeat(20_000)}${'</g>'.repeat(20_000)}`),
  'many-paths': () => svg(times(60_000, () => '<path d="M0 0h1"/>')),
  'long-path': () => svg(`<path d="M0 0${'l1 1'.repeat(500_000)}"/>`),
  filters: () =>
    svg(
      `<filter id="f">${'<feGaussianBlur stdDeviation="500"/>'.repeat(50)}</filter><rect filter="url(#f)" width="700" height="900"/>`,
    ),
  'pattern-in-pattern': () =>
    svg(
      `${times(30, (i) => `<pattern id="p${i + 1}" width="1" height="1"><rect fill="url(#p${i})" width="9" height="9"/></pattern>`)}<rect fill="url(#p30)" width="700" height="900"/>`,
    ),
  'link-to-file': () => svg('<image href="file:///etc/passwd" xlink:href="file:///etc/passwd" width="9" height="9"/>'),
  'link-to-network': () =>
    svg('<image href="http://192.0.2.1/x.png" xlink:href="http://192.0.2.1/x.png" width="9" height="9"/>'),
};

/* Pictures */

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
};
const packedZeros = new Map<number, Buffer>();
/** Zeros packed by zlib. They are kept, because packing them takes longer than the server takes to refuse many of the pictures. */
function zeros(length: number): Buffer {
  const known = packedZeros.get(length);
  if (known !== undefined) return known;
  const packed = deflateSync(Buffer.alloc(length));
  packedZeros.set(length, packed);
  return packed;
}

interface PngParts {
  rows?: number;
  depth?: number;
  colour?: number;
  interlaced?: number;
  /** Chunks between the head and the pixels. */
  extra?: Buffer;
}

function png(
  width: number,
  height: number,
  { rows = Math.min(height, 300), depth = 8, colour = 2, interlaced = 0, extra = Buffer.alloc(0) }: PngParts = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, interlaced], 8);
  const samples = colour === 6 ? 4 : colour === 2 ? 3 : 1;
  const line = Math.ceil((width * samples * depth) / 8) + 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    extra,
    chunk('IDAT', zeros(Math.min(line * rows, 200_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const pngs: Record<string, () => Buffer> = {
  'pixels-900M': () => png(30_000, 30_000),
  'pixels-3600M': () => png(60_000, 60_000),
  'pixels-119M-whole': () => png(10_900, 10_900, { rows: 3_000 }),
  'pixels-49M': () => png(7_000, 7_000, { rows: 7_000 }),
  'interlaced-16-bit': () => png(10_900, 10_900, { depth: 16, colour: 6, interlaced: 1 }),
  'interlaced-49M': () => png(7_000, 7_000, { interlaced: 1, rows: 7_000 }),
  'one-row': () => png(100_000_000, 1),
  'one-column': () => png(1, 100_000_000),
  'zero-size': () => png(0, 0),
  damaged: () => Buffer.concat([png(4_000, 300).subarray(0, 60), Buffer.alloc(2_000_000, 7)]),
  'text-bomb': () =>
    png(40, 30, { extra: chunk('zTXt', Buffer.concat([text('Comment\0\0'), deflateSync(Buffer.alloc(60_000_000))])) }),
  'profile-bomb': () =>
    png(40, 30, { extra: chunk('iCCP', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(60_000_000))])) }),
  'chunks-many': () =>
    png(40, 30, { extra: Buffer.concat(Array.from({ length: 60_000 }, () => chunk('tEXt', text('a\0b')))) }),
  'polyglot-zip': () => Buffer.concat([png(40, 30), zip([['a.txt', text('a')]])]),
  'polyglot-page': () => png(40, 30, { extra: chunk('tEXt', text('a\0<script>alert(1)</script>')) }),
};

const jpegs: Record<string, () => Promise<Uint8Array>> = {
  'progressive-100M': () => blank(10_000, 10_000, { progressive: true }),
  'baseline-100M': () => blank(10_000, 10_000, {}),
  'size-claimed-65500': async () => withSize(await blank(64, 64, {}), 65_500, 65_500),
  'cut-off': async () => (await blank(4_000, 4_000, {})).subarray(0, 3_000),
  'scans-many': async () => scansOf(await blank(2_000, 2_000, { progressive: true }), 600),
  noise: () => Promise.resolve(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(3_000_000, 0x5a)])),
  'exif-long': async () => withSegments(await blank(64, 64, {}), 0xe1, 300),
  'comments-many': async () => withSegments(await blank(64, 64, {}), 0xfe, 300),
  'orientation-wrong': () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer(),
};

async function blank(width: number, height: number, { progressive = false }): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: 'red' };
  return Buffer.from(await sharp({ create, limitInputPixels: false }).jpeg({ progressive, quality: 30 }).toBuffer());
}
function withSize(jpeg: Buffer, width: number, height: number): Uint8Array {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}
/** The last scan again and again: each is a pass over the whole picture. */
function scansOf(jpeg: Buffer, count: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: count }, () => scan), jpeg.subarray(-2)]);
}
function withSegments(jpeg: Buffer, marker: number, count: number): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, marker, 0xff, 0xff]), Buffer.alloc(65_533, 0x41)]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: count }, () => segment), jpeg.subarray(2)]);
}

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const heics: Record<string, () => Buffer> = {
  plain: () => Buffer.concat([box('ftyp', text('heic\0\0\0\0mif1')), box('mdat', Buffer.alloc(1_000))]),
  'boxes-deep': () =>
    Buffer.concat([
      box('ftyp', text('heic\0\0\0\0mif1')),
      Array.from({ length: 3_000 }).reduce<Buffer>((inner) => box('meta', inner), Buffer.alloc(0)),
    ]),
  'boxes-many': () =>
    Buffer.concat([box('ftyp', text('heic\0\0\0\0mif1')), ...Array.from({ length: 50_000 }, () => box('free'))]),
  'size-zero': () =>
    Buffer.concat([box('ftyp', text('heic\0\0\0\0mif1')), Buffer.from([0, 0, 0, 0, 0x6d, 0x65, 0x74, 0x61])]),
  avif: () => Buffer.concat([box('ftyp', text('avif\0\0\0\0mif1')), box('meta', Buffer.alloc(100))]),
  'tiff-loop': () => Buffer.concat([text('II*\0'), Buffer.from([8, 0, 0, 0, 0, 0, 8, 0, 0, 0])]),
  'gif-frames': () =>
    Buffer.concat([
      text('GIF89a'),
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0]),
      ...Array.from({ length: 3_000 }, () =>
        Buffer.from([0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 2, 0x4c, 1, 0]),
      ),
    ]),
  'bmp-huge': () => bmp(30_000, 30_000, 1),
  'bmp-negative': () => bmp(-5, 2_000_000_000, 24),
  'webp-huge': () =>
    Buffer.concat([
      text('RIFF'),
      Buffer.from([0x1a, 0, 0, 0]),
      text('WEBPVP8L'),
      Buffer.from([0x0d, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0]),
    ]),
};
function bmp(width: number, height: number, bits: number): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  return Buffer.concat([head, Buffer.alloc(1_000)]);
}

/* Spreadsheets and archives */

const sheet = (cells: string): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells}</sheetData></worksheet>`;
const workbooks: Record<string, () => Buffer> = {
  'sheet-bomb': () => ooxml(sheet('<row>'.repeat(12_000_000))),
  'rows-million': () => ooxml(sheet(times(300_000, (i) => `<row r="${i + 1}"><c><v>1</v></c></row>`))),
  'columns-many': () => ooxml(sheet(`<row r="1">${'<c><v>1</v></c>'.repeat(500_000)}</row>`)),
  'row-far': () => ooxml(sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
  'row-beyond': () => ooxml(sheet('<row r="999999999999"><c r="ZZZZZZZ999999999999"><v>1</v></c></row>')),
  entities: () =>
    ooxml(`<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>${sheet('<row><c t="inlineStr"><is><t>&a;</t></is></c></row>')}`),
  'strings-bomb': () => ooxml(sheet('<row/>'), { strings: `<sst>${'<si><t>a</t></si>'.repeat(2_000_000)}</sst>` }),
  'deep-xml': () => ooxml(sheet(`${'<row>'.repeat(200_000)}${'</row>'.repeat(200_000)}`)),
  'parts-many': () =>
    zip(
      Array.from({ length: 5_000 }, (_, i): [string, Buffer] => [`xl/worksheets/sheet${i}.xml`, text('<worksheet/>')]),
    ),
  'parts-overlapping': () =>
    zip([
      ['xl/workbook.xml', Buffer.alloc(60_000_000, 0x20)],
      ['xl/worksheets/sheet1.xml', Buffer.alloc(60_000_000, 0x20)],
    ]),
  'lying-size': () => zip([['xl/workbook.xml', Buffer.alloc(30_000_000, 0x20)]], { claimed: 10 }),
  'zip-in-zip': () => zip([['xl/workbook.xml', zip([['a', Buffer.alloc(30_000_000)]])]]),
  'names-traversal': () =>
    zip([
      ['../../../etc/cron.d/x', text('* * * * * root true')],
      ['xl/workbook.xml', text('<workbook/>')],
    ]),
  'no-end': () => ooxml(sheet('<row/>')).subarray(0, 200),
  formula: () => ooxml(sheet('<row r="1"><c t="str"><f>HYPERLINK("http://192.0.2.1")</f><v>=1+1</v></c></row>')),
};
const tables: Record<string, () => Buffer> = {
  'quote-unclosed': () => text(`"${'a,b\n'.repeat(1_000_000)}`),
  'quotes-many': () => text('""'.repeat(2_000_000)),
  'columns-million': () => text(','.repeat(4_000_000)),
  'rows-million': () => text('\n'.repeat(4_000_000)),
  'cell-long': () => text('a'.repeat(4_000_000)),
  formulas: () => text("=cmd|' /C calc'!A0,@SUM(1),+1,-1\n".repeat(50_000)),
  'utf-16': () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(4_000_000, 0x61)]),
  nul: () => Buffer.alloc(4_000_000),
  html: () => text(`<html>${'<td>'.repeat(500_000)}`),
  'delimiters-mixed': () => text('a;b\tc,d|e\n'.repeat(300_000)),
};

/* JSON, gzip */

const jsons: Record<string, () => Buffer> = {
  'arrays-deep': () => text('['.repeat(400_000) + ']'.repeat(400_000)),
  'objects-deep': () => text('{"a":'.repeat(150_000)),
  'values-many': () => text(`[${'1,'.repeat(450_000)}1]`),
  'keys-many': () => text(`{${times(60_000, (i) => `"k${i}":1,`)}"a":1}`),
  'keys-colliding': () => text(`{${times(60_000, () => '"a":1,')}"a":1}`),
  prototype: () => text('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
  'number-long': () => text(`{"a":${'9'.repeat(900_000)}}`),
  'string-escapes': () => text(`{"a":"${'\\u0000'.repeat(150_000)}"}`),
  'string-unclosed': () => text(`{"a":"${'a'.repeat(900_000)}`),
  surrogates: () => text(`{"a":"${'\\ud800'.repeat(150_000)}"}`),
};
const packed: Record<string, () => Buffer> = {
  'arrays-4M': () => gzipSync(text('['.repeat(4_000_000) + ']'.repeat(4_000_000))),
  'changes-2500000': () => gzipSync(text(`{"changes":[${'{},'.repeat(2_500_000)}{}]}`)),
  'blanks-60M': () => gzipSync(Buffer.alloc(60_000_000, 0x20)),
  twice: () => gzipSync(gzipSync(Buffer.alloc(60_000_000))),
  'members-many': () => Buffer.concat(Array.from({ length: 20_000 }, () => gzipSync(text(' ')))),
  'cut-off': () => gzipSync(text(`{"a":"${'a'.repeat(500_000)}"}`)).subarray(0, 400),
  'checksum-wrong': () => Buffer.concat([gzipSync(text('{}')).subarray(0, -8), Buffer.alloc(8)]),
  'no-gzip': () => randomBytes(5_000),
  'objects-deep': () => gzipSync(text('{"a":'.repeat(1_000_000))),
  'strings-many': () => gzipSync(text(`[${'"",'.repeat(2_000_000)}""]`)),
};

const files: Record<string, () => Buffer> = {
  'bomb.zip': () => zip([['a', Buffer.alloc(60_000_000)]]),
  'traversal.zip': () => zip([['../../a', text('a')]]),
  'nested.pdf': () => text(`%PDF-1.7\n${'<<'.repeat(300_000)}`),
  'flate-bomb.pdf': () =>
    Buffer.concat([
      text('%PDF-1.7\n1 0 obj<</Filter/FlateDecode>>stream\n'),
      deflateSync(Buffer.alloc(60_000_000)),
      text('\nendstream'),
    ]),
  'script.pdf': () => text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
  'raw-deflate.zip': () => deflateRawSync(Buffer.alloc(60_000_000)),
  'page.svg': () => text(svg('<script>alert(1)</script>')),
  'page.html': () => text('<script>alert(1)</script>'.repeat(10_000)),
};

const scripts: Record<string, string> = {
  loop: 'while (true) { }',
  'text-doubling': 'string s = "x"; while (true) { s = s + s; }',
  recursion: 'Page1_StartPage(sender, e);',
  'list-growing': 'List<string> l = new List<string>(); while (true) { l.Add("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"); }',
};

function entries(
  way: Way,
  ending: string,
  of: Readonly<Record<string, () => Uint8Array | string | Promise<Uint8Array>>>,
): Hostile[] {
  return Object.entries(of).map(([name, make]) => ({
    name: ending === '' ? name : `${name}.${ending}`,
    way,
    make: async () => {
      const made = await make();
      return typeof made === 'string' ? text(made) : Buffer.from(made);
    },
  }));
}

/** Every input. */
export const collection: readonly Hostile[] = [
  ...entries('check', 'frx', templates),
  ...entries('photo', 'svg', drawings),
  ...entries('photo', 'png', pngs),
  ...entries('photo', 'jpg', jpegs),
  ...entries('photo', 'heic', heics),
  ...entries('register', 'xlsx', workbooks),
  ...entries('register', 'csv', tables),
  ...entries('json', 'json', jsons),
  ...entries('push', 'gz', packed),
  ...entries('file', '', files),
  ...entries(
    'print',
    'script.frx',
    Object.fromEntries(Object.entries(scripts).map(([name, code]) => [name, () => scripted(code)])),
  ),
  ...entries(
    'print',
    'svg.frx',
    Object.fromEntries(
      Object.entries(drawings)
        .slice(0, 8)
        .map(([name, make]) => [name, () => report(svgObject(make()) + picture(text(make())))]),
    ),
  ),
  ...entries('print', 'png.frx', {
    'twenty-pictures-49M': () => report(times(20, (i) => picture(png(7_000, 7_000 - i, { rows: 7_000 })))),
    'one-picture-900M': () => report(picture(png(30_000, 30_000))),
    'polygon-dashes': () =>
      report(
        `<PolyLineObject Name="L" Width="700" Height="900" Border.Style="Dash" Border.Width="0.0001" PolyPoints="0\\0\\0|1000000\\1000000\\0"/>`,
      ),
  }),
];
