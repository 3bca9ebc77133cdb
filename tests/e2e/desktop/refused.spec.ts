import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openConnection } from '../../../apps/desktop/src/agent/testing/connection.ts';
import { startAgent } from '../fixtures/agent.ts';
import { DROPS, PASSWORD } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { pdfPages } from '../fixtures/pdfText.ts';
import { LoginPage } from '../pages/loginPage.ts';
import { syncScreen } from '../pages/syncScreen.ts';

/** Overwrites the header of a database after its write-ahead log was merged into it. */
function overwriteHeader(file: string): void {
  const database = new Sqlite(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  const open = openSync(file, 'r+');
  writeSync(open, Buffer.alloc(100, 0xa5), 0, 100, 0);
  closeSync(open);
}

test.describe('changes that the server refused', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('are printed, discarded, corrected and sent by their author, or accepted by an administrator; they survive a damaged database', async ({
    page,
    browser,
    server,
    company,
    rig,
    login,
    dashboard,
    inspection,
    item,
  }, info) => {
    const email = `${crypto.randomUUID()}@holdfast.example`;
    const account = { name: 'Idris Fallowby', email, companyId: company.id, password: PASSWORD };
    const idris = await company.wren.call('createUser', { ...account, role: 'inspector' });
    const line = await openConnection(server.address);
    const agent = await startAgent(line.address);
    const cut = async (): Promise<void> => {
      line.open(false);
      line.cut();
      await expect(bar).toContainText('Not connected', { timeout: 20_000 });
    };
    const bar = page.getByRole('region', { name: 'This device', exact: true });
    const refused = page.getByRole('region', { name: 'Not accepted by the server' });
    const entry = (words: string) => refused.getByRole('listitem').filter({ hasText: words });
    try {
      await page.goto(agent.launchAddress());
      await login.signIn(email, PASSWORD);
      await expect(bar).toContainText('Up to date.', { timeout: 60_000 });

      await cut();
      await dashboard.openInspection(rig.installationName, DROPS);
      await inspection.row('Padeye, port').click();
      await item.condition('Defective').click();
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('Crack at the weld toe, 12 mm.');
      await page.getByRole('dialog').getByRole('button', { name: 'Add Note' }).click();
      await expect(bar).toContainText('waiting to sync (2)');

      // The changes arrive while the account may only read.
      await company.wren.call('updateUser', { id: idris.id, role: 'viewer' });
      line.open(true);
      await expect(bar).toContainText('not accepted (2)', { timeout: 40_000 });
      await cut();
      await company.wren.call('updateUser', { id: idris.id, role: 'inspector' });

      await bar.getByRole('button', { name: /Not connected/ }).click();
      await expect(refused.getByRole('listitem')).toHaveCount(2);
      expect(await axeFindings(page)).toEqual([]);
      // The run that reported the refusal succeeded; the screen must not look as if everything were accepted.
      await expect(syncScreen(page).progress).not.toHaveAttribute('data-status');
      const wide = page.viewportSize()!;
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => bar.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      await expect(bar.getByText('not accepted (2)')).toBeInViewport({ ratio: 1 });
      await page.screenshot({ path: info.outputPath('narrow.png') });
      await page.setViewportSize(wide);
      await refused.getByRole('button', { name: 'Save to a file' }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Document with photos (PDF)' }).click();
      const [text] = await pdfPages(readFileSync(await (await saved).path()));
      expect(text).toContain('Crack at the weld toe, 12 mm.');

      await entry('Crack').getByRole('button', { name: 'Discard' }).click();
      await expect(refused.getByRole('listitem')).toHaveCount(1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await entry('Crack').getByRole('button', { name: 'Correct' }).click();
      const dialog = page.getByRole('dialog', { name: 'Correct and send again' });
      await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Crack at the weld toe, 12 mm.');
      await dialog.getByRole('textbox', { name: 'Text' }).fill('Crack at the weld toe, 21 mm.');
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(refused.getByRole('listitem')).toHaveCount(1);

      const context = await browser.newContext();
      const admin = await context.newPage();
      await admin.goto(server.address);
      await new LoginPage(admin).signIn(company.wren.email, PASSWORD);
      await expect(admin.getByRole('banner')).toBeVisible();
      await admin.goto(`${server.address}/admin/devices`);
      await admin
        .getByRole('row', { name: /Idris Fallowby/ })
        .getByRole('button')
        .first()
        .click();
      const device = admin.getByRole('dialog');
      const reported = device.getByRole('region', { name: 'Changes that were not accepted' });
      await expect(reported.getByRole('listitem')).toHaveCount(2);
      expect(await axeFindings(admin)).toEqual([]);
      await reported
        .getByRole('listitem')
        .filter({ hasText: 'Defective' })
        .getByRole('button', { name: /Accept/ })
        .click();
      await expect(reported.getByRole('listitem')).toHaveCount(1);
      await context.close();

      line.open(true);
      await expect(refused).toHaveCount(0, { timeout: 40_000 });
      const place = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
      const notes = await company.wren.call('getNotesForInstallationInspectionItem', place);
      expect(notes.map(({ content }) => content)).toEqual(['Crack at the weld toe, 21 mm.']);
      const condition = await company.wren.call('getInstallationInspectionItemCondition', place);
      expect(condition?.name).toBe('Defective');

      await cut();
      await bar.getByRole('button', { name: /Not connected/ }).click();
      await item.condition('Fit for Purpose').click();
      await expect(bar).toContainText('waiting to sync (1)');
      await agent.kill();
      overwriteHeader(join(agent.folder, 'device.db'));
      await agent.restart();
      await page.goto(agent.launchAddress());
      const notice = page.getByRole('alert').filter({ hasText: 'was damaged and was repaired' });
      await expect(notice).toContainText('One change that had not been sent was rescued.');
      await expect(notice).toContainText('Fit for purpose');
      expect(await axeFindings(page)).toEqual([]);
      line.open(true);
      await notice.getByRole('button', { name: 'I have read this' }).click();
      await expect(notice).toHaveCount(0);
      await expect
        .poll(async () => (await company.wren.call('getInstallationInspectionItemCondition', place))?.name, {
          timeout: 60_000,
        })
        .toBe('Fit for purpose');
    } finally {
      await agent.remove();
      await line.close();
    }
  });
});
