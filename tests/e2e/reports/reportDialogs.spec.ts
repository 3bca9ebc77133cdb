import { readFile } from 'node:fs/promises';
import { REPORT_TYPES } from '@holdfast/contract';
import type { Page } from '@playwright/test';
import type { Company } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { pdfPages } from '../fixtures/pdfText.ts';
import { base64 } from '../fixtures/templates.ts';
import { ReportRows } from '../pages/reportRows.ts';

let titles = 0;

/** A list of installations with a dialog: a remark, one of the installations, and a check box that shows another field. */
const template = [
  '<?xml version="1.0" encoding="utf-8"?>',
  '<Report ScriptLanguage="CSharp">',
  '  <ScriptText>using FastReport; namespace FastReport { public class ReportScript {',
  '    private void SignedChanged(object sender, EventArgs e) { Signatory.Visible = Signed.Checked; }',
  '  } }</ScriptText>',
  '  <Dictionary><TableDataSource Name="Installation" ReferenceName="Holdfast.Installation" DataType="System.Int32" Enabled="true">',
  '    <Column Name="Name" DataType="System.String"/></TableDataSource></Dictionary>',
  '  <ReportPage Name="Page1"><ReportTitleBand Name="Title1" Width="718.2" Height="40">',
  '    <TextObject Name="TitleText" Width="718.2" Height="30" Text="Remark: [Remark.Text] by [Signatory.Text]"/></ReportTitleBand>',
  '    <DataBand Name="Data1" Top="100" Width="718.2" Height="20" DataSource="Installation">',
  '      <TextObject Name="Text1" Width="718.2" Height="20" Text="[Installation.Name]"/></DataBand></ReportPage>',
  '  <DialogPage Name="Form1" Width="300" Height="200" Text="What is printed" AcceptButton="Ok">',
  '    <LabelControl Name="Label1" Left="8" Top="8" Width="90" Height="13" Text="Remark:"/>',
  '    <TextBoxControl Name="Remark" Left="100" Top="8" Width="100" Height="20" Text="none"/>',
  '    <LabelControl Name="Label2" Left="8" Top="40" Width="90" Height="13" Text="Installation:"/>',
  '    <ComboBoxControl Name="Which" Left="100" Top="40" Width="100" Height="20" DropDownStyle="DropDownList" DataColumn="Installation.Name"/>',
  '    <CheckBoxControl Name="Signed" Left="100" Top="70" Text="Signed" CheckedChangedEvent="SignedChanged"/>',
  '    <LabelControl Name="Label3" Left="8" Top="100" Width="90" Height="13" Text="Signatory:"/>',
  '    <TextBoxControl Name="Signatory" Left="100" Top="100" Width="100" Height="20" Visible="false"/>',
  '    <NumericUpDownControl Name="Copies" Left="100" Top="130" Width="100" Height="20" Minimum="1" Maximum="3" Value="1"/>',
  '    <ButtonControl Name="Ok" Left="100" Top="160" Text="Print" DialogResult="OK"/>',
  '  </DialogPage>',
  '</Report>',
  '',
].join('\n');

async function upload({ wren }: Company): Promise<string> {
  titles += 1;
  const title = `Asking ${process.pid}-${titles}`;
  await wren.call('createReport', { title, frx: base64(template), reportTypeId: REPORT_TYPES.company.id });
  return title;
}

const reportsOf = (page: Page): ReportRows => new ReportRows(page, page.getByRole('region', { name: 'Reports' }));

test.describe('a report with a dialog', { tag: '@agent' }, () => {
  test('asks before its pages are shown, and again when answers are changed', async ({ as, company, rig, page }) => {
    const title = await upload(company);
    await as(company.maren);
    await reportsOf(page)
      .row(title)
      .getByRole('button', { name: `Show the pages of ${title}` })
      .click();
    const viewer = page.getByRole('dialog', { name: title });
    const form = viewer.getByRole('form', { name: 'What is printed' });
    await expect(form.getByLabel('Remark')).toHaveValue('none', { timeout: 30_000 });
    await expect(form.getByLabel('Signatory')).toHaveCount(0);
    await expect(viewer.getByRole('button', { name: 'Download PDF' })).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);

    await form.getByLabel('Remark').fill('after the storm');
    await form.getByLabel('Signed').check();
    await form.getByLabel('Signatory').fill('Maren');
    await expect(form.getByLabel('Remark')).toHaveValue('after the storm');
    await form.getByLabel('Installation', { exact: true }).click();
    await page.getByRole('option', { name: rig.installationName }).click();
    await form.getByLabel('Copies').fill('7');
    await form.getByRole('button', { name: 'Print' }).click();
    await expect(form.getByText('Enter a number from 1 to 3.')).toBeVisible({ timeout: 30_000 });
    await form.getByLabel('Copies').fill('2');
    await form.getByRole('button', { name: 'Print' }).click();

    await expect(viewer.getByText(/^1 page$/)).toBeVisible({ timeout: 30_000 });
    const shown = viewer.locator('iframe').contentFrame();
    await expect(shown.getByText('Remark: after the storm by Maren')).toBeVisible();
    await expect(shown.getByText(rig.installationName)).toBeVisible();

    await viewer.getByRole('button', { name: 'Change answers' }).click();
    await expect(form.getByLabel('Remark')).toHaveValue('after the storm', { timeout: 30_000 });
    await form.getByLabel('Remark').fill('before the storm');
    await form.getByRole('button', { name: 'Print' }).click();
    await expect(shown.getByText('Remark: before the storm by Maren')).toBeVisible({ timeout: 30_000 });

    const arriving = page.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Download PDF' }).click();
    const [first] = await pdfPages(await readFile(await (await arriving).path()));
    expect(first).toContain('before the storm by Maren');
    expect(first).toContain(rig.installationName);
  });

  test('asks before its file is printed, and prints nothing when it is cancelled', async ({
    as,
    company,
    rig,
    page,
  }) => {
    const title = await upload(company);
    await as(company.maren);
    const row = reportsOf(page).row(title);
    await row.getByRole('button', { name: title, exact: true }).click();
    const asked = page.getByRole('dialog', { name: title });
    await expect(asked.getByLabel('Remark')).toHaveValue('none', { timeout: 30_000 });
    expect(await axeFindings(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(asked).toHaveCount(0);

    await row.getByRole('button', { name: title, exact: true }).click();
    await asked.getByLabel('Remark').fill('printed at once', { timeout: 30_000 });
    const arriving = page.waitForEvent('download');
    await asked.getByRole('button', { name: 'Print' }).click();
    // Earlier journeys may have created installations that fill several pages.
    const printed = (await pdfPages(await readFile(await (await arriving).path()))).join('');
    expect(printed).toContain('printed at once');
    expect(printed).toContain(rig.installationName);
    await expect(asked).toHaveCount(0);
  });
});
