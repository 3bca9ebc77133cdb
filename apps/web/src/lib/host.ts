/** Kind of the host that serves this page: the server, or a desktop's agent, which sets an attribute on the page. */

import { storeWindow } from './page.ts';

/** True in the desktop build. */
export const isDesktop = document.documentElement.dataset['host'] === 'desktop';

const LAUNCH = /^#launch=([\w-]+)$/;

/**
 * Proves to a desktop's agent that the agent opened this window: sends back the single-use token in the address and removes it from the
 * address. Does nothing on other hosts.
 */
export async function redeemLaunch(): Promise<void> {
  const token = isDesktop ? LAUNCH.exec(window.location.hash)?.[1] : undefined;
  if (token === undefined) return;
  try {
    const answer = await fetch('/ext/desktop/launch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (answer.ok) storeWindow(((await answer.json()) as { secret: string }).secret);
  } catch {
    // The page shows that the agent does not accept it.
  }
  window.history.replaceState(window.history.state, '', window.location.pathname);
}
