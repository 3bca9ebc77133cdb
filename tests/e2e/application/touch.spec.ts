import type { Page } from '@playwright/test';
import { DROPS } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

/** Least size of a touch target, px. */
const TARGET_PX = 44;

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test.describe('on a touch screen', () => {
  test('every control that an inspector uses is at least 44 pixels wide and high', async ({
    as,
    company,
    rig,
    dashboard,
    installation,
    inspection,
    item,
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByPlaceholder('Password')).toBeVisible();
    expect(await tooSmall(page), 'login').toEqual([]);
    await as(company.maren);
    await expect(dashboard.card(rig.installationName)).toBeVisible();
    expect(await tooSmall(page), 'dashboard').toEqual([]);
    await dashboard.openInstallation(rig.installationName);
    await expect(installation.card(DROPS)).toBeVisible();
    expect(await tooSmall(page), 'installation').toEqual([]);

    await page.getByRole('button', { name: 'New Inspection' }).click();
    await page.getByRole('combobox', { name: 'Inspection' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await tooSmall(page), 'new inspection').toEqual([]);
    // A list that is briefly wider than the page would widen the page, which would move the list, and so on.
    await page.getByRole('option', { name: DROPS }).tap();
    await expect(page.getByRole('combobox', { name: 'Inspection' })).toHaveValue(DROPS);
    expect(await page.evaluate(() => innerWidth)).toBe(390);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await installation.card(DROPS).getByRole('button', { name: DROPS }).click();
    await expect(inspection.row('Padeye, port')).toBeVisible();
    expect(await tooSmall(page), 'list').toEqual([]);
    await inspection.search.fill('e');
    await inspection.row('Drill floor').getByRole('button', { name: 'Show only Drill floor' }).click();
    await expect(page.getByText('In Drill floor')).toBeVisible();
    expect(await tooSmall(page), 'narrowed list').toEqual([]);
    await inspection.row('Padeye, port').click();
    await expect(item.title).toHaveText('Padeye, port');
    await expect(page.getByRole('textbox').first()).toBeVisible();
    expect(await tooSmall(page), 'item').toEqual([]);
  });
});

/** Returns the controls that are smaller than a touch target and are not enlarged by an area around them. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((target) => {
    const found: string[] = [];
    const half = target / 2 - 1;
    for (const control of document.querySelectorAll<HTMLElement>(
      'a[href], button, input, textarea, [role="option"], [role="tab"]',
    )) {
      if (control.matches(':disabled') || control.closest('[aria-hidden="true"]') !== null) continue;
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
      // A press on the frame of a field counts as a press on the field.
      const pressed = control.closest<HTMLElement>('.mantine-Input-wrapper:has(input)') ?? label ?? control;
      const whole = control.tagName === 'BUTTON' ? control : pressed;
      whole.scrollIntoView({ block: 'center', inline: 'center' });
      const { x, y, width, height } = whole.getBoundingClientRect();
      const [middle, across] = [x + width / 2, y + height / 2];
      const answers = (px: number, py: number): boolean => {
        const hit = document.elementFromPoint(px, py);
        return hit !== null && (whole.contains(hit) || control.contains(hit));
      };
      // Covered or hidden elements cannot be pressed at all.
      if (width === 0 || height === 0 || !answers(middle, across)) continue;
      const fits =
        (width >= target - 0.5 || (answers(middle - half, across) && answers(middle + half, across))) &&
        (height >= target - 0.5 || (answers(middle, across - half) && answers(middle, across + half)));
      if (!fits) found.push(`${control.ariaLabel ?? control.textContent}: ${width.toFixed(0)} x ${height.toFixed(0)}`);
    }
    return found;
  }, TARGET_PX);
}
