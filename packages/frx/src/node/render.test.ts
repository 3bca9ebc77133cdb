import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { render, RenderError } from './index.ts';
import type { RenderEvent, RenderRequest } from './index.ts';

const template = (title: string): Uint8Array =>
  new TextEncoder()
    .encode(`<Report><Dictionary><TableDataSource Name="Item" ReferenceName="Shop.Item"><Column Name="Name" DataType="System.String"/></TableDataSource></Dictionary>
<ReportPage Name="Page1"><DataBand Name="Data1" Height="300" DataSource="Item"><TextObject Name="Text1" Width="300" Height="20" Text="${title} [Item.Name]"/></DataBand></ReportPage></Report>`);

function request(changes: Partial<RenderRequest> = {}): RenderRequest {
  const rows = Array.from({ length: 60 }, (_, index) => ({ Name: `Crane ${index}` }));
  return {
    template: template('Item'),
    dataSets: [{ name: 'Shop', tables: [{ name: 'Item', rows }] }],
    format: 'pdf',
    now: Date.UTC(2026, 0, 15, 12),
    fonts: { installed: false },
    ...changes,
  };
}

async function eventsOf(run: AsyncIterable<RenderEvent>): Promise<RenderEvent[]> {
  const events: RenderEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

describe('printing in a thread', () => {
  it('writes the file itself on request', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'frx-')), 'report.pdf');
    const events = await eventsOf(render(request(), { into: path }));
    expect(events.map(({ kind }) => kind)).not.toContain('bytes');
    expect(readFileSync(path).subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(readFileSync(path).subarray(-6).toString('latin1').trim()).toBe('%%EOF');
    rmSync(dirname(path), { recursive: true });
  });

  it('begins while rows are gathered, and fails with the error of gathering them', async () => {
    async function* rows(): AsyncGenerator<{ Name: string }[]> {
      yield [{ Name: 'Winch' }];
      yield await Promise.resolve([{ Name: 'Hoist' }, { Name: 'Sheave' }]);
    }
    const printing = (pieces: AsyncIterable<{ Name: string }[]>): RenderRequest =>
      request({ dataSets: [{ name: 'Shop', tables: [{ name: 'Item', rows: pieces }] }], format: 'layout' });
    const events = await eventsOf(render(printing(rows())));
    const layout = Buffer.concat(events.flatMap((event) => (event.kind === 'bytes' ? [event.bytes] : []))).toString();
    expect(layout.match(/Item (?:Winch|Hoist|Sheave)/g)).toEqual(['Item Winch', 'Item Hoist', 'Item Sheave']);
    async function* tooMany(): AsyncGenerator<{ Name: string }[]> {
      yield* rows();
      throw new Error('There are too many.');
    }
    await expect(eventsOf(render(printing(tooMany())))).rejects.toThrow('There are too many.');
  });

  it('writes large photos into the file as they are', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'frx-'));
    const canvas = createCanvas(600, 400);
    const context = canvas.getContext('2d');
    for (let x = 0; x < 600; x += 2)
      for (let y = 0; y < 400; y += 2) {
        context.fillStyle = `rgb(${(x * y) % 251}, ${(x * 7 + y) % 241}, ${(x + y * 13) % 239})`;
        context.fillRect(x, y, 2, 2);
      }
    const photo = canvas.toBuffer('image/jpeg', 100);
    expect(photo.length).toBeGreaterThan(100_000);
    const photos = Array.from({ length: 6 }, (_, i) => {
      const file = join(folder, `${i}.jpg`);
      // Bytes after the end of a picture distinguish the files and are not drawn.
      writeFileSync(file, Buffer.concat([photo, Buffer.from(`photo ${i}`)]));
      return { file };
    });
    const shows = new TextEncoder()
      .encode(`<Report><Dictionary><TableDataSource Name="Photo" ReferenceName="Shop.Photo"><Column Name="Image" DataType="System.Byte[]"/></TableDataSource></Dictionary>
<ReportPage Name="Page1"><DataBand Name="Data1" Height="600" DataSource="Photo"><PictureObject Name="Shot" Width="600" Height="400" DataColumn="Photo.Image"/></DataBand></ReportPage></Report>`);
    const tables = [
      { name: 'Photo', columns: [{ name: 'Image', type: 'byte[]' as const }], rows: photos.map((cell) => [cell]) },
    ];
    const order = request({ template: shows, dataSets: [{ name: 'Shop', tables }] });
    const path = join(folder, 'report.pdf');
    await eventsOf(render(order, { into: path }));
    const written = readFileSync(path);
    for (const { file } of photos) expect(written.includes(readFileSync(file))).toBe(true);
    const handed = await eventsOf(render(order));
    expect(
      Buffer.concat(handed.flatMap((event) => (event.kind === 'bytes' ? [event.bytes] : []))).equals(written),
    ).toBe(true);
    // Every object lies where the list at the end of the file says it does.
    const [, start] = /startxref\n(\d+)/.exec(written.toString('latin1', written.length - 60))!;
    const places = [...written.toString('latin1', Number(start)).matchAll(/^(\d{10}) 00000 n/gm)];
    expect(places.length).toBeGreaterThan(photos.length);
    for (const [i, [, place]] of places.entries())
      expect(written.toString('latin1', Number(place), Number(place) + 12)).toMatch(new RegExp(`^${i + 1} 0 obj`));
    rmSync(folder, { recursive: true });
  });

  it('reads the pictures of cells from their files, and leaves a cell with a missing file empty', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'frx-'));
    const picture = join(folder, 'dot.png');
    writeFileSync(picture, createCanvas(8, 8).toBuffer('image/png'));
    const shows = new TextEncoder()
      .encode(`<Report><Dictionary><TableDataSource Name="Photo" ReferenceName="Shop.Photo"><Column Name="Image" DataType="System.Byte[]"/></TableDataSource></Dictionary>
<ReportPage Name="Page1"><DataBand Name="Data1" Height="100" DataSource="Photo"><PictureObject Name="Shot" Width="90" Height="90" DataColumn="Photo.Image"/></DataBand></ReportPage></Report>`);
    const rows = [[{ file: picture }], [{ file: join(folder, 'gone.svg') }], [{ file: picture }]];
    const tables = [{ name: 'Photo', columns: [{ name: 'Image', type: 'byte[]' as const }], rows }];
    const events = await eventsOf(
      render(request({ template: shows, dataSets: [{ name: 'Shop', tables }], format: 'html' })),
    );
    const html = Buffer.concat(events.flatMap((event) => (event.kind === 'bytes' ? [event.bytes] : []))).toString();
    expect(html.match(/<use /g)).toHaveLength(2);
    rmSync(folder, { recursive: true });
  });

  it('returns the bytes of the file, and the warnings at the end', async () => {
    const events = await eventsOf(render(request({ template: template('[Nothing]') })));
    const bytes = Buffer.concat(events.flatMap((event) => (event.kind === 'bytes' ? [event.bytes] : [])));
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(bytes.subarray(-6).toString('latin1').trim()).toBe('%%EOF');
    const done = events.at(-1);
    expect(done?.kind === 'done' && done.warnings.length > 0).toBe(true);
  });

  it('names every picture of a report of several pages', async () => {
    const events = await eventsOf(render(request({ format: 'png' })));
    const files = events.flatMap((event) => (event.kind === 'file' ? [event.ending] : []));
    expect(files.slice(0, 2)).toEqual(['.page-1.png', '.page-2.png']);
    expect(files).toHaveLength(20);
  });

  it('reports the line of an error in a template', async () => {
    const broken = new TextEncoder().encode('<Report>\n<ReportPage></Report>');
    await expect(eventsOf(render(request({ template: broken })))).rejects.toMatchObject({
      name: 'TemplateError',
      line: 2,
    });
  });

  it('ends at a limit, and names the object that was printed', async () => {
    await expect(eventsOf(render(request({ limits: { pages: 2 } })))).rejects.toMatchObject({
      name: 'LimitError',
      object: 'Data1',
      line: 2,
    });
  });

  it('returns the warnings of a successful run with the names of their objects', async () => {
    const done = (await eventsOf(render(request({ template: template('[Nothing]') })))).at(-1);
    expect(done?.kind === 'done' ? done.warnings[0] : undefined).toMatchObject({ object: 'Text1', line: 2 });
  });

  it('names the band of a page that contains itself, and its line', async () => {
    const calling = new TextEncoder().encode(`<Report><ReportPage Name="Page1">
<DataBand Name="Once" Height="20" RowCount="1"><SubreportObject Name="Sub1" Height="20" ReportPage="Page2"/></DataBand></ReportPage><ReportPage Name="Page2">
<DataBand Name="Again" Height="20" RowCount="1"><SubreportObject Name="Sub2" Height="20" ReportPage="Page2"/></DataBand></ReportPage></Report>`);
    await expect(eventsOf(render(request({ template: calling })))).rejects.toMatchObject({
      message: 'The report needs more than the allowed 200 subreports or bands within each other.',
      line: 3,
      object: 'Again',
    });
  });

  it('names the object whose character no font has, once', async () => {
    const done = (await eventsOf(render(request({ template: template('\u{20bb7}') })))).at(-1);
    expect(done?.kind === 'done' ? done.warnings : undefined).toEqual([
      { message: 'No font has the character U+20BB7; a box stands in its place.', object: 'Text1', line: 2 },
    ]);
  });

  it('ends with the reason of the signal', async () => {
    const stop = new AbortController();
    const run = render(request(), { signal: stop.signal });
    await run.next();
    stop.abort(new Error('enough'));
    await expect(eventsOf(run)).rejects.toThrow('enough');
  });

  it('ends when its memory is exceeded, and the host continues', async () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => ({ Name: `Crane ${index} ${'x'.repeat(100)}` }));
    const run = render(request({ dataSets: [{ name: 'Shop', tables: [{ name: 'Item', rows }] }] }), { megabytes: 16 });
    await expect(eventsOf(run)).rejects.toBeInstanceOf(RenderError);
  });
});
