import { CONDITIONS, FIELD_TYPES, REPORT_TYPES } from '@holdfast/contract';
import type { Page } from '@playwright/test';
import { openConnection } from '../../../apps/desktop/src/agent/testing/connection.ts';
import { startAgent } from '../fixtures/agent.ts';
import { DROPS, makeCompany, makeRig, PASSWORD } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';
import { recordLastYear } from '../fixtures/lastYear.ts';
import { startServer } from '../fixtures/server.ts';
import { base64, listTemplate } from '../fixtures/templates.ts';
import { DashboardPage } from '../pages/dashboardPage.ts';
import { LoginPage } from '../pages/loginPage.ts';

const ITEM = 'Padeye, port';

/** Prints an inspection as the page does. @returns the lines with answers */
async function printed(page: Page, reportId: string, installationInspectionId: string): Promise<string[]> {
  const html = await page.evaluate(
    async ([report, inspection]) => {
      const answer = await fetch('/execute-report-installation-inspection?format=html', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
          'x-holdfast-window': localStorage.getItem('holdfast:window') ?? '',
        },
        body: JSON.stringify({ reportId: report, installationInspectionId: inspection }),
      });
      return answer.text();
    },
    [reportId, installationInspectionId] as const,
  );
  return (html.match(/[^<>]+→[^<>]+/g) ?? []).map((line) => line.trim()).toSorted();
}

/** Opens the comparison of the open inspection with last year's. @returns the differences of the item */
async function compared(page: Page): Promise<string[]> {
  await page.reload();
  await page.getByRole('button', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'Since last time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Since last time' });
  const item = dialog.getByRole('list', { name: 'Since last time' }).getByRole('listitem').filter({ hasText: ITEM });
  await item.getByRole('button', { name: 'Details' }).click();
  await expect(item).toContainText('Replace the shackle pin');
  for (const photos of ['Photos last time', 'Photos now'])
    await expect(item.getByRole('region', { name: photos })).toContainText('–');
  // Questions that are no longer asked come last.
  return (await item.innerText()).split('\n').toSorted();
}

test.describe('answers under a template that is changed afterwards', { tag: '@desktop' }, () => {
  test('print and compare as they were recorded, also on a desktop that was away during the change', async ({
    browser,
    page,
  }) => {
    test.slow();
    const server = await startServer({ demo: false });
    const line = await openConnection(server.address);
    const agent = await startAgent(line.address);
    const context = await browser.newContext();
    try {
      const company = await makeCompany(server);
      const rig = await makeRig(company);
      const { wren, maren } = company;
      const desktop = await context.newPage();
      for (const [window, address] of [
        [page, server.address],
        [desktop, agent.launchAddress()],
      ] as const) {
        await window.goto(address);
        await new LoginPage(window).signIn(maren.email, PASSWORD);
        await expect(new DashboardPage(window).card(rig.installationName)).toBeVisible({ timeout: 60_000 });
        await new DashboardPage(window).openInspection(rig.installationName, DROPS);
      }
      const last = await recordLastYear(company, rig, ITEM);
      const inspected = { installationInspectionId: last.drops, itemId: rig.items[ITEM]! };
      const templates = await wren.call('getFieldsTemplates', {});
      const fieldsTemplateId = templates.find(({ name }) => name === 'DROPS result')!.id;
      const question = { fieldTypeId: FIELD_TYPES.select.id, fieldsTemplateId, order: 9 };
      const { id: fixing } = await wren.call('createField', { ...question, name: 'Fixing' });
      const { options } = await wren.call('updateField', {
        id: fixing,
        options: [{ name: 'Bolts' }, { name: 'Wire' }],
      });
      const parentFieldOptionId = null;
      const answer = { fieldId: fixing, value: options[1]!.id, displayValue: 'Wire', parentFieldOptionId };
      await maren.call('saveInstallationInspectionItemField', { ...inspected, ...answer });
      await maren.call('setCondition', {
        ...inspected,
        installationInspectionId: rig.drops,
        conditionId: CONDITIONS.fitForPurpose.id,
      });
      const answers = listTemplate('Answers', { FieldResponse: ['FieldName', 'DisplayValue'] });
      const template = {
        frx: base64(answers.replace('.FieldName] [', '.FieldName] → [')),
        reportTypeId: REPORT_TYPES.installationInspection.id,
      };
      const report = await wren.call('createReport', { title: 'Answers', ...template });

      const bar = desktop.getByRole('region', { name: 'This device', exact: true });
      const before = await printed(page, report.id, last.drops);
      expect(before).toEqual(
        expect.arrayContaining([
          'Fixing → Wire',
          'Recommendation → Replace the shackle pin',
          'Corrected on site → Yes',
        ]),
      );
      const onDesktop = (): Promise<string[]> => printed(desktop, report.id, last.drops);
      await expect.poll(onDesktop, { timeout: 60_000 }).toEqual(before);
      await expect(bar).toContainText('Up to date.', { timeout: 60_000 });
      const differences = await compared(page);

      line.open(false);
      line.cut();
      await expect(bar).toContainText('Not connected');
      await wren.call('updateField', { id: fixing, fieldTypeId: FIELD_TYPES.text.id, options: [] });
      await wren.call('updateField', { id: last.fields['Recommendation']!, name: 'What to do' });
      await wren.call('deleteField', { id: last.fields['Corrected on site']! });
      expect(await printed(page, report.id, last.drops)).toEqual(before);
      expect(await compared(page)).toEqual(differences);

      // A report that the desktop has only with the changes.
      const later = await wren.call('createReport', { title: 'Later', ...template });
      line.open(true);
      await expect.poll(() => printed(desktop, later.id, last.drops), { timeout: 90_000 }).toEqual(before);
      expect(await compared(desktop)).toEqual(differences);
    } finally {
      await context.close();
      await agent.remove();
      await line.close();
      await server.remove();
    }
  });
});
