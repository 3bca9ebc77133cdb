import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { recordLastYear } from '../fixtures/lastYear.ts';
import { png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

test.describe('the photo workbench', { tag: '@agent' }, () => {
  test('marks, rotates and captions a photo without changing its original, also without a connection', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await photos.upload(png('pin.png', 30, 400, 300), png('clamp.png', 90, 400, 300));
    await expect(photos.photos).toHaveCount(2);
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
    const stored = () => company.maren.call('getImagesForInstallationInspectionItem', inspected);
    const [pin, clamp] = await stored();

    await page.route('**/ext/images/**', (route) => route.abort());
    const view = await photos.view(1);
    await view.getByRole('textbox', { name: 'Caption' }).fill('Split pin missing');
    await view.getByRole('button', { name: 'Edit photo' }).click();
    const bench = page.getByRole('dialog', { name: 'Edit photo' });
    expect(await axeFindings(page)).toEqual([]);
    const stage = bench.getByRole('application', { name: 'Photo to edit' });
    const box = (await stage.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5, { steps: 3 });
    await page.mouse.up();
    await bench.getByText('Circle', { exact: true }).click();
    await stage.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await bench.getByRole('button', { name: 'Rotate right' }).click();
    await bench.getByRole('button', { name: 'Rotate right' }).click();
    await bench.getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await bench.getByRole('button', { name: 'Save' }).click();
    await expect(bench).toHaveCount(0);
    await expect(view.locator('canvas')).toBeVisible();
    await view.getByRole('button', { name: 'Order of photos' }).click();
    await page.getByRole('menuitem', { name: 'Move later' }).click();
    await expect(view.getByText('2 of 2')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(photos.photos.nth(0)).toContainText('Cover');
    await expect(photos.photos.nth(1)).toHaveAccessibleName(/Split pin missing/);
    // A desktop adjusts the time of a photo to the server's clock meanwhile; nothing else may differ.
    expect(await stored()).toMatchObject([pin!, clamp!].map(({ createdAt: _, ...photo }) => photo));

    await page.unrouteAll();
    await page.reload();
    await expect.poll(stored).toMatchObject([
      { id: clamp!.id },
      {
        id: pin!.id,
        caption: 'Split pin missing',
        edit: { turn: 90, crop: null, marks: [{ kind: 'arrow' }, { kind: 'circle' }] },
      },
    ]);
    const [, edited] = await stored();
    expect(edited!.edit!.marks[1]).toMatchObject({ area: { x: 0.32, y: 0.3 } });
    // The bytes are unchanged.
    expect(edited!.size).toBe(pin!.size);
  });

  test('compares a photo with that of the previous inspection, side by side and with a slider', async ({
    openItem,
    page,
    rig,
    company,
  }) => {
    const photos = new PhotosPanel(page);
    await openItem('Floodlight, girt 6');
    const { drops } = await recordLastYear(company, rig, 'Floodlight, girt 6');
    await company.maren.call('addImageToInstallationInspectionItem', {
      installationInspectionId: drops,
      itemId: rig.items['Floodlight, girt 6']!,
      filename: 'then.png',
      base64Image: png('then.png', 10, 400, 300).buffer.toString('base64'),
    });
    await page.reload();
    await photos.upload(png('now.png', 60, 400, 300));
    const view = await photos.view(1);
    await view.getByRole('button', { name: 'Compare with last time' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare with last time' });
    await expect(dialog.getByRole('img', { name: 'Last time' })).toBeVisible();
    await expect(dialog.getByRole('img', { name: 'Now' })).toBeVisible();
    await dialog.getByText('Slider', { exact: true }).click();
    await dialog.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuenow', '0');
    expect(await axeFindings(page)).toEqual([]);
  });
});
