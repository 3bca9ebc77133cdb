import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openConnection } from '../../../apps/desktop/src/agent/testing/connection.ts';
import { startAgent } from '../fixtures/agent.ts';
import { DROPS, PASSWORD } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

/** Paths of the photos and files in a data folder. The folder for them is created with the first one. */
function contentsIn(folder: string): string[] {
  const blobs = join(folder, 'blobs');
  if (!existsSync(blobs)) return [];
  return readdirSync(blobs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

test.describe('a photo that is damaged before it is sent', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('is listed, and another one is sent instead', async ({
    page,
    server,
    company,
    rig,
    login,
    dashboard,
    inspection,
  }, info) => {
    const line = await openConnection(server.address);
    const agent = await startAgent(line.address);
    const bar = page.getByRole('region', { name: 'This device', exact: true });
    const damaged = page.getByRole('region', { name: 'Damaged on this device' });
    const replace = damaged.getByRole('button', { name: 'Send another photo instead' });
    const choose = async (file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await replace.click();
      await (await chooser).setFiles([file]);
    };
    try {
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      await expect(bar).toContainText('Up to date.', { timeout: 60_000 });
      line.open(false);
      line.cut();
      await expect(bar).toContainText('Not connected', { timeout: 20_000 });
      const before = new Set(contentsIn(agent.folder));
      await dashboard.openInspection(rig.installationName, DROPS);
      await inspection.row('Padeye, port').click();
      await new PhotosPanel(page).upload(png('guard.png', 71, 640, 480));
      await expect(bar).toContainText('waiting to sync', { timeout: 20_000 });
      const added = contentsIn(agent.folder).filter((path) => !before.has(path));
      expect(added).toHaveLength(1);
      writeFileSync(added[0]!, 'changed on the disk');

      line.open(true);
      await expect(bar).toContainText('not accepted (1)', { timeout: 60_000 });
      await page.goto(new URL('/', page.url()).href);
      await bar.getByRole('button').first().click();
      await expect(damaged.getByRole('listitem')).toHaveCount(1);
      await expect(damaged).toContainText('Padeye, port');
      await expect(damaged).toContainText('The photo changed on this device after it was recorded');
      await expect(damaged).toContainText('The picture cannot be shown.');
      expect(await axeFindings(page)).toEqual([]);
      await page.screenshot({ path: info.outputPath('desktop.png'), fullPage: true });
      const wide = page.viewportSize()!;
      await page.setViewportSize({ width: 390, height: 844 });
      await page.screenshot({ path: info.outputPath('phone.png'), fullPage: true });
      await page.setViewportSize(wide);

      // A file that is no picture is refused, and the same input accepts the next one.
      await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
      await expect(damaged.getByRole('alert')).toBeVisible({ timeout: 20_000 });
      await page.screenshot({ path: info.outputPath('refused.png'), fullPage: true });
      await choose(png('guard again.png', 72, 640, 480));
      await expect(damaged).toHaveCount(0, { timeout: 40_000 });
      await expect(bar).toContainText('Up to date.', { timeout: 60_000 });
      await page.screenshot({ path: info.outputPath('sent.png'), fullPage: true });

      const place = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
      const images = await company.wren.call('getImagesForInstallationInspectionItem', place);
      expect(images.map(({ filename }) => filename)).toEqual(['guard again.png']);
      const answer = await fetch(`${server.address}/images/${images[0]!.id}`, {
        headers: { authorization: `Bearer ${company.wren.token}` },
      });
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
    } finally {
      await agent.remove();
      await line.close();
    }
  });
});
