/** Encryption of the data of a desktop. A server does not have these operations. */
import { z } from 'zod';
import { operation } from '../base/operation.ts';
import { Instant } from '../base/values.ts';

/** State of the encryption of a desktop. */
export const EncryptionStatus = z
  .strictObject({
    wanted: z.boolean().describe('Whether database, photos and files are to be encrypted.'),
    required: z.boolean().describe('Whether the server requires it, so that it cannot be switched off.'),
    key: z
      .enum(['keychain', 'file'])
      .nullable()
      .describe('Place of the key: the keychain of the computer, or a file beside the data. null: none was made.'),
    database: z.boolean().describe('Whether the database is encrypted now.'),
    contents: z
      .strictObject({ done: z.number().int(), total: z.number().int() })
      .nullable()
      .describe('Photos and files that are as wanted, and all, while they are being changed; null: they are not.'),
    atNextStart: z.boolean().describe('Whether a change was chosen that begins with the next start.'),
    complete: z.boolean().describe('Whether everything is as wanted.'),
    problems: z.array(z.string()).describe('Files that could not be changed, each with the reason.'),
    lost: z
      .strictObject({
        at: Instant,
        folder: z.string().describe('Folder with everything that the lost key encrypted.'),
      })
      .nullable()
      .describe('The last loss of a key, after which this desktop began again without data; null: none.'),
    canRestart: z.boolean().describe('Whether `restartDesktop` has an effect.'),
  })
  .meta({ id: 'EncryptionStatus' });
/** State of the encryption of a desktop. */
export type EncryptionStatus = z.infer<typeof EncryptionStatus>;

const common = {
  effect: 'read',
  offline: true,
  agentOnly: true,
  output: EncryptionStatus,
  problems: [],
} as const;

export const getEncryption = operation({
  ...common,
  right: 'public',
  name: 'getEncryption',
  method: 'GET',
  path: '/ext/desktop/encryption',
  summary: 'State of the encryption of the data of the desktop.',
  input: z.strictObject({}),
});

export const setEncryption = operation({
  ...common,
  right: 'signedIn',
  name: 'setEncryption',
  method: 'PUT',
  path: '/ext/desktop/encryption',
  summary: 'Switches the encryption of database, photos and files on or off, from the next start on.',
  input: z.strictObject({ encrypted: z.boolean() }),
  problems: ['encryptionRequired'],
});

export const dismissLostKey = operation({
  ...common,
  right: 'signedIn',
  name: 'dismissLostKey',
  method: 'POST',
  path: '/ext/desktop/encryption/lost/dismiss',
  summary: 'Dismisses the notice about a lost key. The folder with the data encrypted by it is kept.',
  input: z.strictObject({}),
});
