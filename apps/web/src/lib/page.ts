import { newId } from './ids.ts';

/** Id of this page, new at each load. The server sends no events about a page's own changes to that page. */
const PAGE = newId();

const WINDOW_KEY = 'holdfast:window';

/** Stores the secret of a desktop's window. Its agent refuses calls without it. */
export function storeWindow(secret: string): void {
  localStorage.setItem(WINDOW_KEY, secret);
}

/** Returns the secret of a desktop's window; null on other hosts, and in a page that the agent did not open. */
export function windowSecret(): string | null {
  return localStorage.getItem(WINDOW_KEY);
}

/** Returns the headers by which this page names itself in calls, on a desktop also its window. */
export function pageHeaders(): Record<string, string> {
  const secret = windowSecret();
  return { 'x-holdfast-page': PAGE, ...(secret === null ? {} : { 'x-holdfast-window': secret }) };
}
