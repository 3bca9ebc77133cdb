/** Use of a server by users, desktops and companies, with its limits. */
import { z } from 'zod';
import { Id } from '../base/id.ts';
import { operation } from '../base/operation.ts';

const limit = z.number().int().nullable().describe('null: any number.');
const amount = z.number().int();
const moment = z.string().describe('A moment, ISO 8601 in UTC.');

/** Maximum numbers of calls, uploaded bytes and printed reports. */
const Limits = z.strictObject({
  request: limit.describe('Calls in a minute; null: any number.'),
  upload: limit.describe('Bytes of uploads in a day, UTC; null: any number.'),
  print: limit.describe('Printed reports in an hour; null: any number.'),
});

/** Counts of the current minute, day and hour. */
const counts = {
  requests: amount.describe('Calls in this minute.'),
  uploaded: amount.describe('Bytes of uploads today, UTC.'),
  printed: amount.describe('Reports printed in this hour.'),
};

/** Use of a server. */
export const ServerUse = z
  .strictObject({
    limits: z.strictObject({
      each: Limits.describe('Of each user, desktop and network address.'),
      company: Limits.describe('Of each company.'),
      storageBytes: limit.describe('Bytes of photos and files of a company; null: any number.'),
    }),
    companies: z.array(
      z.strictObject({
        id: Id,
        name: z.string(),
        storedBytes: amount.describe('Bytes of photos and files.'),
        ...counts,
      }),
    ),
    callers: z
      .array(
        z.strictObject({
          kind: z.enum(['user', 'device', 'address']),
          name: z.string().describe('Of the user or desktop, or the network address of callers who are not signed in.'),
          ...counts,
        }),
      )
      .describe('Those with most uploads, prints and calls, at most 100.'),
    backup: z
      .strictObject({
        completed: z
          .strictObject({
            at: moment,
            rows: amount,
            contents: amount.describe('Photos and files in it.'),
            damaged: amount.describe('Photos and files that were damaged or missing, and are not in it.'),
          })
          .nullable()
          .describe('The newest complete backup; null: there is none.'),
        failed: z
          .strictObject({ at: moment, reason: z.string() })
          .nullable()
          .describe('The newest attempt, when it failed; null: it did not.'),
      })
      .nullable()
      .describe('Backups by the command of Holdfast; null for administrators of one company.'),
    promotions: z
      .enum(['recognised', 'unrecognised'])
      .nullable()
      .describe(
        'Whether the server notices that a replica of its PostgreSQL was promoted; null with SQLite, and for administrators of one company.',
      ),
  })
  .meta({ id: 'ServerUse' });

/** Use of a server. */
export type ServerUse = z.infer<typeof ServerUse>;

export const getUsage = operation({
  name: 'getUsage',
  method: 'GET',
  path: '/ext/admin/usage',
  summary: 'Use of the server by companies, users and desktops, and its limits. Counts are a few seconds old.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({}),
  output: ServerUse,
  problems: [],
});
