/** The states of the inspector's screens, and photos, files and notes of an item, for screenshots of the gallery over the demo fleet. */
import type { InspectionRow } from '@holdfast/contract';
import type { Page, Route } from '@playwright/test';
import { type Picked, png } from '../fixtures/pictures.ts';
import { giveFiles } from './giveFiles.ts';

const IMAGES = '**/api/get-images-for-installation-inspection-item';
const ADD_IMAGE = '**/api/add-image-to-installation-inspection-item';
const ITEMS = '**/api/get-items-for-installation-inspection';
const DELETED = '**/ext/installation-inspections/*/deleted*';
const INSTALLATIONS = '**/api/get-installations';

const never = (): Promise<void> => new Promise(() => undefined);
const broken = (route: Route): Promise<void> => route.fulfill({ status: 500, body: '' });
const gone = (route: Route): Promise<void> => route.abort();

/** The main rig of the demo. */
const tarn = (page: Page) => page.getByRole('article', { name: 'Northmere Tarn' });
const openInstallation = (page: Page) => tarn(page).getByRole('button').nth(0).click();
const openList = (page: Page) => tarn(page).getByRole('button', { name: 'Dropped Object Survey' }).nth(0).click();

/** Opens the list of what was deleted in an inspection. */
async function openDeleted(page: Page): Promise<void> {
  await openList(page);
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  await page.getByRole('dialog').waitFor();
}

/** Opens an item that has a photo. */
async function openItem(page: Page): Promise<void> {
  const listed = page.waitForResponse(ITEMS);
  await openList(page);
  const rows = (await (await listed).json()) as InspectionRow[];
  const { name } = rows.find(({ images, isLocation }) => images > 0 && !isLocation)!;
  await page.getByRole('searchbox').fill(name);
  await page
    .getByRole('row')
    .filter({ has: page.getByTitle(name, { exact: true }) })
    .nth(0)
    .click();
  await photos(page).nth(0).waitFor();
  await page.getByRole('region', { name: 'Last time' }).waitFor();
}

const photos = (page: Page) => page.getByRole('button', { name: /^Photo \d/ });

async function upload(page: Page, ...files: Picked[]): Promise<void> {
  await page.getByRole('button', { name: 'Photo Library' }).click();
  await giveFiles(page.getByRole('button', { name: 'Upload photos' }), files);
}

/** A screen in one state: the request is answered with the given response. */
const asked = (
  name: string,
  address: string,
  answer: (route: Route) => Promise<void>,
  open: (page: Page) => unknown,
) => ({
  name,
  who: 'inspector',
  async go(page: Page): Promise<void> {
    await page.route(address, answer);
    await page.reload();
    await open(page);
  },
  /** While a request has no answer, the network never becomes idle. */
  isLoading: answer === never,
});

const scene = (name: string, go: (page: Page) => Promise<void>) => ({ name, who: 'inspector', go });

