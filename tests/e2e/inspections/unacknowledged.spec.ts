import type { Page } from '@playwright/test';
import { DROPS, makeCompany, makeRig, PASSWORD } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { startServer } from '../fixtures/server.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

test.describe('a save the server has not acknowledged', () => {
  test('is shown, survives a reload, and is sent again with its key when the server is back', async ({
    page,
    login,
    dashboard,
    inspection,
    item,
    context,
  }) => {
    test.slow();
    const server = await startServer({ demo: false });
    try {
      const company = await makeCompany(server);
      const rig = await makeRig(company);
      await page.goto(server.address);
      await login.signIn(company.maren.email, PASSWORD);
      await dashboard.openInspection(rig.installationName, DROPS);
      await inspection.row('Padeye, port').click();
      await item.come();

      const keys: (string | undefined)[] = [];
      context.on('request', (request) => {
        if (request.url().endsWith('/api/set-condition')) keys.push(request.headers()['idempotency-key']);
      });
      await server.kill();
      await item.condition('Defective').click();
      await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByText('1 change not saved')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
      const waiting = await page.evaluate(
        () =>
          new Promise<{ userId: string; host: string }[]>((resolve) => {
            const open = indexedDB.open('holdfast-outbox');
            open.addEventListener('success', () => {
              const all = open.result.transaction('saves').objectStore('saves').getAll();
              all.addEventListener('success', () => resolve(all.result as { userId: string; host: string }[]));
            });
          }),
      );
      expect(waiting).toEqual([
        expect.objectContaining({ operation: 'setCondition', host: server.address, userId: expect.any(String) }),
      ]);
      await item.question('Recommendation').first().fill('Repaint');
      await page.getByRole('button', { name: '2 changes not saved' }).click();
      const unsent = page.getByRole('dialog', { name: 'Changes not saved' }).getByRole('listitem');
      await expect(unsent).toHaveCount(2);
      for (const change of await unsent.all()) await expect(change).toContainText('Padeye, port');
      await page.keyboard.press('Escape');

      await server.restart();
      await page.reload();
      await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByText(/changes? not saved/)).toHaveCount(0);
      const stored = () =>
        company.maren.call('getInstallationInspectionItemCondition', {
          installationInspectionId: rig.drops,
          itemId: rig.items['Padeye, port']!,
        });
      await expect.poll(async () => (await stored())?.name).toBe('Defective');
      expect(keys.length).toBeGreaterThan(1);
      expect(new Set(keys).size).toBe(1);
      const history = await company.maren.call('getAuditLogsForInstallationInspectionAndItem', {
        installationInspectionId: rig.drops,
        itemId: rig.items['Padeye, port']!,
      });
      expect(history.filter(({ to }) => to === 'Defective')).toHaveLength(1);
    } finally {
      await server.remove();
    }
  });

  test('survives a reload before the browser has written it to its database', async ({
    openItem,
    item,
    page,
    company,
    rig,
  }) => {
    await openItem('Padeye, port');
    await item.come();
    // Transactions that are never committed.
    await page.evaluate(() => {
      const store = { put: () => undefined, delete: () => undefined };
      const transaction = { objectStore: () => store, addEventListener: () => undefined };
      IDBDatabase.prototype.transaction = () => transaction as unknown as IDBTransaction;
    });
    await page.route('**/api/set-condition', () => undefined, { times: 1 });
    const asked = page.waitForRequest('**/api/set-condition');
    await item.condition('Defective').click();
    const key = (await asked).headers()['idempotency-key'];
    const again = page.waitForRequest('**/api/set-condition');
    await page.reload();
    expect((await again).headers()['idempotency-key']).toBe(key);
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    const itemId = rig.items['Padeye, port']!;
    const stored = () =>
      company.maren.call('getInstallationInspectionItemCondition', { installationInspectionId: rig.drops, itemId });
    await expect.poll(async () => (await stored())?.name).toBe('Defective');
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('holdfast:save:'))))
      .toEqual([]);
  });

  test("waits for its author, and is never sent with another user's session", async ({
    openItem,
    page,
    item,
    dashboard,
    login,
    rig,
    company,
  }) => {
    await openItem('Padeye, port');
    await item.come();
    await page.route('**/api/set-condition', (route) => route.abort());
    await item.condition('Defective').click();
    await expect(page.getByText('1 change not saved')).toBeVisible();
    await dashboard.signOut();
    await expect(login.submit).toBeVisible();

    const tokens: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/set-condition')) tokens.push(request.headers()['authorization']);
    });
    await page.unroute('**/api/set-condition');
    await login.signIn(company.anouk.email, PASSWORD);
    await expect(page.getByText('No installations yet')).toBeVisible();
    await expect(page.getByText('not saved')).toHaveCount(0);
    expect(tokens).toEqual([]);
    await dashboard.signOut();

    await login.signIn(company.maren.email, PASSWORD);
    await expect.poll(() => tokens.length).toBe(1);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    expect(tokens).toEqual([`Bearer ${token}`]);
    const stored = () =>
      company.maren.call('getInstallationInspectionItemCondition', {
        installationInspectionId: rig.drops,
        itemId: rig.items['Padeye, port']!,
      });
    await expect.poll(async () => (await stored())?.name).toBe('Defective');
  });

  test('is sent when the application is opened again after its page was closed, each of several and once', async ({
    openItem,
    page,
    item,
    company,
    rig,
  }) => {
    await openItem('Floodlight, girt 6');
    await item.come();
    const itemId = rig.items['Floodlight, girt 6']!;
    const { call } = company.maren;
    // The first one never arrives, and the others wait behind it.
    await page.route(
      '**/api/{set-condition,save-item-field,add-note-to-installation-inspection-item}',
      () => undefined,
    );
    const asked = page.waitForRequest('**/api/set-condition');
    await item.condition('Defective').click();
    await asked;
    await page.getByRole('button', { name: 'Add note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Weld ground flush');
    await page.getByRole('button', { name: 'Add Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Tag number' }).fill('NMT-9');
    const context = page.context();
    const address = page.url();
    await page.close();

    const again = await context.newPage();
    await again.goto(address);
    const stored = async () => ({
      condition: (await call('getInstallationInspectionItemCondition', { installationInspectionId: rig.drops, itemId }))
        ?.name,
      answers: (await call('getFieldsForItem', { itemId })).fieldResponses.map(({ value }) => value),
    });
    await expect.poll(stored).toEqual({ condition: 'Defective', answers: ['NMT-9'] });
    const notes = async (): Promise<number> => {
      const changes = await call('getAuditLogsForInstallationInspectionAndItem', {
        installationInspectionId: rig.drops,
        itemId,
      });
      return changes.filter(({ to }) => to === 'Weld ground flush').length;
    };
    await expect.poll(notes).toBe(1);
  });

  test('is made when the user signs out while typing', async ({ openItem, page, dashboard, login, rig, company }) => {
    await openItem('Floodlight, girt 6');
    await page.getByRole('textbox', { name: 'Tag number' }).fill('NMT-7');
    await dashboard.signOut();
    await expect(login.submit).toBeVisible();
    const { fieldResponses } = await company.jorun.call('getFieldsForItem', {
      itemId: rig.items['Floodlight, girt 6']!,
    });
    expect(fieldResponses.map(({ value }) => value)).toEqual(['NMT-7']);
  });

  test('is counted together with the saves that wait behind it', async ({ openItem, page, item }) => {
    await openItem('Floodlight, girt 6');
    await item.come();
    await page.route('**/api/{set-condition,save-item-field,add-*-to-installation-inspection-item}', (route) =>
      route.abort(),
    );
    await item.condition('Defective').click();
    await page.getByRole('textbox', { name: 'Tag number' }).fill('NMT-8');
    await page.getByRole('textbox', { name: 'Tag number' }).blur();
    await page.getByRole('button', { name: 'Add note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Weld ground flush');
    await page.getByRole('button', { name: 'Add Note', exact: true }).click();
    await new PhotosPanel(page).upload(png('guard.png'));
    await page.getByRole('button', { name: '4 changes not saved' }).click();
    const list = page.getByRole('dialog', { name: 'Changes not saved' });
    await expect(list.getByText('Not saved yet. Will retry automatically.')).toHaveCount(4);
  });

  test('of a text typed just before the page is closed reaches the server', async ({
    openItem,
    page,
    rig,
    company,
  }) => {
    await openItem('Floodlight, girt 6');
    const tag = page.getByRole('textbox', { name: 'Tag number' });
    await expect(tag).toBeEditable();
    // With this latency, no request is sent before the page is gone.
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1_000,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await tag.fill('NMT-11');
    await page.close({ runBeforeUnload: true });
    await expect
      .poll(async () => {
        const { fieldResponses } = await company.jorun.call('getFieldsForItem', {
          itemId: rig.items['Floodlight, girt 6']!,
        });
        return fieldResponses.map(({ value }) => value);
      })
      .toEqual(['NMT-11']);
  });

  test('stays marked with its value after a fault of the server, and all such saves are sent again together', async ({
    openItem,
    page,
    item,
  }) => {
    await openItem('Floodlight, girt 6');
    await item.come();
    const faults = '**/api/{set-condition,save-item-field,remove-image-from-installation-inspection-item}';
    await page.route(faults, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: { type: '', title: 'Something went wrong on our side.', status: 500, code: 'internal', details: null },
      }),
    );
    await item.condition('Defective').click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Not saved. Something went wrong on our side.' }),
    ).toBeVisible();
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('textbox', { name: 'Tag number' }).fill('NMT-8');
    await page.getByRole('textbox', { name: 'Tag number' }).blur();
    await page.getByRole('button', { name: '2 changes not saved' }).click();
    const list = page.getByRole('dialog', { name: 'Changes not saved' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await page.unroute(faults);
    await list.getByRole('button', { name: 'Retry all' }).click();
    await expect(list).toContainText('Everything is saved.');
    await page.keyboard.press('Escape');
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('textbox', { name: 'Tag number' })).toHaveValue('NMT-8');
  });

  test('waits behind a network that answers with a page of its own', async ({ openItem, page, item }) => {
    await openItem('Floodlight, girt 6');
    await item.come();
    const portal = /\/(api|healthz|ext)\b/;
    await page.route(portal, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html><h1>Welcome on board. Accept the terms.</h1></html>' }),
    );
    await item.condition('Defective').click();
    await expect(page.getByRole('button', { name: '1 change not saved' })).toBeVisible();
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await page.unroute(portal);
    await expect(page.getByText('1 change not saved')).toHaveCount(0, { timeout: 15_000 });
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
  });

  test('is described in the list, a note and the removal of one, too', async ({ openItem, page, rig, company }) => {
    await company.maren.call('addNoteToInstallationInspectionItem', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
      content: 'Paint flaking',
    });
    await openItem('Padeye, port');
    const note = page.getByRole('button', { name: 'Paint flaking' });
    await expect(note).toBeVisible();
    await page.route('**/api/{add,remove}-note-*', (route) => route.abort());
    await note.click();
    await page.getByRole('button', { name: 'Remove note' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Add note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Weld ground flush');
    await page.getByRole('button', { name: 'Add Note', exact: true }).click();
    await page.getByRole('button', { name: '2 changes not saved' }).click();
    const unsent = page.getByRole('dialog', { name: 'Changes not saved' }).getByRole('listitem');
    await expect(unsent).toContainText([/Removal of a note.*Padeye, port/, /Note.*Padeye, port.*Weld ground flush/]);
  });

  test('is listed with its item, and sent again from there, by a page that received only its first load', async ({
    openItem,
    page,
  }) => {
    await openItem('Floodlight, girt 6');
    const saves = '**/api/save-item-field';
    await page.route(saves, (route) => route.abort());
    await page.getByRole('textbox', { name: 'Tag number' }).fill('NMT-8');
    await page.getByRole('textbox', { name: 'Tag number' }).blur();
    await expect(page.getByText('1 change not saved')).toBeVisible();

    const first = await page.request.get('/', { headers: { accept: 'text/html' } });
    const firstLoad = (await first.text()).match(/assets\/[^"]+\.(?:js|css)/g)!;
    const isFirst = (url: string): boolean => firstLoad.some((file) => url.endsWith(file));
    await page.route('**/assets/*.{js,css}', (route) =>
      isFirst(route.request().url()) ? route.continue() : route.abort(),
    );
    // A server that answers without them would soon be taken for one of another version.
    await page.route('**/ext/instance', (route) => route.abort());
    await page.goto('/');
    const button = page.getByRole('button', { name: '1 change not saved' });
    await expect(button).toBeVisible();
    await page.route('**/*', (route) => route.abort());
    await button.click();
    const list = page.getByRole('dialog', { name: 'Changes not saved' });
    await expect(list.getByRole('listitem')).toContainText('Tag number');
    await expect(list.getByRole('listitem')).toContainText('Floodlight, girt 6');
    await expect(list.getByRole('listitem')).toContainText('NMT-8');
    await page.unroute('**/*');
    await page.unroute(saves);
    await list.getByRole('button', { name: 'Retry' }).click();
    await expect(list).toContainText('Everything is saved.');
  });

  test('is removed from the list of every tab when it is discarded in one', async ({
    page,
    context,
    openItem,
    item,
  }) => {
    const refusal = {
      type: '',
      title: 'This answer does not fit its question.',
      status: 422,
      code: 'answerRefused',
      details: null,
    };
    await context.route('**/api/save-item-field', (route) =>
      route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
    );
    await openItem('Padeye, port');
    await item.come();
    await page.getByRole('textbox', { name: 'Tag number' }).fill('NMT-9');
    await page.keyboard.press('Tab');
    const stuck = (tab: Page) => tab.getByRole('button', { name: '1 change not saved' });
    await expect(stuck(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/');
    await expect(stuck(other)).toBeVisible();
    await stuck(other).click();
    await other.getByRole('dialog', { name: 'Changes not saved' }).getByRole('button', { name: 'Discard' }).click();
    await expect(other.getByRole('dialog')).toContainText('Everything is saved.');
    await expect(stuck(page)).toHaveCount(0);
    await other.close();
  });

  for (const { how, end } of [
    { how: 'by the server', end: 'server' },
    { how: 'in another tab', end: 'tab' },
  ] as const) {
    test(`is made of the text being typed when the session is ended ${how}, and sent after the next sign-in`, async ({
      as,
      page,
      dashboard,
      inspection,
      login,
      rig,
      company,
    }) => {
      // Sessions of other journeys must not end.
      const email = `idris-${end}-${process.pid}@holdfast.example`;
      const { id } = await company.wren.call('createUser', {
        name: 'Idris Vance',
        email,
        role: 'inspector',
        companyId: company.id,
        password: PASSWORD,
      });
      const listening = page.waitForResponse('**/ext/events');
      await as({ ...company.maren, email });
      await listening;
      await dashboard.openInspection(rig.installationName, DROPS);
      await inspection.row('Floodlight, girt 6').click();
      const tag = page.getByRole('textbox', { name: 'Tag number' });
      await expect(tag).toHaveValue('');
      await page.getByRole('button', { name: 'Add note', exact: true }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('Half a note');
      await page.keyboard.press('Escape');
      await tag.fill('NMT-DRK-FL-0');
      if (end === 'server') {
        // The page shows the login, and then reloads.
        const reloaded = page.waitForEvent('load');
        await company.wren.call('endUserSessions', { id });
        await reloaded;
      } else {
        const other = await page.context().newPage();
        await other.goto('/healthz');
        await other.evaluate(() => localStorage.removeItem('token'));
        await other.close();
      }
      await expect(login.submit).toBeVisible();
      await expect(page.getByText(/1 change is kept in this browser/)).toBeVisible();
      await login.signIn(email, PASSWORD);
      await expect
        .poll(async () => {
          const { fieldResponses } = await company.jorun.call('getFieldsForItem', {
            itemId: rig.items['Floodlight, girt 6']!,
          });
          return fieldResponses.map(({ value }) => value);
        })
        .toEqual(['NMT-DRK-FL-0']);
      await page.getByRole('button', { name: 'Add note', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a note');
    });
  }
});
