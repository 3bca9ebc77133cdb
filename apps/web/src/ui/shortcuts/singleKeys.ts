/** Storage key of the setting of single-key shortcuts: users who dictate or have a tremor can switch them off (WCAG 2.1.4). */
const KEY = 'holdfast:single-keys';

/** Returns true when keys without Ctrl run commands: the default until it is switched off in this browser. */
export function readSingleKeys(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

/** Returns true when a key is pressed alone and single-key shortcuts are on. @param wanted in lower case */
export function isSingleKey(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  wanted: string,
): boolean {
  return key.toLowerCase() === wanted && !ctrlKey && !metaKey && !altKey && readSingleKeys();
}

/** Switches keys without Ctrl on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
}
