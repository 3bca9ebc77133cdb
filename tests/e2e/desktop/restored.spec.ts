import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONDITIONS } from '@holdfast/contract';
import { tinyPhoto } from '@holdfast/core/testing';
import { startAgent } from '../fixtures/agent.ts';
import { callerOf, DROPS, makeCompany, makeRig, PASSWORD, signIn } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { startServer } from '../fixtures/server.ts';

const COMMANDS = join(import.meta.dirname, '../../../apps/server/src/cli.ts');

test.describe('a server that was restored from a backup', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('gets changes made in a browser back from a desktop, whose user is shown them and sends them again', async ({
    page,
    login,
    dashboard,
    inspection,
  }, info) => {
    const server = await startServer({ demo: false });
    const backups = mkdtempSync(join(tmpdir(), 'holdfast-e2e-backup-'));
    const command = (name: string): void => {
      const env = { ...process.env, HOLDFAST_DATA: server.folder };
      execFileSync(process.execPath, [COMMANDS, name, join(backups, 'unit')], { env });
    };
    const company = await makeCompany(server);
    const rig = await makeRig(company);
    const email = 'idris@holdfast.example';
    const account = { name: 'Idris Fallowby', email, companyId: company.id, password: PASSWORD };
    await company.wren.call('createUser', { ...account, role: 'inspector' });
    const agent = await startAgent(server.address);
    const bar = page.getByRole('region', { name: 'This device', exact: true });
    const lost = page.getByRole('region', { name: 'Lost on the server' });
    try {
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      await expect(bar).toContainText('Up to date.', { timeout: 60_000 });
      command('backup');
      const idris = callerOf(server.address, await signIn(server.address, email));
      const place = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
      await idris('setCondition', { ...place, conditionId: CONDITIONS.defective.id });
      await idris('addImageToInstallationInspectionItem', {
        ...place,
        filename: 'guard.png',
        base64Image: tinyPhoto(),
      });
      await idris('addNoteToInstallationInspectionItem', { ...place, content: 'Crack at the weld toe, 12 mm.' });
      await dashboard.openInspection(rig.installationName, DROPS);
      await inspection.row('Padeye, port').click();
      await expect(page.getByText('Crack at the weld toe, 12 mm.')).toBeVisible({ timeout: 20_000 });
      await expect(bar).toContainText('Up to date.');

      await server.kill();
      for (const name of readdirSync(server.folder)) rmSync(join(server.folder, name), { recursive: true });
      command('restore');
      await server.restart();
      await login.signIn(company.maren.email, PASSWORD);
      await expect(bar).toContainText('not accepted (3)', { timeout: 60_000 });
      await bar.getByRole('button').first().click();
      await expect(lost.getByRole('listitem')).toHaveCount(3);
      await page.screenshot({ path: info.outputPath('desktop.png'), fullPage: true });
      expect(await axeFindings(page)).toEqual([]);
      await expect(lost).toContainText('they are not sent automatically');
      const wide = page.viewportSize()!;
      await page.setViewportSize({ width: 390, height: 844 });
      await page.screenshot({ path: info.outputPath('phone.png'), fullPage: true });
      await page.setViewportSize(wide);
      await lost.getByRole('button', { name: 'Send all again' }).click();
      await expect(lost).toHaveCount(0, { timeout: 20_000 });
      await expect(bar).toContainText('Up to date.', { timeout: 40_000 });
    } finally {
      await agent.remove();
      await server.remove();
      rmSync(backups, { recursive: true });
    }
  });
});
