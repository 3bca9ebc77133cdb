import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
let project: string;
let frx: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'holdfast-packed-'));
  const file = execFileSync(process.execPath, [join(ROOT, 'scripts', 'packaging', 'packFrx.mjs'), project], {
    encoding: 'utf8',
  });
  frx = join(project, 'node_modules', '@holdfast', 'frx');
  mkdirSync(frx, { recursive: true });
  execFileSync('tar', ['-xzf', file.trim(), '--strip-components=1', '-C', frx]);
  // What npm would install beside it, without the network.
  const { dependencies } = JSON.parse(readFileSync(join(frx, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const resolve = createRequire(join(ROOT, 'packages', 'frx', 'package.json')).resolve;
  for (const name of Object.keys(dependencies)) {
    const path = resolve(name);
    const folder = path.slice(0, path.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length);
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(folder, link);
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
}, 120_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

const run = (...command: string[]): string =>
  execFileSync(process.execPath, command, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

describe('the report engine in a project of its own', () => {
  it("prints its README's example", () => {
    const example =
      /<!-- example -->\s+```js\n([^]*?)```/.exec(readFileSync(join(frx, 'README.md'), 'utf8'))?.[1] ?? '';
    writeFileSync(join(project, 'example.js'), example);
    run('example.js');
    const pdf = readFileSync(join(project, 'lifting.pdf')).toString('latin1');
    expect(pdf).toMatch(/^%PDF-1\.7/);
    expect(pdf).toContain('/Lang (en)');
  }, 60_000);

  it('prints in every format from the command line, and in a thread', () => {
    const template = /const template = `([^`]*)`/.exec(readFileSync(join(frx, 'README.md'), 'utf8'))?.[1] ?? '';
    writeFileSync(join(project, 'list.frx'), template);
    writeFileSync(join(project, 'rig.json'), '{"Item":[{"Name":"Chain hoist","Load":1.5}]}');
    const cli = join(frx, 'bin', 'frx.mjs');
    for (const format of ['pdf', 'html', 'xlsx', 'docx', 'csv'])
      run(cli, format, 'list.frx', '--data', 'Rig=rig.json', '--shipped-fonts', '-o', `list.${format}`);
    expect(readFileSync(join(project, 'list.csv'), 'utf8')).toContain('Chain hoist,1.5');
    expect(
      readdirSync(project)
        .filter((name) => name.startsWith('list.'))
        .toSorted(),
    ).toEqual(['csv', 'docx', 'frx', 'html', 'pdf', 'xlsx'].map((format) => `list.${format}`));
    const threaded = `import { render } from '@holdfast/frx/node';
import { readFileSync } from 'node:fs';
const tables = [{ name: 'Item', columns: [{ name: 'Name', type: 'string' }, { name: 'Load', type: 'decimal' }], rows: [['Padeye', 2]] }];
let html = '';
for await (const event of render({ template: readFileSync('list.frx'), dataSets: [{ name: 'Rig', tables }], format: 'html', now: 0, fonts: { installed: false } }))
  if (event.kind === 'bytes') html += new TextDecoder().decode(event.bytes);
process.stdout.write(String(html.includes('Padeye')));`;
    writeFileSync(join(project, 'threaded.js'), threaded);
    expect(run('threaded.js')).toBe('true');
  }, 120_000);
});
