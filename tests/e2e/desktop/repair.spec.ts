import { openSync, closeSync, writeSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { startAgent } from '../fixtures/agent.ts';
import { PASSWORD } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

test.describe('a desktop whose database is damaged', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('is repaired at the next start and names the unsent work it rescued, which is sent', async ({
    page,
    server,
    company,
    rig,
    login,
    dashboard,
    inspection,
    item,
  }) => {
    const agent = await startAgent(server.address);
    try {
      await page.goto(agent.launchAddress());
      const bar = page.getByRole('region', { name: 'This device' });
      await login.signIn(company.maren.email, PASSWORD);
      await expect(bar).toContainText('Up to date.');
      await server.kill();
      await expect(bar).toContainText('Not connected');
      await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
      await inspection.row('Padeye, port').click();
      await item.condition('Defective').click();
      await expect(bar).toContainText('waiting to sync (1)');
      await agent.kill();
      damage(join(agent.folder, 'device.db'));
      await server.restart();
      await agent.restart();
      await page.goto(agent.launchAddress());
      const notice = page.getByRole('alert').filter({ hasText: 'was damaged and was repaired' });
      await expect(notice).toContainText('One change that had not been sent was rescued.');
      await expect(notice).toContainText('Padeye, port · Condition · Not Checked → Defective');
      await expect(bar).toContainText('Up to date.', { timeout: 40_000 });
      const place = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
      const condition = await company.wren.call('getInstallationInspectionItemCondition', place);
      expect(condition?.name).toBe('Defective');
      await notice.getByRole('button', { name: 'I have read this' }).click();
      await expect(notice).toBeHidden();
    } finally {
      await agent.remove();
    }
  });
});

/** Overwrites the header of a database whose write-ahead log was merged. */
function damage(file: string): void {
  const database = new Sqlite(file);
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  rmSync(`${file}-wal`, { force: true });
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, 0);
  closeSync(descriptor);
}
