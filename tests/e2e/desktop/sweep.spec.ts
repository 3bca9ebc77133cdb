import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONDITIONS } from '@holdfast/contract';
import { hasPty, openPty, tslSim } from '@holdfast/rfid/testing';
import { startAgent } from '../fixtures/agent.ts';
import { PASSWORD } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

const PORT = '3414257BF4000000000016A1';
const STARBOARD = '3414257BF4000000000016A2';
const STRANGE = 'E28011606000020A12345678';

/** Records the pitch in Hz of every tone that the page plays. */
const LISTEN = `
  window.played = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.played.push(Math.round(this.frequency.value));
    return start.call(this, at);
  };`;

test.describe('a sweep with an RFID reader', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);
  test.skip(!hasPty() && process.env['CI'] !== 'true', 'Python 3 makes the ports of simulated readers.');

  test('lists found, missing and unexpected items while the trigger is held, with a sound for each, is saved with the inspection, and sets a condition on missing items', async ({
    page,
    server,
    company,
    rig,
    login,
    dashboard,
    inspection,
  }) => {
    const [first, second] = ['Padeye, port', 'Padeye, starboard'] as const;
    const { call } = company.maren;
    const { itemId: known } = await call('newItem', {
      installationInspectionId: rig.drops,
      itemTypeId: company.itemTypes.floodlight,
      name: second,
      parentItemId: rig.items['Drill floor']!,
    });
    await call('setTag', { itemId: rig.items[first]!, tag: PORT });
    await call('setTag', { itemId: known, tag: STARBOARD });
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-e2e-sweep-'));
    const path = join(folder, 'ttyUSB91');
    const sim = tslSim({ serial: '1128-EU-000002' });
    const port = await openPty(path, (bytes) => sim.receive(bytes));
    const agent = await startAgent(server.address, { readers: `tsl:${path}` });
    try {
      await page.addInitScript(LISTEN);
      const played = (): Promise<number[]> => page.evaluate('window.played');
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      await expect(page.getByRole('button', { name: 'RFID reader 1128-EU-000002' })).toBeVisible({ timeout: 30_000 });
      await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
      await expect(inspection.row(first)).toBeVisible();

      await page.getByRole('button', { name: 'RFID sweep' }).click();
      const dialog = page.getByRole('dialog', { name: 'RFID sweep' });
      await expect(dialog).toContainText('No sweep has been saved yet');
      await dialog.getByRole('button', { name: 'Start sweep' }).click();
      await expect(dialog).toContainText('0 of 2 found');
      await expect(dialog).toContainText('1128-EU-000002: hold the trigger, or start scanning.');
      await expect(dialog.getByRole('list', { name: 'Missing' })).toContainText(first);

      sim.tags = [
        { epc: PORT, rssi: -40 },
        { epc: STRANGE, rssi: -50 },
      ];
      port.emit(sim.trigger());
      await expect(dialog).toContainText('1 of 2 found');
      expect(await played()).toEqual([1_320]);
      await dialog.getByText('Unexpected (1)').click();
      await expect(dialog.getByRole('list', { name: 'Unexpected' })).toContainText('Unknown tag');
      await page.screenshot({ path: test.info().outputPath('sweep-running.png') });

      // The reads survive a reload of the page, also one before the next time at which they are stored.
      await page.reload();
      await page.getByRole('button', { name: 'RFID sweep' }).click();
      await expect(dialog).toContainText('1 of 2 found');
      expect(await axeFindings(page)).toEqual([]);
      const sound = dialog.getByRole('switch', { name: 'Sound' });
      await sound.uncheck({ force: true });
      sim.tags = [{ epc: STRANGE.replace('1', '2'), rssi: -40 }];
      port.emit(sim.trigger());
      await expect(dialog).toContainText('Unexpected (2)');
      expect(await played()).toEqual([]);
      await sound.check({ force: true });
      sim.tags = [{ epc: STRANGE.replace('1', '3'), rssi: -40 }];
      port.emit(sim.trigger());
      await expect(dialog).toContainText('Unexpected (3)');
      expect(await played()).toEqual([220]);

      await dialog.getByRole('button', { name: 'Finish and save' }).click();
      await expect(dialog).toContainText('1 found, 1 missing, 3 unexpected');
      await expect(dialog.getByRole('list', { name: 'Missing' })).toContainText(second);
      await page.screenshot({ path: test.info().outputPath('sweep-saved.png') });
      await page.emulateMedia({ media: 'print' });
      const printed = dialog.getByRole('table');
      await expect(printed.getByRole('row')).toHaveCount(6);
      await page.screenshot({ path: test.info().outputPath('sweep-printed.png') });
      await page.emulateMedia({ media: 'screen' });

      await dialog.getByRole('button', { name: 'Set condition' }).click();
      await page.getByRole('menuitem', { name: 'Defective' }).click();
      await expect(page.getByText('1 item changed')).toBeVisible();
      await dialog.getByRole('button', { name: 'All sweeps' }).click();
      await expect(dialog.getByRole('region', { name: 'Saved sweeps' })).toContainText('Maren Thorskild');

      // On the server once the desktop has synchronised.
      const asked = { installationInspectionId: rig.drops };
      await expect.poll(async () => (await call('getSweeps', asked)).length, { timeout: 30_000 }).toBe(1);
      const condition = { ...asked, itemId: known };
      await expect
        .poll(async () => (await call('getInstallationInspectionItemCondition', condition))?.id, { timeout: 30_000 })
        .toBe(CONDITIONS.defective.id);

      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(dialog).toContainText('No sweep has been saved yet');
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await expect(dialog.getByRole('region', { name: 'Saved sweeps' })).toBeVisible();

      // The last tag has a sound of its own.
      await dialog.getByRole('button', { name: 'Start sweep' }).click();
      sim.tags = [PORT, STARBOARD].map((epc) => ({ epc, rssi: -40 }));
      await expect(dialog).toContainText('0 of 2 found');
      port.emit(sim.trigger());
      await expect(dialog).toContainText('Every expected tag has been read.');
      expect((await played()).slice(-3)).toEqual([880, 1_175, 1_760]);
    } finally {
      await agent.remove();
      await port.unplug();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
