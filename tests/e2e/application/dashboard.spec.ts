import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONDITIONS } from '@holdfast/contract';
import { DAY, dayOf, DROPS, makeCompany, makeRig, PASSWORD, today } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { startServer } from '../fixtures/server.ts';

test.describe('the dashboard', { tag: '@agent' }, () => {
  test('shows the logo and the installations with their inspections and dates [DASH-01] [DASH-02] [DASH-03] [DASH-04] [DASH-15]', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    await as(company.maren);
    await expect(dashboard.logo).toBeVisible();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const rings = dashboard.logo.locator('[data-ring]');
    await expect(rings).toHaveCount(2);
    for (const ring of await rings.all()) {
      const turned = () => ring.evaluate((element) => getComputedStyle(element).transform);
      const before = await turned();
      await expect.poll(turned).not.toBe(before);
    }
    const card = dashboard.card(rig.installationName);
    await expect(card.getByRole('heading', { name: rig.installationName })).toBeVisible();
    await expect(card.getByRole('button', { name: DROPS })).toBeVisible();
    await expect(card.getByText(`${dayOf(today - 6 * DAY)} – ${dayOf(today + 4 * DAY)}`)).toBeVisible();
    await expect(card.getByText('4 days left')).toBeVisible();
    await expect(card.getByText('40 %')).toBeVisible();
    await expect(page.getByText('chat', { exact: false })).toHaveCount(0);
  });

  test('explains what to do when there is no installation, and shows No History [DASH-12] [DASH-16]', async ({
    as,
    company,
    dashboard,
    page,
  }) => {
    await as(company.anouk);
    await expect(page.getByText('No installations yet')).toBeVisible();
    await expect(dashboard.previous.getByText('No History')).toBeVisible();
  });

  test('begins with the inspections that need work today, and opens them', async ({
    as,
    company,
    rig,
    page,
    inspection,
  }) => {
    await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId: company.inspections.LOLER,
      startDate: today - 30 * DAY,
      endDate: today - 3 * DAY,
    });
    await as(company.maren);
    const due = page.getByRole('region', { name: 'Today' });
    // Other journeys create installations in the same company.
    const rows = due.getByRole('listitem').filter({ hasText: `${rig.installationName} · ` });
    await expect(rows).toHaveText([/Overdue by 3 days/, /3 items not checked.*4 days left/]);
    await due.getByRole('button', { name: `${DROPS}, ${rig.installationName}`, exact: true }).click();
    await expect(inspection.row('Padeye, port')).toBeVisible();
  });

  test('moves nothing on a phone while the installations are being loaded', async ({
    as,
    company,
    dashboard,
    rig,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[])
          Reflect.set(window, 'shifts', (Reflect.get(window, 'shifts') as number) + entry.value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // The reports are there before the installations.
    await page.route('**/api/get-installations', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await as(company.maren);
    await expect(dashboard.card(rig.installationName)).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'shifts') as number)).toBeLessThan(0.02);
  });

  test('lists past inspections under Previous Inspections', async ({ as, company, rig, dashboard }) => {
    await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId: company.inspections.LOLER,
      startDate: today - 30 * DAY,
      endDate: today - 20 * DAY,
    });
    await as(company.maren);
    const year = dashboard.previous.getByRole('region', {
      name: String(new Date((today - 20 * DAY) * 1000).getUTCFullYear()),
    });
    await expect(year.getByText(rig.installationName)).toBeVisible();
    await expect(dashboard.card(rig.installationName).getByText('Overdue by 20 days')).toBeVisible();
  });

  test(
    'lets staff choose the company whose installations they see',
    { tag: '@server' },
    async ({ as, company, rig, dashboard, page }) => {
      await as(company.wren);
      await expect(page.getByText('No company chosen')).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Northmere Drilling' }).click();
      await expect(dashboard.card(rig.installationName)).toBeVisible();
      await page.getByRole('combobox', { name: 'Choose a company' }).click();
      await page.getByRole('option', { name: 'Skerrow Energy' }).click();
      await expect(dashboard.card(rig.installationName)).toBeHidden();
    },
  );
});

