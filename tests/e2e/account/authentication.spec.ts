import { startAgent } from '../fixtures/agent.ts';
import { type Company, PASSWORD } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

let inspectors = 0;

/** Creates an account for one journey: the sessions of other journeys must not end. */
async function newInspector({ id: companyId, wren }: Company): Promise<{ id: string; email: string }> {
  inspectors += 1;
  const email = `idris-${inspectors}@holdfast.example`;
  const details = { name: 'Idris Vance', email, role: 'inspector', companyId, password: PASSWORD } as const;
  const { id } = await wren.call('createUser', details);
  return { id, email };
}

test.describe('the authentication shell', { tag: '@agent' }, () => {
  test('shows exactly "Checking" while it checks who is signed in [AUTH-01] [AUTH-16]', async ({
    page,
    login,
    content,
  }) => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    let asked = 0;
    await page.route('**/users/me', async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    await page.goto('/');
    await expect(content).toHaveText('Checking');
    await expect(login.submit).toHaveCount(0);
    answer();
    await expect(login.submit).toBeVisible();
    expect(asked).toBeGreaterThan(0);
  });

  test('reads the user from GET /users/me, and treats a failed answer as signed out [APIA-02]', async ({
    as,
    company,
    login,
    dashboard,
    page,
  }) => {
    const asked = page.waitForResponse(
      (answer) => answer.url().endsWith('/users/me') && answer.request().headers()['authorization'] !== undefined,
    );
    await as(company.maren);
    expect((await asked).request().method()).toBe('GET');
    expect(await (await asked).json()).toMatchObject({ name: 'Maren Thorskild' });
    await expect(dashboard.title).toBeVisible();
    for (const status of [401, 500]) {
      await page.route('**/users/me', (route) => route.fulfill({ status, body: '' }));
      await page.reload();
      await expect(login.submit).toBeVisible();
      await page.unroute('**/users/me');
      await as(company.maren);
      await expect(dashboard.title).toBeVisible();
    }
  });

  for (const path of ['/', '/admin', '/admin/companies/unknown', '/no-such-page']) {
    test(`shows the login screen on ${path} to visitors who are not signed in [AUTH-02] [PERM-01]`, async ({
      login,
      page,
    }) => {
      await login.open(path);
      await expect(login.email).toBeVisible();
      await expect(page.getByRole('banner')).toHaveCount(0);
    });
  }

  test('has the fields, the button and the link of the specification [AUTH-03] [AUTH-04] [AUTH-05]', async ({
    login,
  }) => {
    await login.open();
    await expect(login.email).toBeVisible();
    await expect(login.password).toHaveAttribute('type', 'password');
    await expect(login.submit).toBeVisible();
  });

  test('opens a help page from Forgot Password and returns from it, also after a reload [AUTH-06]', async ({
    login,
    page,
  }) => {
    await login.open();
    await login.forgot.click();
    await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
    // The reason for which nothing can be sent stands between the field and the button.
    const reason = await page.getByText('Enter your email address first.').boundingBox();
    const field = await page.getByRole('textbox', { name: 'Email Address' }).boundingBox();
    const send = await page.getByRole('button', { name: 'Send link' }).boundingBox();
    expect(reason!.y).toBeGreaterThan(field!.y + field!.height);
    expect(send!.y).toBeGreaterThan(reason!.y);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(login.submit).toBeVisible();
  });

  test('sends the input as typed, even when it is empty [AUTH-07]', async ({ login, page }) => {
    await login.open();
    const empty = page.waitForRequest('**/users/me/token');
    await login.submit.click();
    expect((await empty).postDataJSON()).toEqual({ email: '', password: '' });
    await expect(login.alert).toBeVisible();
    const malformed = page.waitForRequest('**/users/me/token');
    await login.signIn(' not an address ', ' x ');
    expect((await malformed).postDataJSON()).toEqual({ email: ' not an address ', password: ' x ' });
  });

  test('signs in, requests the user, and shows the application without a reload [AUTH-08] [AUTH-11] [AUTH-12] [AUTH-16] [AUTH-17] [CNST-12]', async ({
    login,
    dashboard,
    company,
    page,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/users/me')) calls.push(`${request.method()} ${pathname}`);
    });
    await login.open();
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    calls.length = 0;
    const answer = page.waitForResponse('**/users/me/token');
    await login.email.fill(company.maren.email);
    await login.password.fill(PASSWORD);
    await login.password.press('Enter');
    await expect(dashboard.title).toBeVisible();

    const { success, error, details } = (await (await answer).json()) as Record<string, unknown>;
    expect({ success, error }).toEqual({ success: true, error: null });
    expect(calls).toEqual(['POST /users/me/token', 'GET /users/me']);
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('token')))
      .toBe((details as { token: string }).token);
  });

  test('keeps the token and a session cookie, and removes both on sign-out [AUTH-13] [AUTH-14]', async ({
    login,
    dashboard,
    company,
    page,
    context,
    host,
    desk,
  }) => {
    await login.open();
    await login.signIn(company.maren.email, PASSWORD);
    await expect(dashboard.title).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const cookie = (await context.cookies()).find(({ name }) => name === 'token');
    expect(cookie).toMatchObject({ expires: -1, path: '/', sameSite: 'Strict', httpOnly: true });
    // A desktop seals it, because a browser sends it to other ports of the host name, too.
    if (host === 'server') expect(cookie!.value).toBe(token);
    else expect(cookie!.value).not.toContain(token);

    await dashboard.signOut();
    await expect(login.submit).toBeVisible();
    await page.waitForFunction(() => localStorage.getItem('token') === null);
    expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([]);
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (desk !== null) headers['x-holdfast-window'] = desk.window.secret;
    expect((await page.request.get('/users/me', { headers })).status()).toBe(401);
  });

  test('shows the returned error in a red alert above the form, keeps the address, and clears it on the next try [AUTH-09] [AUTH-10] [AUTH-17] [ERRS-05]', async ({
    login,
    page,
  }) => {
    await login.open();
    const answer = page.waitForResponse('**/users/me/token');
    await login.signIn('unknown@holdfast.example', 'wrong');
    const { success, error } = (await (await answer).json()) as { success: boolean; error: string };
    expect(success).toBe(false);
    await expect(login.alert).toHaveText(error);
    await expect(login.email).toHaveValue('unknown@holdfast.example');
    const [alert, form] = [await login.alert.boundingBox(), await page.locator('form').boundingBox()];
    expect(alert!.y + alert!.height).toBeLessThanOrEqual(form!.y);
    const [red, green] = await login.alert.evaluate((element) =>
      getComputedStyle(element.querySelector('svg')!)
        .color.match(/[\d.]+/g)!
        .map(Number),
    );
    expect(red!).toBeGreaterThan(green! * 1.5);

    let answerNow = (): void => undefined;
    const held = new Promise<void>((resolve) => (answerNow = resolve));
    await page.route('**/users/me/token', async (route) => {
      await held;
      await route.continue();
    });
    await login.submit.click();
    await expect(login.alert).toHaveCount(0);
    answerNow();
  });

  test('shows the login screen when the request for the user is refused [AUTH-15]', async ({ login, page }) => {
    await login.open();
    await page.evaluate(() => localStorage.setItem('token', 'a-token-never-issued'));
    await page.reload();
    await expect(login.submit).toBeVisible();
    await expect(login.alert).toHaveCount(0);
    await page.waitForFunction(() => localStorage.getItem('token') === null);
  });

  test('rotates the rings of the logo in 40 s and 12 s, in opposite directions [AUTH-18] [CNST-11]', async ({
    login,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await login.open();
    const ring = (name: string) =>
      page.locator(`[data-ring="${name}"]`).evaluate((element) => {
        const { animationDuration, animationDirection, animationIterationCount } = getComputedStyle(element);
        return { animationDuration, animationDirection, animationIterationCount };
      });
    expect(await ring('outer')).toEqual({
      animationDuration: '40s',
      animationDirection: 'normal',
      animationIterationCount: 'infinite',
    });
    expect(await ring('inner')).toEqual({
      animationDuration: '12s',
      animationDirection: 'reverse',
      animationIterationCount: 'infinite',
    });
  });

  test('does not rotate the logo for users who prefer reduced motion [AUTH-19]', async ({ login, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await login.open();
    const running = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(running).toBe(0);
  });

  test('has three states only: checking, signed out, signed in [AUTH-22]', async ({
    login,
    dashboard,
    company,
    page,
    as,
  }) => {
    await page.addInitScript(() => {
      const seen = ((window as unknown as { seen: string[] }).seen = []) as string[];
      const signs: [state: string, sign: () => boolean][] = [
        [
          'checking',
          () => [...document.querySelectorAll('[role="status"]')].some(({ textContent }) => textContent === 'Checking'),
        ],
        ['signedOut', () => document.querySelector('input[placeholder="Email Address"]') !== null],
        ['signedIn', () => document.querySelector('header') !== null],
      ];
      const look = (): void => {
        const content = document.querySelector('#root > :not(style)');
        if (content === null) return;
        const states = signs.filter(([, sign]) => sign()).map(([state]) => state);
        seen.push(states.length === 1 ? states[0]! : `not one state: ${states.join()} ${content.textContent}`);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    const statesSeen = () => page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)]);
    await as(company.maren);
    await expect(dashboard.title).toBeVisible();
    expect(await statesSeen()).toEqual(['checking', 'signedIn']);
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.reload();
    await expect(login.submit).toBeVisible();
    expect(await statesSeen()).toEqual(['checking', 'signedOut']);
  });

  test('ends in every tab when the user signs out in one', async ({ context, company, page, as, dashboard }) => {
    await as(company.jorun);
    const other = await context.newPage();
    await other.goto('/');
    await expect(other.getByRole('heading', { level: 1, name: 'Installations' })).toBeVisible();
    await expect(dashboard.title).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('token'));
    await expect(other.getByRole('button', { name: 'Login' })).toBeVisible();
  });

  test('leaves no list as its user left it to the next user of the browser', async ({
    company,
    rig,
    as,
    dashboard,
    inspection,
  }) => {
    const open = async (person: typeof company.maren): Promise<void> => {
      await as(person);
      await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
    };
    await open(company.maren);
    await inspection.search.fill('typed by Maren');
    await expect(inspection.search).toHaveValue('typed by Maren');
    await open(company.jorun);
    await expect(inspection.search).toHaveValue('');
    await open(company.maren);
    await expect(inspection.search).toHaveValue('typed by Maren');
  });

  test('ends when any call is answered with 401', async ({ company, rig, page, as, dashboard, login }) => {
    await as(company.maren);
    await expect(dashboard.title).toBeVisible();
    await page.route('**/api/get-installation', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        body: '{"code":"notSignedIn","title":"Please sign in."}',
      }),
    );
    await page.route('**/users/me', (route) => route.fulfill({ status: 401, body: '' }));
    await dashboard.openInstallation(rig.installationName);
    await expect(login.submit).toBeVisible();
    await page.waitForFunction(() => localStorage.getItem('token') === null);
  });

  test(
    'reloads the page when the server ends the session [AUTH-21]',
    { tag: '@server' },
    async ({ company, page, as, dashboard, login }) => {
      const { id, email } = await newInspector(company);
      const listening = page.waitForResponse('**/ext/events');
      await as({ ...company.maren, email });
      await expect(dashboard.title).toBeVisible();
      await listening;
      await page.evaluate(() => Object.assign(window, { notReloaded: true }));
      await company.wren.call('endUserSessions', { id });
      await page.waitForFunction(() => !('notReloaded' in window));
      await expect(login.submit).toBeVisible();
    },
  );

  test(
    'reloads the page of a desktop that is signed out with the account [AUTH-21]',
    { tag: '@desktop' },
    async ({ server, cloud, page, dashboard, login }) => {
      const { id, email } = await newInspector(cloud);
      // A separate agent: signing an account out everywhere also signs out its desktops, with all their users.
      const agent = await startAgent(server.address);
      try {
        await page.goto(agent.launchAddress());
        await login.signIn(email, PASSWORD);
        await expect(page.getByRole('region', { name: 'This device', exact: true })).toContainText(/^Connected/);
        await expect(dashboard.title).toBeVisible({ timeout: 30_000 });
        await page.evaluate(() => Object.assign(window, { notReloaded: true }));
        await cloud.wren.call('endUserSessions', { id });
        await page.waitForFunction(() => !('notReloaded' in window));
        await expect(login.submit).toBeVisible();
      } finally {
        await agent.remove();
      }
    },
  );

  test('sends the bearer token and credentials with every call [PERM-02]', async ({
    company,
    page,
    as,
    rig,
    dashboard,
    inspection,
    item,
  }) => {
    const calls: { path: string; authorization: string | undefined }[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/api/')) calls.push({ path, authorization: request.headers()['authorization'] });
    });
    await page.addInitScript(() => {
      const send = window.fetch;
      const modes = ((window as unknown as { modes: (string | undefined)[] }).modes = []) as (string | undefined)[];
      window.fetch = (input, init) => {
        modes.push(init?.credentials);
        return send(input, init);
      };
    });
    const token = await as(company.maren);
    await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
    await inspection.row('Padeye, port').click();
    await expect(item.history.getByText('Maren Thorskild').first()).toBeVisible();
    expect(calls.length).toBeGreaterThan(5);
    expect([...new Set(calls.map(({ authorization }) => authorization))]).toEqual([`Bearer ${token}`]);
    expect([...new Set(await page.evaluate(() => (window as unknown as { modes: string[] }).modes))]).toEqual([
      'include',
    ]);
  });
});
