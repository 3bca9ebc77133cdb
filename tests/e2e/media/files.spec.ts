import { makeCompany, makeRig, PASSWORD } from '../fixtures/company.ts';
import { download } from '../fixtures/download.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { startServer } from '../fixtures/server.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

const ADD = '**/api/add-file-to-item';
const pdf = (name: string, words: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n% ${words}\n`),
});
const LONG = 'Certificate of conformity LG-2291 rev B.pdf';

test.describe('files of an item', { tag: '@agent' }, () => {
  test('are uploaded, listed by short name with their date, opened, and present after a reload [FILE-01] [FILE-03] [FILE-08] [ITEM-16]', async ({
    openItem,
    rig,
    page,
  }) => {
    await openItem('Padeye, port');
    const files = page.getByRole('region', { name: 'Files' });
    await expect(files.getByText('No files on this item.')).toBeVisible();
    const choosing = page.waitForEvent('filechooser');
    await files.getByRole('button', { name: 'Upload files' }).click();
    const sent = page.waitForRequest(ADD);
    const certificate = pdf(LONG, 'certificate');
    await (await choosing).setFiles([certificate]);
    expect((await sent).method()).toBe('POST');
    expect((await sent).postDataJSON()).toEqual({
      itemId: rig.items['Padeye, port'],
      filename: LONG,
      base64File: certificate.buffer.toString('base64'),
      id: expect.any(String),
    });
    const link = files.getByRole('link', { name: 'Certificate of confo…91 rev B.pdf' });
    await expect(link).toBeVisible();
    await expect(files.getByRole('listitem')).toContainText(String(new Date().getFullYear()));
    await page.reload();
    await expect(link).toHaveAttribute('href', /^\/files\/[0-9a-f-]{36}\.pdf$/);
    const answer = await download(page, (await link.getAttribute('href'))!);
    expect(answer.body).toEqual(certificate.buffer);
    expect(answer.headers['content-disposition']).toContain(LONG);
    for (const name of ['Photos', 'Notes', 'Files'])
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  });

  test('are removed after a confirmation, and that can be undone [FILE-07]', async ({
    openItem,
    rig,
    company,
    page,
  }) => {
    const itemId = rig.items['Padeye, port']!;
    const made = await company.maren.call('addFileToItem', {
      itemId,
      filename: 'coc.pdf',
      base64File: btoa('%PDF-1.7'),
    });
    await openItem('Padeye, port');
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByRole('button', { name: 'Remove coc.pdf' }).click();
    const question = page.getByRole('dialog', { name: 'Remove file' });
    await expect(question).toContainText('Are you sure you want to remove this file from this inspection?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(files.getByRole('link', { name: 'coc.pdf' })).toBeVisible();
    await files.getByRole('button', { name: 'Remove coc.pdf' }).click();
    const sent = page.waitForRequest('**/api/remove-file-from-item');
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    expect((await sent).method()).toBe('DELETE');
    expect((await sent).postDataJSON()).toEqual({ itemId, fileId: made.id });
    await expect(files.getByText('No files on this item.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(files.getByRole('link', { name: 'coc.pdf' })).toBeVisible();
  });

  test('of other items are selected in a library that counts them [FILE-04] [FILE-05] [FILE-06]', async ({
    openItem,
    rig,
    company,
    page,
  }) => {
    const other = rig.items['Gas detector, doghouse']!;
    const add = (filename: string) =>
      company.maren.call('addFileToItem', { itemId: other, filename, base64File: btoa(`%PDF-1.7 ${filename}`) });
    const one = await add('one.pdf');
    const two = await add('two.pdf');
    await openItem('Padeye, port');
    const files = page.getByRole('region', { name: 'Files' });
    const offered = page.waitForRequest('**/api/get-other-files-by-installation-inspection-item');
    await files.getByRole('button', { name: 'File Library' }).click();
    expect((await offered).postDataJSON()).toEqual({
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port'],
    });
    const library = page.getByRole('dialog', { name: 'File Library' });
    await expect(library.getByRole('button', { name: 'Add Files' })).toBeDisabled();
    await library.getByRole('checkbox', { name: /one\.pdf/ }).check();
    await expect(library.getByRole('button', { name: 'Add 1 File', exact: true })).toBeEnabled();
    await library.getByRole('checkbox', { name: /two\.pdf/ }).check();
    await expect(library.getByText('From Gas detector, doghouse').nth(0)).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    const sent = page.waitForRequest('**/api/add-item-files-from-another-inspection');
    await library.getByRole('button', { name: 'Add 2 Files' }).click();
    expect((await sent).postDataJSON()).toEqual({
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port'],
      imageIds: [one.id, two.id],
    });
    await expect(files.getByRole('link')).toHaveCount(2);
  });

  test(
    'of more than a megabyte are streamed first and named by their hash; after an interruption only the rest is sent',
    { tag: '@server' },
    async ({ openItem, rig, company, page }) => {
      await openItem('Padeye, port');
      const files = page.getByRole('region', { name: 'Files' });
      const bytes = Buffer.alloc(3 * 1024 * 1024, 'weld map ');
      const puts: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') puts.push(new URL(request.url()).search);
      });
      // As after a connection that broke half-way: the first megabyte is on the server when the browser asks. The route stays, because a
      // request that is sent while a route is removed may not be reported.
      let isFirst = true;
      await page.route('**/ext/items/*/contents/*', async (route) => {
        if (isFirst) {
          isFirst = false;
          await fetch(`${route.request().url()}?size=${bytes.length}`, {
            method: 'PUT',
            headers: { authorization: `Bearer ${company.maren.token}`, 'content-type': 'application/octet-stream' },
            body: bytes.subarray(0, 1024 * 1024),
          });
        }
        await route.continue();
      });
      const choosing = page.waitForEvent('filechooser');
      await files.getByRole('button', { name: 'Upload files' }).click();
      // A busy machine takes its time to pass the file to the browser.
      const named = page.waitForRequest(ADD, { timeout: 0 });
      await (await choosing).setFiles([{ name: 'weld map.bin', mimeType: 'application/octet-stream', buffer: bytes }]);
      expect((await named).postDataJSON()).toEqual({
        itemId: rig.items['Padeye, port'],
        filename: 'weld map.bin',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        id: expect.any(String),
      });
      expect(puts).toEqual([`?offset=${1024 * 1024}&size=${bytes.length}`]);
      const link = files.getByRole('link', { name: 'weld map.bin' });
      await expect(link).toBeVisible();
      const answer = await page.request.get((await link.getAttribute('href'))!);
      expect((await answer.body()).equals(bytes)).toBe(true);
    },
  );
});

test.describe('a file that is too large for the server', { tag: '@agent' }, () => {
  test('is reported before it is sent, with the limits of this server', async ({
    page,
    login,
    dashboard,
    inspection,
  }) => {
    const server = await startServer({ demo: false, settings: { HOLDFAST_IMAGE_MB: '1', HOLDFAST_FILE_MB: '2' } });
    try {
      const company = await makeCompany(server);
      const rig = await makeRig(company);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (/add-file|add-image|contents/.test(request.url())) sent.push(request.url());
      });
      await page.goto(server.address);
      await login.signIn(company.maren.email, PASSWORD);
      await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
      await inspection.row('Padeye, port').click();
      const photos = new PhotosPanel(page);
      const photo = png('panorama.png');
      const padded = Buffer.concat([photo.buffer, Buffer.alloc(1024 * 1024)]);
      await photos.upload({ ...photo, buffer: padded });
      await expect(page.getByText('panorama.png is too large')).toBeVisible();
      await expect(page.getByText('The limit is 1 MB.')).toBeVisible();

      const files = page.getByRole('region', { name: 'Files' });
      const pick = async (name: string, bytes: number): Promise<void> => {
        const choosing = page.waitForEvent('filechooser');
        await files.getByRole('button', { name: 'Upload files' }).click();
        await (await choosing).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'log ') }]);
      };
      await pick('large.log', 2 * 1024 * 1024 + 1);
      await expect(page.getByText('The limit is 2 MB.')).toBeVisible();
      expect(sent).toEqual([]);
      await pick('just small enough.log', 2 * 1024 * 1024);
      await expect(files.getByRole('link', { name: 'just small enough.log' })).toBeVisible();
    } finally {
      await server.remove();
    }
  });

  test('is refused by the server with a message when the page does not have its limits', async ({ openItem, page }) => {
    await page.route('**/ext/instance', (route) => route.abort());
    await page.route('**/ext/items/*/contents/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 413,
            contentType: 'application/problem+json',
            json: { type: '', title: 'Too large.', status: 413, code: 'tooLarge', details: { limitBytes: 2_097_152 } },
          })
        : route.continue(),
    );
    await openItem('Padeye, port');
    const files = page.getByRole('region', { name: 'Files' });
    const choosing = page.waitForEvent('filechooser');
    await files.getByRole('button', { name: 'Upload files' }).click();
    const large = { name: 'large.log', mimeType: 'text/plain', buffer: Buffer.alloc(3 * 1024 * 1024, 'log ') };
    await (await choosing).setFiles([large]);
    await expect(files.getByRole('alert')).toContainText('2 MB');
    await files.getByRole('button', { name: 'Discard' }).click();
    await expect(files.getByText('No files on this item.')).toBeVisible();
  });
});