test.describe('an installation', { tag: '@agent' }, () => {
  test('shows its name, and its inspections as cards with five counts and progress [INST-02] [INST-07] [INST-08]', async ({
    as,
    company,
    rig,
    dashboard,
    installation,
  }) => {
    // Four different counts: 10 of 12 checked items are 83.3 %, later 11 of 12 are 91.7 %.
    const { call } = company.maren;
    const inspected = { installationInspectionId: rig.drops };
    const unchecked = ['Floodlight, monkey board', 'Gas detector, doghouse', 'Padeye, port'].map(
      (name) => rig.items[name]!,
    );
    for (let made = 0; made < 7; made += 1) {
      const { itemId } = await call('newItem', { ...inspected, itemTypeId: company.itemTypes.floodlight });
      unchecked.push(itemId);
    }
    const find = async (condition: keyof typeof CONDITIONS, count: number): Promise<void> => {
      for (const itemId of unchecked.splice(0, count))
        await call('setCondition', { ...inspected, itemId, conditionId: CONDITIONS[condition].id });
    };
    await find('defective', 1);
    await find('needsAttention', 3);
    await find('notApplicable', 4);
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await expect(installation.title(rig.installationName)).toBeVisible();
    for (const [label, count] of [
      ['Total', 12],
      ['Fit for purpose', 1],
      ['Needs attention', 3],
      ['Defective', 2],
      ['Not applicable', 4],
    ] as const) {
      await expect.poll(() => installation.count(DROPS, label)).toBe(count);
    }
    await expect(installation.card(DROPS).getByText('83 %', { exact: true })).toBeVisible();
    await find('fitForPurpose', 1);
    await expect(installation.card(DROPS).getByText('91 %', { exact: true })).toBeVisible();
  });

  test('shows its coordinates and the answers to its details [INST-10]', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    const template = await company.maren.call('getInstallationFieldsTemplate', {});
    const fieldId = template!.fields.find(({ name }) => name === 'Emergency contact')!.id;
    const answer = { fieldId, value: 'OIM, ext. 22', displayValue: 'OIM, ext. 22', parentFieldOptionId: null };
    await company.maren.call('updateInstallation', {
      id: rig.installationId,
      updatedInstallation: { latitude: 57.9312, longitude: 1.418 },
      fields: [answer],
    });
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    const facts = page.getByRole('region', { name: 'About this installation' });
    await expect(facts.getByRole('term')).toHaveText(['Coordinates', 'Time zone', 'Emergency contact']);
    await expect(facts.getByRole('definition')).toHaveText(['57.9312° N, 1.4180° E', 'Europe/London', 'OIM, ext. 22']);
  });

  test('shows ten hours of weather, starting with the current hour at the installation [WTHR-02]', async ({
    page,
    login,
    dashboard,
  }) => {
    test.slow();
    const hour = 3_600_000;
    const began = Math.floor(Date.now() / hour) * hour;
    // A location two hours ahead of UTC.
    const local = (n: number): string => new Date(began + (n + 2) * hour).toISOString().slice(0, 16);
    const hours = Array.from({ length: 30 }, (_, n) => n - 10);
    const source = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          utc_offset_seconds: 7200,
          hourly_units: { temperature_2m: '°C', windspeed_10m: 'km/h' },
          hourly: {
            time: hours.map(local),
            temperature_2m: hours,
            windspeed_10m: hours.map((n) => n + 20),
            weathercode: hours.map(() => 3),
          },
        }),
      );
    });
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const { port } = source.address() as AddressInfo;
    const server = await startServer({ demo: false, weatherUrl: `http://127.0.0.1:${port}/v1/forecast` });
    try {
      const company = await makeCompany(server);
      const rig = await makeRig(company);
      await page.goto(server.address);
      await login.signIn(company.maren.email, PASSWORD);
      await dashboard.openInstallation(rig.installationName);
      const panel = page.getByRole('region', { name: 'Weather' });
      // The weather is read after the installation, never before it.
      await expect(async () => {
        await page.reload();
        await expect(panel.getByRole('listitem')).toHaveCount(10, { timeout: 2_000 });
      }).toPass();
      const entries = panel.getByRole('listitem');
      for (const [index, n] of [
        [0, 0],
        [9, 9],
      ] as const) {
        await expect(entries.nth(index)).toContainText(local(n).slice(11));
        await expect(entries.nth(index)).toContainText(`${n} °C`);
        await expect(entries.nth(index)).toContainText(`${n + 20} km/h`);
      }
    } finally {
      await server.remove();
      source.close();
    }
  });

  test('shows 0 % for an inspection without items [INST-09]', async ({
    as,
    company,
    rig,
    dashboard,
    installation,
    page,
  }) => {
    await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId: company.inspections.LOLER,
      startDate: today,
      endDate: today + DAY,
    });
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await expect(installation.card('Lifting Equipment').getByText('0 %', { exact: true })).toBeVisible();
    await expect(page.getByText('NaN')).toHaveCount(0);
  });

  test('shows no error when the weather is unknown, and everything else works [WTHR-06]', async ({
    as,
    company,
    rig,
    dashboard,
    installation,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await expect(page.getByText('No data for this location now.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(installation.card(DROPS)).toBeVisible();
  });

  test('shows ten hours of weather with units and texts [INST-03] [WTHR-03] [WTHR-05]', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    await page.route('**/api/get-installation', async (route) => {
      const answer = await route.fetch();
      const weather = {
        hourly: {
          time: Array.from({ length: 10 }, (_, index) => `2026-01-15T${String(8 + index).padStart(2, '0')}:00`),
          temperature_2m: Array.from({ length: 10 }, (_, index) => index - 2),
          windspeed_10m: Array.from({ length: 10 }, (_, index) => 20 + index),
          weathercodeName: [
            'clear-sky',
            'rain-showers-slight',
            'no-such-code',
            ...Array.from({ length: 7 }, () => 'snow-grains'),
          ],
        },
        hourly_units: { temperature_2m: '°C', windspeed_10m: 'km/h' },
      };
      await route.fulfill({ json: { ...(await answer.json()), weather } });
    });
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    const hours = page.getByRole('region', { name: 'Weather' }).getByRole('listitem');
    await expect(hours).toHaveCount(10);
    await expect(hours.first()).toContainText('08:00');
    await expect(hours.first()).toContainText('-2 °C');
    await expect(hours.first()).toContainText('20 km/h');
    await expect(hours.nth(0).getByRole('img', { name: 'Clear sky' })).toBeVisible();
    await expect(hours.nth(1).getByRole('img', { name: 'Rain showers, slight' })).toBeVisible();
    await expect(hours.nth(2).getByRole('img', { name: 'Unknown' })).toBeVisible();
  });
});
