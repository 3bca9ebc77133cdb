/** The bill of materials, and the record of known vulnerabilities. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judge, readAudit } from '../scripts/checks/advisories.mjs';
import { billOfMaterials } from '../scripts/packaging/sbom.mjs';

const ROOT = join(import.meta.dirname, '..');

describe('The bill of materials', () => {
  it(
    'names the packages that server and desktop run with, each with its version, and none of development',
    { timeout: 120_000 },
    () => {
      const bill = JSON.parse(billOfMaterials()) as { bomFormat: string; components: { name: string; purl: string }[] };
      expect(bill.bomFormat).toBe('CycloneDX');
      const names = bill.components.map(({ purl }) => decodeURIComponent(purl));
      for (const workspace of ['packages/api', 'packages/host', 'apps/server', 'apps/desktop', 'apps/web']) {
        const { dependencies } = JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8')) as {
          dependencies: Record<string, string>;
        };
        for (const [name, version] of Object.entries(dependencies))
          // A package under another name is listed under its own.
          expect(names).toContain(`pkg:npm/${/^npm:(.+)$/.exec(version)?.[1] ?? `${name}@${version}`}`);
      }
      expect(names.filter((name) => /\/(vitest|oxlint|knip)@/.test(name))).toEqual([]);
    },
  );
});

describe('The record of known vulnerabilities', () => {
  const record = { askedAt: '2026-01-15', lockSha256: 'a', advisories: [], accepted: {} };
  const found = { name: 'left-pad', severity: 'high', title: 'Pads too far' };

  it('fails for a serious one until it is accepted with a reason', () => {
    expect(judge(record, 'a').good).toBe(true);
    expect(judge({ ...record, advisories: [found] }, 'a').good).toBe(false);
    expect(judge({ ...record, advisories: [{ ...found, severity: 'low' }] }, 'a').good).toBe(true);
    expect(judge({ ...record, advisories: [found], accepted: { 'left-pad': 'not reached' } }, 'a').good).toBe(true);
  });

  it('says when the registry was never asked, and when the lock file has changed since', () => {
    expect(judge({ ...record, askedAt: null }, 'a').lines.join()).toContain('never asked');
    expect(judge(record, 'a').lines.join()).not.toContain('changed');
    expect(judge(record, 'b').lines.join()).toContain('changed');
  });

  it('does not treat a failure of the registry as an answer', () => {
    expect(readAudit('{"message": "405 Method Not Allowed"}')).toBeNull();
    expect(readAudit('')).toBeNull();
    expect(readAudit('{"vulnerabilities": {}}')).toEqual([]);
    const via = ['b', { title: 'Pads too far' }];
    expect(readAudit(JSON.stringify({ vulnerabilities: { a: { severity: 'high', via } } }))).toEqual([
      { name: 'a', severity: 'high', title: 'by way of b; Pads too far' },
    ]);
  });
});
