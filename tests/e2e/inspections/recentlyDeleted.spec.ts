import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

test.describe('recently deleted records of an inspection', { tag: ['@agent', '@offline'] }, () => {
  test('are restored after the message with Undo is gone: a photo, a note, a file and an item', async ({
    openItem,
    item,
    inspection,
    rig,
    company,
    page,
  }) => {
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
    const { call } = company.maren;
    const { base64Image, filename } = { base64Image: png('', 60).buffer.toString('base64'), filename: 'weld.png' };
    const photo = await call('addImageToInstallationInspectionItem', { ...inspected, base64Image, filename });
    const note = await call('addNoteToInstallationInspectionItem', { ...inspected, content: 'Split pin missing' });
    const file = await call('addFileToItem', { itemId: inspected.itemId, filename: 'plan.txt', base64File: 'YQ==' });
    const { id: installationInspectionItemId } = await call(
      'getInstallationInspectionItemByInstallationAndItem',
      inspected,
    );
    await call('removeImageFromInstallationInspectionItem', { installationInspectionItemId, imageId: photo.id });
    await call('removeNoteFromInstallationInspectionItem', { installationInspectionItemId, noteId: note.id });
    await call('removeFileFromItem', { itemId: inspected.itemId, fileId: file.id });
    await call('deleteItem', { ...inspected, itemId: rig.items['Gas detector, doghouse']! });

    await openItem('Padeye, port');
    await item.come();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
    const entries = dialog.getByRole('listitem');
    await expect(entries).toHaveCount(3);
    await expect(entries.filter({ hasText: 'weld.png' })).toContainText('Photo of Padeye, port');
    await expect(entries.filter({ hasText: 'weld.png' })).toContainText(/Deleted by Maren .* · \d/);
    await expect
      .poll(() => dialog.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(0);
    await expect(dialog).toContainText('Deleted records are kept for 24 months.');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore weld.png' }).click();
    await expect(entries).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Restore plan.txt' }).click();
    await expect(entries).toHaveCount(1);
    await dialog.getByRole('button', { name: /^Restore Split pin/ }).press('Enter');
    await expect(entries).toHaveCount(0);
    await expect(dialog).toContainText('Nothing was deleted from this item');

    await dialog.getByRole('button', { name: 'Show the whole inspection' }).click();
    await expect(entries).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Restore Gas detector, doghouse' }).click();
    await expect(dialog).toContainText('Nothing was deleted in this inspection');
    await dialog.getByText('Close', { exact: true }).click();
    const photos = new PhotosPanel(page);
    await expect(photos.photos).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Split pin missing');
    await expect(page.getByRole('region', { name: 'Files' })).toContainText('plan.txt');
    await item.back.click();
    await expect(inspection.row('Gas detector, doghouse')).toBeVisible();
    expect(await call('getImagesForInstallationInspectionItem', inspected)).toEqual([photo]);
    expect(await call('getNotesForInstallationInspectionItem', inspected)).toEqual([note]);
    expect(await call('getFilesForItem', { itemId: inspected.itemId })).toEqual([file]);
  });

  test('are found from the list of items, and a restoration can be undone', async ({
    as,
    company,
    dashboard,
    inspection,
    rig,
    page,
  }) => {
    const deleted = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
    await company.maren.call('deleteItem', deleted);
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
    await expect(inspection.tree).toBeVisible();
    await expect(inspection.row('Padeye, port')).toHaveCount(0);
    await page.getByRole('button', { name: 'Recently deleted' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
    await dialog.getByRole('button', { name: 'Restore Padeye, port' }).click();
    await expect(inspection.row('Padeye, port')).toHaveCount(1);
    const message = dialog.getByRole('status').filter({ hasText: 'Padeye, port was restored' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(inspection.row('Padeye, port')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Restore Padeye, port' })).toBeVisible();
  });

  test('are read by a viewer, who cannot restore them', async ({ as, company, dashboard, inspection, rig, page }) => {
    await company.maren.call('deleteItem', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
    });
    await as(company.jorun);
    await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
    await expect(inspection.tree).toBeVisible();
    await page.getByRole('button', { name: 'Recently deleted' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
    await expect(dialog.getByRole('listitem')).toContainText('Padeye, port');
    await expect(dialog).toContainText('Inspectors can restore them.');
    await expect(dialog.getByRole('button', { name: /Restore/ })).toHaveCount(0);
  });
});

test('a note that was removed can be restored by Undo', async ({ openItem, company, rig, page }) => {
  const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
  const note = await company.maren.call('addNoteToInstallationInspectionItem', { ...inspected, content: 'Corroded' });
  await openItem('Padeye, port');
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('button', { name: 'Corroded' }).click();
  await page.getByRole('dialog', { name: 'Note' }).getByRole('button', { name: 'Remove note' }).click();
  const question = page.getByRole('dialog', { name: 'Remove note' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(notes.getByRole('button', { name: 'Corroded' })).toHaveCount(0);
  const message = page.getByRole('alert').filter({ hasText: 'The note was removed from this inspection' });
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(notes.getByRole('button', { name: 'Corroded' })).toBeVisible();
  await expect.poll(() => company.maren.call('getNotesForInstallationInspectionItem', inspected)).toEqual([note]);
});

test('the list of deleted records says why it could not be loaded, and is read again on request', async ({
  as,
  company,
  dashboard,
  inspection,
  rig,
  page,
}) => {
  await as(company.maren);
  await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
  await expect(inspection.tree).toBeVisible();
  const address = '**/ext/installation-inspections/*/deleted*';
  await page.route(address, (route) => route.fulfill({ status: 404, json: { status: 404, title: 'Not Found' } }));
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
  await expect(dialog.getByRole('alert')).toContainText('The deleted records could not be loaded');
  await page.unroute(address);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog).toContainText('Nothing was deleted in this inspection');
});
