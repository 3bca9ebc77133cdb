/** What an inspector does on a day, so that it can be done with a mouse, a finger, the keyboard or over a bad connection. */
import { CONDITIONS } from '@holdfast/contract';
import type { Locator, Page } from '@playwright/test';
import type { ItemPage } from '../pages/itemPage.ts';
import { type AllFields, makeAllFields } from './allFields.ts';
import type { Company, Rig } from './company.ts';
import { expect } from './journey.ts';
import { type Picked, png } from './pictures.ts';

/** The words of the day's note. */
export const NOTE = 'Split pin missing on lower clevis, replaced on site';

/** What the day puts on its crane: a photo and a file. */
export interface Evidence {
  photo: Picked;
  file: Picked;
}

/** A photo and a file of ordinary size. */
export const EVIDENCE: Evidence = {
  photo: png('Lower clevis, port side.png', 96),
  file: { name: 'Thread gauge.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n% thread gauge\n') },
};

/** What a day works on: ten items, and one that is asked questions of every type. */
export interface Workday {
  /** In list order. */
  names: string[];
  crane: AllFields;
}

/** Conditions in the order of their keys, 1 to 4. */
const FOUND = Object.values(CONDITIONS);

/** How the day finds the item at a place of the list. */
export function foundAt(index: number): { id: string; name: string; key: string } {
  const at = index % FOUND.length;
  return { id: FOUND[at]!.id, name: FOUND[at]!.name, key: String(at + 1) };
}

/** Adds what the day needs to a rig. */
export async function makeWorkday(company: Company, rig: Rig): Promise<Workday> {
  const crane = await makeAllFields(company, rig);
  const more = ['1', '2', '3', '4', '5'].map((number) => `Signal lamp ${number}`);
  for (const name of more) {
    const { itemId } = await company.maren.call('newItem', {
      installationInspectionId: rig.drops,
      itemTypeId: company.itemTypes.floodlight,
      name,
      parentItemId: rig.items['Drill floor']!,
    });
    rig.items[name] = itemId;
  }
  const rows = await company.maren.call('getItemsForInstallationInspection', { installationInspectionId: rig.drops });
  const names = rows.filter(({ isLocation, itemId }) => !isLocation && itemId !== crane.itemId).map(({ name }) => name);
  return { names, crane };
}

/** Answers every question of the crane but the moment, which has a picker of its own. */
export async function answerAll(page: Page, press: (locator: Locator) => Promise<void>): Promise<void> {
  const choose = async (name: string, option: string): Promise<void> => {
    await press(page.getByRole('combobox', { name, exact: true }));
    await press(page.getByRole('option', { name: option, exact: true }));
  };
  await press(page.getByRole('group', { name: 'Checked', exact: true }).getByRole('button', { name: 'Yes' }));
  await page.getByRole('textbox', { name: 'Day', exact: true }).fill('03/04/2027');
  await page.getByRole('textbox', { name: 'Words', exact: true }).fill('Guard bent, straightened');
  await choose('Several', 'Split pin');
  await press(page.getByRole('option', { name: 'Lock wire', exact: true }));
  await page.keyboard.press('Escape');
  await choose('One', 'Brandreth');
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('-12.5');
  await choose('Fixing', 'Bolted');
  const words = page.getByRole('textbox', { name: 'inner Words', exact: true });
  await words.fill('M24');
  await words.blur();
}

/** Puts photo and file on the item that is open, through the pickers of this device. */
export async function attach(
  page: Page,
  { photo, file }: Evidence,
  press: (locator: Locator) => Promise<void>,
): Promise<void> {
  const pick = async (opener: Locator, picked: Picked): Promise<void> => {
    const choosing = page.waitForEvent('filechooser');
    await press(opener);
    await (await choosing).setFiles([picked]);
  };
  await press(page.getByRole('button', { name: 'Photo Library' }));
  await pick(page.getByRole('dialog', { name: 'Photo Library' }).getByRole('button', { name: 'Upload photos' }), photo);
  await pick(page.getByRole('button', { name: 'Upload files' }), file);
}

