import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { objectsTemplate, READINGS } from './reportObjects.ts';

const FRX = join(import.meta.dirname, '../../../packages/frx/bin/frx.mjs');
const FOLDER = join(import.meta.dirname, '../../../gallery');

/** The objects that the open edition of FastReport leaves out have no reference pages: they are judged by eye. */
test('report objects without reference pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-objects-'));
  try {
    mkdirSync(FOLDER, { recursive: true });
    const [template, data] = [join(folder, 'objects.frx'), join(folder, 'readings.xml')];
    writeFileSync(template, objectsTemplate);
    writeFileSync(data, READINGS);
    const output = join(FOLDER, 'report-objects.png');
    const printed = execFileSync(
      process.execPath,
      [FRX, 'png', template, '--data', `Rig=${data}`, '--shipped-fonts', '-o', output],
      { encoding: 'utf8' },
    );
    expect(printed).not.toMatch(/line \d+/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
