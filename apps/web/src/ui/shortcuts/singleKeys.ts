/** Whether single keys do something: who dictates, or whose hand trembles, can switch them off (WCAG 2.1.4). */
const KEY = 'holdfast:single-keys';

/** Whether keys without Ctrl run commands; they are until somebody switches them off in this browser. */
export function readSingleKeys(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

/** Switches keys without Ctrl on or off in this browser. */
export function keepSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
}
