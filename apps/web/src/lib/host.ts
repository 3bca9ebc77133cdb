/** Kind of the host that serves this page: the server, or a desktop's agent, which marks the page. */

/** True in the desktop build. */
export const isDesktop = document.documentElement.dataset['host'] === 'desktop';

const LAUNCH = /^#launch=([\w-]+)$/;

/**
 * Proves to a desktop's agent that this window was opened by it: the token in the address is given back, once, and leaves the address. Does
 * nothing elsewhere.
 */
export async function redeemLaunch(): Promise<void> {
  const token = isDesktop ? LAUNCH.exec(window.location.hash)?.[1] : undefined;
  if (token === undefined) return;
  await fetch('/ext/desktop/launch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch(() => undefined);
  window.history.replaceState(window.history.state, '', window.location.pathname);
}
