/** Browsers in the order of the search: the header of most browsers also contains names of browsers further down. */
const BROWSERS = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

/** Systems, likewise: the header of Android also contains Linux, that of an iPhone also Mac. */
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

/**
 * Returns the browser and system that a `User-Agent` header names.
 * @param userAgent the header; a name that a user gave to a desktop is not recognised as a browser
 * @returns null for a part that is not recognised
 */
export function deviceName(userAgent: string): { browser: string | null; system: string | null } {
  const named = (known: typeof BROWSERS | typeof SYSTEMS): string | null =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}
