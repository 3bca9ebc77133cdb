import { CONDITIONS } from '@holdfast/contract';
import { startAgent } from '../fixtures/agent.ts';
import { type Company, PASSWORD, type Rig } from '../fixtures/company.ts';
import { axeFindings, axeFindingsInEveryTheme, expect, test } from '../fixtures/journey.ts';
import { recordLastYear } from '../fixtures/lastYear.ts';
import { checkModal, pressOn } from '../fixtures/modals.ts';
import { png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

const DROPS = 'Dropped Object Survey';
const ITEM = 'Padeye, port';

/**
 * Gives the item a photo, a file, a note and an inspection of the previous year, and its neighbour a photo and a file for the libraries.
 */
async function furnish(company: Company, rig: Rig): Promise<void> {
  const { call } = company.maren;
  for (const [shade, name] of [ITEM, 'Gas detector, doghouse'].entries()) {
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items[name]! };
    await call('addImageToInstallationInspectionItem', {
      ...inspected,
      filename: `${name}.png`,
      base64Image: png('', 90 + shade * 40).buffer.toString('base64'),
    });
    await call('addFileToItem', {
      itemId: inspected.itemId,
      filename: `${name}.pdf`,
      base64File: btoa(`%PDF ${name}`),
    });
    await call('addNoteToInstallationInspectionItem', { ...inspected, content: 'Weld ground flush' });
  }
  await recordLastYear(company, rig, ITEM);
}

