const known = new Map<string, string>();

/** Returns a time zone that this browser can show: UTC in place of one that it does not know, as the server does. */
export function knownZone(timeZone: string): string {
  let zone = known.get(timeZone);
  if (zone === undefined) {
    try {
      zone = new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone;
    } catch {
      zone = 'UTC';
    }
    known.set(timeZone, zone);
  }
  return zone;
}
