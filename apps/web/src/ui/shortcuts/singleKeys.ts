/** Storage key of the setting of single keys: users who dictate, or whose hand trembles, can switch them off (WCAG 2.1.4). */
const KEY = 'holdfast:single-keys';

/** Returns true when keys without Ctrl run commands; the default in this browser until it is switched off. */
export function readSingleKeys(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

/** Returns true for the press of a key alone, unless such keys are switched off. @param wanted in lower case */
export function isSingleKey(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  wanted: string,
): boolean {
  return key.toLowerCase() === wanted && !ctrlKey && !metaKey && !altKey && readSingleKeys();
}

/** Switches keys without Ctrl on or off in this browser. */
export function keepSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
}