test.describe('every modal opens and axe finds nothing on it', () => {
  test.slow();
  test('over an installation and its inspection, in every theme [MODL-01]', async ({
    page,
    as,
    company,
    rig,
    dashboard,
    installation,
    inspection,
  }) => {
    await furnish(company, rig);
    const press = pressOn(page);
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await checkModal(page, 'New Inspection', press('New Inspection'));
    await checkModal(page, 'Installation Details', press('Installation Details'));
    await expect(installation.card(DROPS)).toHaveCount(2);
    await installation.card(DROPS).nth(0).getByRole('button', { name: DROPS }).click();
    await expect(inspection.row(ITEM)).toBeVisible();
    await checkModal(page, 'Inspection Details', press('Inspection Details'));
    await checkModal(page, 'Reports', press('Reports'));
    await checkModal(page, 'Add a New Item', press('New Item'));
    await inspection.row(ITEM).click({ modifiers: ['ControlOrMeta'] });
    await expect(page.getByRole('toolbar', { name: 'Selected items' })).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await checkModal(page, `Location of ${ITEM}`, press('Set location'));
  });

  test('over an item, in every theme [MODL-01]', async ({ page, as, company, rig, dashboard, inspection }) => {
    await furnish(company, rig);
    const press = pressOn(page);
    await as(company.maren);
    await dashboard.card(rig.installationName).getByRole('button', { name: DROPS }).nth(0).click();
    await inspection.row(ITEM).click();
    await expect(page.getByRole('region', { name: 'Last time' })).toContainText('Defective');
    const photos = new PhotosPanel(page);
    await expect(photos.photos).toHaveCount(1);
    await page
      .getByRole('button', { name: /^12\/11\/|Dropped Object Survey/ })
      .last()
      .click();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await checkModal(page, 'Photo Library', press('Photo Library'), (library) => library.getByRole('checkbox').check());
    await checkModal(page, 'Camera', press('Take photo'), (camera) =>
      expect(camera.getByRole('button', { name: 'Take photo' })).toBeEnabled(),
    );
    await checkModal(
      page,
      `${ITEM}.png`,
      () => photos.photos.click(),
      async (view) => {
        await expect(view.getByRole('img', { name: /^Photo 1/ })).toBeVisible();
        await view.getByRole('button', { name: 'Zoom in' }).click();
      },
    );
    await checkModal(page, 'File Library', press('File Library'), (library) => library.getByRole('checkbox').check());
    await checkModal(page, 'Add note', press('Add note'));
    await checkModal(page, 'Note', () => page.getByRole('button', { name: 'Weld ground flush' }).click());
    await checkModal(page, 'Remove file', press(`Remove ${ITEM}.pdf`));
    await checkModal(page, 'Keyboard shortcuts', () => page.keyboard.press('?'));
  });

  test('over unsaved changes and changes of another user, in every theme [MODL-01]', async ({
    page,
    company,
    rig,
    openItem,
    item,
  }) => {
    await openItem(ITEM);
    await item.come();
    await page.route('**/ext/events', (route) => route.fulfill({ status: 404 }));
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items[ITEM]! };
    await company.wren.call('setCondition', { ...inspected, conditionId: CONDITIONS.defective.id });
    let isBroken = true;
    await page.route('**/api/set-condition', (route) => (isBroken ? route.abort() : route.continue()));
    await item.condition('Needs attention').click();
    const stuck = page.getByRole('button', { name: '1 change not saved' });
    await checkModal(page, 'Changes not saved', () => stuck.click());
    isBroken = false;
    const retry = page.getByRole('banner').getByRole('button', { name: 'Retry' });
    const conflict = page.getByRole('alert').filter({ hasText: 'Wren Castellane changed this in the meantime' });
    // The page also retries automatically, after which there is nothing to retry.
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
      await expect(conflict).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Use the other value' }).click();
    await expect(stuck).toHaveCount(0);
  });

  test(
    'on the desktop, the one that attaches, replaces, moves and removes the tag of an item [MODL-01] [ITEM-03] [RFID-10] [RFID-11]',
    { tag: '@desktop' },
    async ({ page, server, company, rig, login, dashboard, inspection, item }) => {
      const first = 'E200 3412 0123 4567 89AB 0001';
      const second = 'E200 3412 0123 4567 89AB 0002';
      const tagOf = async (name: string): Promise<string | null> =>
        (await company.maren.call('getItem', { itemId: rig.items[name]! })).tag;
      await company.maren.call('setTag', { itemId: rig.items['Gas detector, doghouse']!, tag: second });
      const agent = await startAgent(server.address);
      try {
        await page.goto(agent.launchAddress());
        await login.signIn(company.maren.email, PASSWORD);
        await dashboard.openInspection(rig.installationName, DROPS);
        await inspection.row(ITEM).click();
        await item.come();
        await page.getByRole('button', { name: 'RFID tag' }).click();
        const dialog = page.getByRole('dialog', { name: 'RFID tag' });
        await expect(dialog.getByText('This item has no tag.')).toBeVisible();
        await expect(dialog.getByText('No reader is connected.')).toBeVisible();
        const number = dialog.getByRole('textbox', { name: 'Tag number' });
        const attach = dialog.getByRole('button', { name: 'Attach tag' });
        await number.fill('E2 is no tag');
        await attach.click();
        await expect(dialog.getByText('Must be hexadecimal, in words of four digits.')).toBeVisible();
        await number.fill(first.toLowerCase());
        await attach.click();
        await expect(dialog.getByText(first)).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);

        await number.fill(second);
        await attach.click();
        const question = page.getByRole('dialog', { name: 'Attach tag' });
        await expect(question).toContainText(`${ITEM} has the tag ${first}. Do you want to overwrite it?`);
        await question.getByRole('button', { name: 'Cancel' }).click();
        await expect(dialog.getByText(first)).toBeVisible();
        await attach.click();
        await question.getByRole('button', { name: 'Overwrite tag' }).click();
        await expect(question).toContainText('Gas detector, doghouse carries this tag. Do you want to move it here?');
        await question.getByRole('button', { name: 'Move tag' }).click();
        await expect(dialog.getByText(second)).toBeVisible();
        await expect.poll(() => tagOf(ITEM), { timeout: 20_000 }).toBe(second.replaceAll(' ', ''));
        expect(await tagOf('Gas detector, doghouse')).toBeNull();

        await dialog.getByRole('button', { name: 'Remove tag' }).click();
        await expect(dialog.getByText('This item has no tag.')).toBeVisible();
        await expect.poll(() => tagOf(ITEM), { timeout: 20_000 }).toBeNull();
      } finally {
        await agent.remove();
      }
    },
  );
});
