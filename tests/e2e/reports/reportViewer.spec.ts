import { readFile } from 'node:fs/promises';
import { REPORT_TYPES } from '@holdfast/contract';
import type { Locator, Page } from '@playwright/test';
import type { Company } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { pdfPages } from '../fixtures/pdfText.ts';
import { base64, listTemplate } from '../fixtures/templates.ts';
import { ReportRows } from '../pages/reportRows.ts';

let titles = 0;

async function upload({ wren }: Company, type: keyof typeof REPORT_TYPES): Promise<string> {
  titles += 1;
  const title = `Viewed ${process.pid}-${titles}`;
  const frx = base64(listTemplate('Fleet', { Installation: ['Name'] }));
  await wren.call('createReport', { title, frx, reportTypeId: REPORT_TYPES[type].id });
  return title;
}

/** The number of pages of a complete report: earlier journeys may have created installations that fill several pages. */
const WHOLE = /^\d+ pages?$/;

const reportsOf = (page: Page): ReportRows => new ReportRows(page, page.getByRole('region', { name: 'Reports' }));

/** Opens the pages of a report, and waits until all are shown. */
async function openViewer(page: Page, title: string): Promise<Locator> {
  await reportsOf(page)
    .row(title)
    .getByRole('button', { name: `Show the pages of ${title}` })
    .click();
  const viewer = page.getByRole('dialog', { name: title });
  await expect(viewer.getByText(WHOLE)).toBeVisible({ timeout: 30_000 });
  return viewer;
}

test.describe('the pages of a report', () => {
  test('are shown in the application, printed on paper, and saved in other formats', async ({
    as,
    company,
    rig,
    page,
  }) => {
    const title = await upload(company, 'company');
    await as(company.maren);
    const viewer = await openViewer(page, title);
    const frame = viewer.locator('iframe');
    await expect(frame.contentFrame().getByText(rig.installationName)).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);

    const printed = frame.evaluate(
      (element: HTMLIFrameElement) =>
        new Promise<string>((resolve) => {
          const shown = element.contentWindow!;
          shown.print = () => resolve(shown.document.body.textContent);
        }),
    );
    await viewer.getByRole('button', { name: 'Print' }).click();
    expect(await printed).toContain(rig.installationName);

    const arriving = page.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Other formats' }).click();
    await page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');

    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    const opener = reportsOf(page)
      .row(title)
      .getByRole('button', { name: `Show the pages of ${title}` });
    await expect(opener).toBeFocused();
  });

  test('are searched without moving the tools above them on a phone', async ({ as, company, rig, page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    const title = await upload(company, 'company');
    await as(company.maren);
    const viewer = await openViewer(page, title);
    await viewer.getByRole('button', { name: 'Larger' }).click();
    await viewer.getByRole('button', { name: 'Larger' }).click();
    const tool = viewer.getByRole('button', { name: 'Smaller' });
    const before = await tool.boundingBox();
    await viewer.getByRole('searchbox').fill(rig.installationName);
    // Wide enough for a word of 15 letters beside the number of matches.
    const field = (await viewer.getByRole('searchbox').boundingBox())!;
    expect(field.width).toBeGreaterThan(240);
    const found = viewer.locator('iframe').contentFrame().locator('[data-found="current"]');
    await expect(found).toBeInViewport();
    expect(await tool.boundingBox()).toEqual(before);
  });

  test('have all their tools on one line on a phone in landscape', async ({ as, company, page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    const title = await upload(company, 'company');
    await as(company.maren);
    const viewer = await openViewer(page, title);
    const centreOf = async (name: string): Promise<number> => {
      const { y, height } = (await viewer.getByRole('button', { name }).boundingBox())!;
      return Math.round(y + height / 2);
    };
    expect(await centreOf('Download PDF')).toBe(await centreOf('Smaller'));
  });

  test('say why they cannot be enlarged further, reduced further, or printed before they are complete', async ({
    as,
    company,
    page,
  }) => {
    const title = await upload(company, 'company');
    await as(company.maren);
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/execute-report-company**', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await reportsOf(page)
      .row(title)
      .getByRole('button', { name: `Show the pages of ${title}` })
      .click();
    const viewer = page.getByRole('dialog', { name: title });
    const print = viewer.getByRole('button', { name: 'Print' });
    await expect(print).toHaveAccessibleDescription('You can print once all pages are shown.');
    answer();
    await expect(viewer.getByText(WHOLE)).toBeVisible({ timeout: 30_000 });
    await expect(print).toHaveAccessibleDescription('');
    const larger = viewer.getByRole('button', { name: 'Larger' });
    for (let times = 0; times < 4; times += 1) await larger.click();
    await expect(larger).toHaveAccessibleDescription('This is the largest size.');
    await expect(larger).toBeFocused();
  });

  test('show why a file in another format could not be made, and stay on screen', async ({ as, company, page }) => {
    const title = await upload(company, 'company');
    await as(company.maren);
    const viewer = await openViewer(page, title);
    await page.route('**/execute-report-company**', (route) => route.abort());
    await viewer.getByRole('button', { name: 'Other formats' }).click();
    await page.getByRole('menuitem', { name: 'Web page (.html)' }).click();
    await expect(viewer.getByRole('alert')).toContainText(`${title} could not be printed`);
    await expect(viewer.getByText(WHOLE)).toBeVisible();
    await viewer.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await expect(viewer.getByRole('alert')).toHaveCount(0);
  });

  test('include the installations that were selected beside the one on screen', async ({
    as,
    company,
    rig,
    page,
    dashboard,
  }) => {
    const title = await upload(company, 'installation');
    const other = `Another rig ${process.pid}-${titles}`;
    await company.wren.call('createInstallation', { name: other, companyId: company.id });
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    const one = await reportsOf(page).print(title);
    expect((await pdfPages(await readFile(await one.path()))).join('\n')).not.toContain(other);
    await page.getByRole('combobox', { name: 'Also include these installations' }).click();
    await page.getByRole('option', { name: other, exact: true }).click();
    await page.keyboard.press('Escape');
    const both = (await pdfPages(await readFile(await (await reportsOf(page).print(title)).path()))).join('\n');
    expect(both).toContain(rig.installationName);
    expect(both).toContain(other);
  });
});
