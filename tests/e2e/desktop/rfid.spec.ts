import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPty, openPty, tslSim } from '@holdfast/rfid/testing';
import { startAgent } from '../fixtures/agent.ts';
import { PASSWORD } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

const EPC = '3414257BF40000000000162E';
const OTHER = 'E28011606000020A12345678';

test.describe('an RFID reader on a desktop', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);
  test.skip(
    !hasPty() && process.env['CI'] !== 'true',
    'Python 3 makes the ports of simulated readers, and there is none.',
  );

  test('is listed while it is connected, attaches tags to items, and opens the item whose tag it reads [RFID-01] [RFID-02] [RFID-05] [RFID-06] [RFID-07] [RFID-08] [RFID-09] [RFID-12]', async ({
    page,
    server,
    company,
    rig,
    login,
    dashboard,
    inspection,
    item,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-e2e-rfid-'));
    const path = join(folder, 'ttyUSB90');
    const sim = tslSim({ serial: '1128-EU-000001' });
    const plug = (): ReturnType<typeof openPty> => openPty(path, (bytes) => sim.receive(bytes));
    const agent = await startAgent(server.address, { readers: `tsl:${path}` });
    let port: Awaited<ReturnType<typeof openPty>> | null = null;
    try {
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      const bar = page.getByRole('region', { name: 'This device', exact: true });
      await expect(bar).toContainText('Up to date.');
      await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
      await inspection.row('Padeye, port').click();
      const tagButton = page.getByRole('button', { name: 'RFID tag' });
      const dialog = page.getByRole('dialog', { name: 'RFID tag' });

      await tagButton.click();
      await expect(dialog).toContainText('No reader is connected');
      await expect(bar.getByRole('button', { name: /RFID reader/ })).toHaveCount(0);

      port = await plug();
      const reader = bar.getByRole('button', { name: 'RFID reader 1128-EU-000001' });
      await expect(reader).toBeVisible({ timeout: 30_000 });
      await expect(reader.getByRole('img')).toHaveAttribute('data-step', '6');
      await expect(dialog).toContainText('Hold the reader close to the tag');

      // While the dialog is open the reader scans automatically, at low power.
      sim.tags = [
        { epc: EPC, rssi: -30 },
        { epc: OTHER, rssi: -60 },
      ];
      await expect(dialog.getByText('3414 257B F400 0000 0000 162E')).toBeVisible({ timeout: 20_000 });

      sim.tags = [{ epc: OTHER, rssi: -30 }];
      const question = page.getByRole('dialog', { name: 'Attach tag' });
      await expect(question).toContainText('has the tag 3414 257B F400 0000 0000 162E');
      sim.tags = [];
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog.getByText('3414 257B F400 0000 0000 162E')).toBeVisible();
      await page.waitForTimeout(1_000);
      sim.tags = [{ epc: OTHER, rssi: -30 }];
      await expect(question).toBeVisible();
      sim.tags = [];
      await question.getByRole('button', { name: 'Overwrite tag' }).click();
      await expect(dialog.getByText('E280 1160 6000 020A 1234 5678')).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(dialog).toBeHidden();

      await item.back.click();
      sim.tags = [{ epc: OTHER, rssi: -30 }];
      port.emit(sim.trigger());
      await expect(item.title).toHaveText(/Padeye, port/);

      sim.tags = [{ epc: EPC, rssi: -30 }];
      port.emit(sim.trigger());
      await expect(page.getByText('No item has this tag')).toBeVisible();
      await expect(item.title).toHaveText(/Padeye, port/);

      await reader.click();
      const listed = page.getByRole('menuitem', { name: /1128-EU-000001 · TSL 1128/ });
      await expect(listed).toContainText(`${path} · ready`);
      await expect(listed.getByRole('img', { name: 'Battery 78 %' })).toBeVisible();
      await page.getByRole('menuitem', { name: 'Start scanning' }).click();
      await reader.click();
      await expect(listed).toContainText('scanning');
      await page.getByRole('menuitem', { name: 'Stop scanning' }).click();

      await port.unplug();
      await reader.click();
      await expect(listed).toContainText('out of reach');
      port = await plug();
      await expect(listed).toContainText('ready', { timeout: 30_000 });
    } finally {
      await agent.remove();
      await port?.unplug();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
