import type { Page } from '@playwright/test';

/** Where a finger is on the page, px. */
export type Point = readonly [x: number, y: number];

/** Moves fingers over the glass as a browser gets it from a screen: each from where it is put down to where it is lifted. */
export async function slide(page: Page, ...fingers: { from: Point; to: Point }[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const steps = 8;
  for (let step = 0; step <= steps; step += 1) {
    const touchPoints = fingers.map(({ from, to }, id) => ({
      x: from[0] + ((to[0] - from[0]) * step) / steps,
      y: from[1] + ((to[1] - from[1]) * step) / steps,
      id,
    }));
    await session.send('Input.dispatchTouchEvent', { type: step === 0 ? 'touchStart' : 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
