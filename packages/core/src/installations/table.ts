import { z } from 'zod';
import * as c from '../db/columns.ts';
import { table } from '@holdfast/sync';
import { readFormerTimeZones } from './timeZones.ts';

/** Former time zones of an installation as JSON; empty for none. */
const storedTimeZones = c.json.refine(
  (zones) => readFormerTimeZones(zones)?.every(({ timeZone }) => isTimeZone(timeZone)) === true,
  'must be former time zones of an installation',
);

/** An installation. It belongs to the company of its scope. */
export const installation = table({
  name: 'installation',
  columns: z.strictObject({
    name: c.name,
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
    timeZone: c.label.refine(isTimeZone, 'must be an IANA time zone'),
    archivedAt: c.instant.nullable(),
    formerTimeZones: storedTimeZones,
  }),
  scopeKind: 'company',
  rights: {
    insert: 'manage',
    update: {
      name: 'manage',
      latitude: 'inspect',
      longitude: 'inspect',
      timeZone: 'inspect',
      formerTimeZones: 'inspect',
      archivedAt: 'manage',
    },
    delete: 'administer',
    restore: 'administer',
  },
  references: {},
  added: { formerTimeZones: { since: 5, value: '' } },
  groups: { position: ['latitude', 'longitude'] },
});

/** Names of time zones that were found valid, in lower case as the engine compares them: asking the engine takes long, and a list can hold thousands. */
const validZones = new Set<string>();

/** Returns true when the running engine knows a time zone by this name. */
function isTimeZone(name: string): boolean {
  const key = name.toLowerCase();
  if (validZones.has(key)) return true;
  try {
    void new Intl.DateTimeFormat('en-GB', { timeZone: name });
  } catch {
    return false;
  }
  validZones.add(key);
  return true;
}