export const itemScenes = [
  asked('dashboard-loading', INSTALLATIONS, never, (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  asked('dashboard-error', INSTALLATIONS, broken, (page) => page.getByRole('button', { name: 'Retry' }).waitFor()),
  asked('dashboard-offline', INSTALLATIONS, gone, (page) => page.getByRole('button', { name: 'Retry' }).waitFor()),
  asked(
    'dashboard-empty',
    INSTALLATIONS,
    (route) => route.fulfill({ json: [] }),
    (page) => page.getByText('No installations yet').waitFor(),
  ),
  asked('installation-error', '**/api/get-installation', broken, openInstallation),
  asked('inspection-loading', ITEMS, never, openList),
  asked('inspection-error', ITEMS, broken, openList),
  asked('item-loading', IMAGES, never, async (page) => {
    await page.route('**/api/get-fields-for-item', never);
    await page.route('**/api/get-installation-inspection-item-by-installation-and-item', never);
    await openList(page);
    await page.getByRole('row').nth(3).click();
    await page.getByRole('group', { name: /^Condition of/ }).waitFor();
    await page.getByRole('button', { name: 'Photo Library' }).scrollIntoViewIfNeeded();
  }),
  asked('item-error', IMAGES, broken, async (page) => {
    for (const what of ['fields-for-item', 'files-for-item', 'notes-for-installation-inspection-item'])
      await page.route(`**/api/get-${what}`, broken);
    await openList(page);
    await page.getByRole('row').nth(3).click();
    await page.getByText('The photos could not be loaded').scrollIntoViewIfNeeded();
  }),
  scene('recently-deleted', async (page) => {
    await openItem(page);
    await photos(page).nth(0).click();
    await page.getByRole('button', { name: 'Remove from Inspection' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
    await page.getByRole('dialog').locator('li img').nth(0).waitFor();
  }),
  asked('recently-deleted-loading', DELETED, never, openDeleted),
  asked('recently-deleted-error', DELETED, broken, openDeleted),
  asked('recently-deleted-empty', DELETED, (route) => route.fulfill({ json: [] }), openDeleted),
  asked('unreachable', '**/users/me', gone, (page) => page.getByRole('heading', { name: 'No connection' }).waitFor()),
  scene('comparison', async (page) => {
    await openList(page);
    await page.getByRole('button', { name: 'Reports' }).click();
    await page.getByRole('button', { name: 'Changes since last time' }).click();
    const items = page.getByRole('dialog').getByRole('list').getByRole('listitem');
    await items.nth(0).getByRole('button', { name: 'Details' }).click();
  }),
  scene('inspection-details', async (page) => {
    await openList(page);
    await page.getByRole('button', { name: 'Inspection Details' }).click();
    await page.getByRole('dialog').getByRole('textbox').nth(0).waitFor();
  }),
  scene('item-not-saved', async (page) => {
    await page.route('**/api/set-condition', gone);
    await openItem(page);
    await page.keyboard.press('2');
    await page.getByRole('button', { name: '1 change not saved' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  scene('item-delete', async (page) => {
    await openItem(page);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete item' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  scene('photo-library', async (page) => {
    await openItem(page);
    await page.getByRole('button', { name: 'Photo Library' }).click();
    await page.getByRole('dialog').getByRole('checkbox').nth(0).focus();
    await page.keyboard.press('Space');
  }),
  asked('photo-library-loading', '**/api/get-other-images-by-installation-inspection-item', never, async (page) => {
    await openItem(page);
    await page.getByRole('button', { name: 'Photo Library' }).click();
  }),
  asked(
    'photo-library-empty',
    '**/api/get-other-images-by-installation-inspection-item',
    (route) => route.fulfill({ json: [] }),
    async (page) => {
      await openItem(page);
      await page.getByRole('button', { name: 'Photo Library' }).click();
    },
  ),
  asked('photo-library-error', '**/api/get-other-images-by-installation-inspection-item', broken, async (page) => {
    await openItem(page);
    await page.getByRole('button', { name: 'Photo Library' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).waitFor();
  }),
  scene('photo', async (page) => {
    await openItem(page);
    await photos(page).nth(0).click();
    await page.getByRole('dialog').waitFor();
  }),
  scene('photo-enlarged', async (page) => {
    await openItem(page);
    await photos(page).nth(0).click();
    for (let times = 0; times < 3; times += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  }),
  scene('photo-edit', async (page) => {
    await openItem(page);
    await photos(page).nth(0).click();
    await page.getByRole('button', { name: 'Edit photo' }).click();
    const stage = page.getByRole('application', { name: 'Photo to edit' });
    await stage.focus();
    await page.keyboard.press('Enter');
    // The text itself is clipped where only the icon fits.
    await page.locator('label', { hasText: 'Blur' }).click();
    await stage.focus();
    await page.keyboard.press('Enter');
  }),
  scene('photo-compare', async (page) => {
    await openItem(page);
    await photos(page).nth(0).click();
    await page.getByRole('button', { name: 'Compare with last time' }).click();
    await page.getByRole('img', { name: 'Last time' }).waitFor();
  }),
  scene('item-speed', async (page) => {
    await openItem(page);
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Note', exact: true }).waitFor();
  }),
  scene('item-phrases', async (page) => {
    await openItem(page);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Phrases' }).click();
    await page.getByRole('dialog', { name: 'Phrases', exact: true }).getByRole('listitem').nth(0).waitFor();
  }),
  scene('photo-removed', async (page) => {
    await page.route('**/api/remove-image-from-installation-inspection-item', (route) => route.fulfill({ json: null }));
    await openItem(page);
    await photos(page).nth(0).click();
    await page.getByRole('button', { name: 'Remove from Inspection' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
  }),
  scene('photos-waiting', async (page) => {
    await page.route(ADD_IMAGE, gone);
    await openItem(page);
    await upload(page, png('Padeye weld, port side.png', 90), png('Shackle pin.png', 170));
    await page.getByText('Will retry automatically').nth(0).waitFor();
    await photos(page).nth(0).scrollIntoViewIfNeeded();
  }),
  {
    ...scene('photos-sending', async (page) => {
      await page.route(ADD_IMAGE, never);
      await openItem(page);
      await upload(page, png('Padeye weld, port side.png', 90));
      await page.getByRole('progressbar', { name: /^Sending/ }).waitFor();
      await photos(page).nth(0).scrollIntoViewIfNeeded();
    }),
    isLoading: true,
  },
  scene('photo-refused', async (page) => {
    await openItem(page);
    const whole = png('Guard, bent.png');
    await upload(page, { ...whole, buffer: whole.buffer.subarray(0, 60) });
    await page.getByRole('button', { name: 'Discard' }).waitFor();
    await photos(page).nth(0).scrollIntoViewIfNeeded();
  }),
  scene('camera', async (page) => {
    await openItem(page);
    await page.getByRole('button', { name: 'Take photo' }).click();
    await page.getByRole('dialog').locator('video').waitFor();
    await page.locator('button:enabled', { hasText: 'Take photo' }).waitFor();
  }),
  scene('camera-shot', async (page) => {
    await openItem(page);
    await page.getByRole('button', { name: 'Take photo' }).click();
    await page.locator('button:enabled', { hasText: 'Take photo' }).click();
    await page.getByRole('img', { name: 'The photo just taken' }).waitFor();
  }),
  scene('camera-none', async (page) => {
    await openItem(page);
    await page.evaluate(() => {
      navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
    });
    await page.getByRole('button', { name: 'Take photo' }).click();
    await page.getByText('Camera Not Detected').waitFor();
  }),
  scene('file-library', async (page) => {
    await openItem(page);
    await page.getByRole('button', { name: 'File Library' }).click();
    await page.getByRole('dialog').getByRole('checkbox').nth(0).focus();
    await page.keyboard.press('Space');
  }),
  asked(
    'file-library-empty',
    '**/api/get-other-files-by-installation-inspection-item',
    (route) => route.fulfill({ json: [] }),
    async (page) => {
      await openItem(page);
      await page.getByRole('button', { name: 'File Library' }).click();
    },
  ),
  scene('same-answers', async (page) => {
    await page.route('**/api/save-installation-ispection-item-field', never);
    await openItem(page);
    const same = page.getByRole('button', { name: 'As last time' });
    if ((await same.count()) > 0) await same.click();
  }),
];
