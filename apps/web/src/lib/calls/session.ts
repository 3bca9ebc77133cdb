/**
 * The bearer token of this browser: in local storage under `token` (CNST-12). The server also puts it into a cookie that no script can
 * read, for pictures and downloads: set by the answer to a sign-in, removed by the answer to a sign-out (product decision 5).
 */

const TOKEN_KEY = 'token';
const USER_KEY = 'holdfast:user';
const ENDED = 'holdfast:session-ended';
const LEAVING = 'holdfast:leaving';
const RIGHTS = 'holdfast:rights';

/** Returns the current token; null when no user is signed in. */
export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

/** Stores the token of a sign-in. */
export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

/** Stores whose session the current token is, so that a page that is reloaded without a connection shows what the user has not sent. */
export function storeUser(userId: string): void {
  localStorage.setItem(USER_KEY, JSON.stringify({ userId, token: readToken() }));
}

/** Returns the id of the user of the current token, as an earlier page learned it; null when it is not known. */
export function readUser(): string | null {
  const stored = localStorage.getItem(USER_KEY);
  if (stored === null) return null;
  const { userId, token } = JSON.parse(stored) as { userId: string; token: string | null };
  return token !== null && token === readToken() ? userId : null;
}

function removeToken(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(USER_KEY);
}

/** Deletes the token and notifies this page of the end of the session. */
export function endSession(): void {
  removeToken();
  window.dispatchEvent(new Event(ENDED));
}

let isSigningOut = false;

/** Signs this page out. Events of the host about the sign-out are ignored meanwhile. @param request the call to the host */
export async function signOutHere(request: () => Promise<unknown>): Promise<void> {
  isSigningOut = true;
  try {
    await request();
  } finally {
    endSession();
    isSigningOut = false;
  }
}

/**
 * Listens for the end of the session.
 * @param ended called when the session ended on this page; resolves when typed input is kept
 * @param elsewhere called when another tab signed in or out
 * @returns a function that stops listening
 */
export function watchSession(ended: () => Promise<void>, elsewhere: () => void): () => void {
  const stored = (event: StorageEvent): void => {
    if (event.key === TOKEN_KEY || event.key === null) elsewhere();
  };
  // A host (server or desktop) ends the session with a `logout` event; the page reloads (docs/acceptance.md, AUTH).
  const hostEnded = (): void => {
    if (isSigningOut || readToken() === null) return;
    removeToken();
    void ended().finally(() => window.location.reload());
  };
  const endedHere = (): void => void ended();
  window.addEventListener(ENDED, endedHere);
  window.addEventListener('storage', stored);
  window.addEventListener('logout', hostEnded);
  return () => {
    window.removeEventListener(ENDED, endedHere);
    window.removeEventListener('storage', stored);
    window.removeEventListener('logout', hostEnded);
  };
}

/** Calls back when the session ended on this page. */
export function onSessionEnded(ended: () => void): void {
  window.addEventListener(ENDED, ended);
}

/** Requests that the user is read again, because the rights of the account may have changed. */
export function announceRights(): void {
  window.dispatchEvent(new Event(RIGHTS));
}

/**
 * Calls back when the rights of the account may have changed.
 * @returns a function that stops listening
 */
export function onRights(changed: () => void): () => void {
  window.addEventListener(RIGHTS, changed);
  return () => window.removeEventListener(RIGHTS, changed);
}

/** Requests every form with unsaved input to save it now. */
export function announceLeaving(): void {
  window.dispatchEvent(new Event(LEAVING));
}

/**
 * Calls back when pending input has to be saved: on sign-out, and when the page is hidden or closed.
 * @returns a function that stops listening
 */
export function onLeaving(handOver: () => void): () => void {
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') handOver();
  };
  window.addEventListener(LEAVING, handOver);
  window.addEventListener('pagehide', handOver);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    window.removeEventListener(LEAVING, handOver);
    window.removeEventListener('pagehide', handOver);
    document.removeEventListener('visibilitychange', hidden);
  };
}
