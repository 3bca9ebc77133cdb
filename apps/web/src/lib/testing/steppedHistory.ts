/**
 * Replaces the history of happy-dom by one that behaves like that of a browser: a step is made later, and replacing an entry keeps those ahead.
 * @returns a function that restores it
 */
export function steppedHistory(): () => void {
  const own = window.history;
  const entries = [{ state: own.state as unknown, href: window.location.href }];
  let at = 0;
  const show = (): void => own.replaceState(entries[at]!.state, '', entries[at]!.href);
  const hrefOf = (url?: string | URL | null): string => new URL(url ?? '', window.location.href).href;
  const history: Pick<History, 'pushState' | 'replaceState' | 'go' | 'back' | 'forward'> = {
    pushState(state: unknown, _, url) {
      entries.splice(at + 1, Infinity, { state, href: hrefOf(url) });
      at += 1;
      show();
    },
    replaceState(state: unknown, _, url) {
      entries[at] = { state, href: hrefOf(url) };
      show();
    },
    go(by = 0) {
      setTimeout(() => {
        if (entries[at + by] === undefined) return;
        at += by;
        show();
        window.dispatchEvent(new PopStateEvent('popstate', { state: entries[at]!.state }));
      }, 1);
    },
    back: () => history.go(-1),
    forward: () => history.go(1),
  };
  const stepped = Object.defineProperties(history, {
    state: { get: () => own.state as unknown },
    length: { get: () => entries.length },
  });
  Object.defineProperty(window, 'history', { configurable: true, value: stepped });
  return () => void Object.defineProperty(window, 'history', { configurable: true, value: own });
}
