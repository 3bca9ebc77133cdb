import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'frx-cli-'));
const inFolder = (...names: string[]): string => join(folder, ...names);

const TEMPLATE = `<?xml version="1.0" encoding="utf-8"?>
<Report><Dictionary><TableDataSource Name="Item" ReferenceName="Shop.Item"><Column Name="Name" DataType="System.String"/></TableDataSource>
<Parameter Name="Place" DataType="System.String"/></Dictionary>
<ReportPage Name="Page1">
<ReportTitleBand Name="Title1" Height="20"><TextObject Name="Text1" Width="300" Height="20" Text="[Place] [Date]"/></ReportTitleBand>
<DataBand Name="Data1" Height="20" DataSource="Item"><TextObject Name="Text2" Width="300" Height="20" Text="[Item.Name]" Font="Comic Sans MS, 10pt"/></DataBand>
</ReportPage></Report>`;

interface Layout {
  readonly pages: { readonly objects: { readonly children?: { readonly text: string }[] }[] }[];
}

function frx(...options: string[]): { readonly status: number | null; readonly out: string; readonly err: string } {
  const done = spawnSync(process.execPath, [cli, ...options], { encoding: 'utf8' });
  return { status: done.status, out: done.stdout, err: done.stderr };
}

function textsIn(file: string): string[] {
  const { pages } = JSON.parse(readFileSync(file, 'utf8')) as Layout;
  return pages.flatMap((page) => page.objects.flatMap((band) => (band.children ?? []).map((text) => text.text)));
}

beforeAll(() => {
  mkdirSync(inFolder('templates'));
  writeFileSync(inFolder('templates', 'good.frx'), TEMPLATE);
  writeFileSync(inFolder('templates', 'broken.frx'), '<Report><ReportPage></Report>');
  writeFileSync(inFolder('shop.json'), JSON.stringify({ Item: [{ Name: 'Crane' }, { Name: 'Padeye' }] }));
  writeFileSync(inFolder('Item.csv'), 'Name\nHoist\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const common = ['--shipped-fonts', '--now', '2026-01-15T12:00:00'];

describe('frx', () => {
  it('prints a template with its data, parameters, clock and culture', () => {
    const out = inFolder('one.layout.json');
    const { status, err } = frx(
      'layout',
      inFolder('templates', 'good.frx'),
      '--data',
      `Shop=${inFolder('shop.json')}`,
      '--param',
      'Place=Deck',
      '--culture',
      'de-DE',
      ...common,
      '-o',
      out,
    );
    expect(err).toContain('Comic Sans MS is replaced by');
    expect(status).toBe(0);
    expect(textsIn(out)).toEqual(['Deck 15.01.2026 12:00:00', 'Crane', 'Padeye']);
  });

  it.each(['pdf', 'html', 'xlsx'])('writes %s, the same bytes every time', (format) => {
    const bytes = [1, 2].map((run) => {
      const out = inFolder(`run${run}.${format}`);
      expect(
        frx(format, inFolder('templates', 'good.frx'), '--data', `Shop=${inFolder('shop.json')}`, ...common, '-o', out)
          .status,
      ).toBe(0);
      return readFileSync(out);
    });
    expect(bytes[0]?.length).toBeGreaterThan(500);
    expect(Buffer.compare(bytes[0] ?? Buffer.of(), bytes[1] ?? Buffer.of(1))).toBe(0);
  });

  it('prints a folder, including the templates after one that fails', () => {
    const { status, err } = frx(
      'png',
      inFolder('templates'),
      '--data',
      `Shop=${inFolder('shop.json')}`,
      ...common,
      '-o',
      inFolder('pictures'),
    );
    expect(status).toBe(1);
    expect(err).toContain('broken.frx');
    expect(readdirSync(inFolder('pictures'))).toEqual(['good.page-1.png']);
  });

  it('leaves no partly written file', () => {
    frx('pdf', inFolder('templates', 'broken.frx'), ...common, '-o', inFolder('broken.pdf'));
    expect(existsSync(inFolder('broken.pdf'))).toBe(false);
    expect(existsSync(inFolder('broken.pdf.part'))).toBe(false);
  });

  it('checks a template and lists its findings', () => {
    const { out } = frx(
      'check',
      inFolder('templates', 'good.frx'),
      '--data',
      `Shop=${inFolder('shop.json')}`,
      ...common,
    );
    expect(out).toContain('The font Comic Sans MS is replaced by Liberation Sans');
  });

  it('reports the fault of a command', () => {
    expect(frx('pdf', inFolder('templates', 'good.frx'))).toMatchObject({ status: 2 });
    expect(frx('print', inFolder('templates', 'good.frx'), '-o', 'x').err).toContain('There is no command "print"');
    expect(frx('pdf', inFolder('templates', 'good.frx'), '--data', 'Shop', '-o', 'x').err).toContain('NAME=VALUE');
    expect(frx('pdf', inFolder('templates', 'good.frx'), '--now', 'soon', '-o', 'x').err).toContain('--now');
  });
});