/** The crane's answers as they are stored, by question; `Fixing` and `One` by the words of the choice. */
export const ANSWERS = {
  Amount: '-12.5',
  Checked: 'Yes',
  Day: '03/04/2027',
  Fixing: 'Bolted',
  Moment: expect.stringMatching(/^\d\d\/\d\d\/\d{4} 01:05 pm$/) as unknown,
  One: 'Brandreth',
  Several: 'Split pin, Lock wire',
  Words: 'Guard bent, straightened',
  'inner Words': 'M24',
};

/** What is stored of the day. */
export async function storedOf({ maren }: Company, rig: Rig, { names, crane }: Workday) {
  const rows = await maren.call('getItemsForInstallationInspection', { installationInspectionId: rig.drops });
  const { fieldsTemplates, fieldResponses } = await maren.call('getFieldsForItem', { itemId: crane.itemId });
  const top = fieldsTemplates.flatMap(({ fields }) => fields);
  const questions = [
    ...top,
    ...top.flatMap(({ options }) => options.flatMap((option) => option.fieldsTemplate?.fields ?? [])),
  ];
  const inspected = { installationInspectionId: rig.drops, itemId: crane.itemId };
  const notes = await maren.call('getNotesForInstallationInspectionItem', inspected);
  const photos = await maren.call('getImagesForInstallationInspectionItem', inspected);
  const files = await maren.call('getFilesForItem', { itemId: crane.itemId });
  return {
    conditions: names.map((name) => rows.find((row) => row.name === name)?.conditionId ?? null),
    answers: Object.fromEntries(
      fieldResponses.map(({ fieldId, displayValue }) => [
        questions.find(({ id }) => id === fieldId)?.name,
        displayValue,
      ]),
    ),
    notes: notes.map(({ content }) => content),
    photos: photos.map(({ filename, size }) => ({ filename, size })),
    files: files.map(({ filename, size }) => ({ filename, size })),
  };
}

/** What has to be stored at the end of the day. */
export function expectedOf({ names }: Workday, { photo, file }: Evidence = EVIDENCE) {
  const stored = ({ name, buffer }: Picked) => ({ filename: name, size: buffer.length });
  return {
    conditions: names.map((_, index) => foundAt(index).id),
    answers: ANSWERS,
    notes: [NOTE],
    photos: [stored(photo)],
    files: [stored(file)],
  };
}

/** What the screen shows after a reload of the crane. */
export async function expectShown(page: Page, item: ItemPage, { photo, file }: Evidence = EVIDENCE): Promise<void> {
  await expect(item.question('Words').and(page.getByRole('textbox', { name: 'Words', exact: true }))).toHaveValue(
    ANSWERS.Words,
  );
  await expect(page.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue(ANSWERS.Amount);
  await expect(page.getByRole('textbox', { name: 'Day', exact: true })).toHaveValue(ANSWERS.Day);
  await expect(page.getByRole('button', { name: /^Moment/ })).toHaveText(/01:05 pm$/);
  await expect(page.getByRole('combobox', { name: 'One', exact: true })).toHaveValue(ANSWERS.One);
  await expect(page.getByRole('combobox', { name: 'Fixing', exact: true })).toHaveValue(ANSWERS.Fixing);
  await expect(
    page.getByRole('group', { name: 'Checked', exact: true }).getByRole('button', { name: 'Yes' }),
  ).toHaveAttribute('aria-pressed', 'true');
  for (const choice of ['Split pin', 'Lock wire'])
    await expect(page.locator('.mantine-Pill-root').filter({ hasText: choice })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Further questions: Bolted' })).toContainText('M24');
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1);
  const picture = page.getByRole('button', { name: /^Photo \d/ }).locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await expect(page.getByRole('button', { name: /^Stop sending/ })).toHaveCount(0);
  const original = async (address: string): Promise<Buffer> => (await page.request.get(address)).body();
  const thumbnail = await picture.evaluate((image: HTMLImageElement) => image.src);
  expect((await original(thumbnail.replace('?size=320', ''))).equals(photo.buffer)).toBe(true);
  const link = page.getByRole('region', { name: 'Files' }).getByRole('link');
  await expect(link).toHaveAttribute('title', file.name);
  const address = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href);
  expect((await original(address)).equals(file.buffer)).toBe(true);
}
