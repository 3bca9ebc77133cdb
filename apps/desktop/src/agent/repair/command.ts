import type { Rescue } from '@holdfast/device';
import { lockFolder, systemPorts } from '@holdfast/host';
import { openEncryption } from '../../encryption/encryption.ts';
import { readConfig } from '../config.ts';
import { repairDatabase } from './repair.ts';

/** Option of the command that rebuilds a database in which no problem was found. */
const REBUILD = '--rebuild';

/**
 * Checks the database of a desktop thoroughly and repairs it.
 * @param args the settings of the agent, of which only the data folder is used, and `--rebuild`
 * @returns the report, in sentences
 * @throws {FolderInUse} while Holdfast uses the folder
 */
export async function repairCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { dataFolder, keychain = null } = readConfig(
    args.filter((arg) => arg !== REBUILD),
    environment,
  );
  const unlock = lockFolder(dataFolder);
  try {
    const { clock } = systemPorts;
    const encryption = await openEncryption({ dataFolder, keychain, now: () => clock.now() });
    const { key, files } = encryption;
    const options = { clock, thorough: true, rebuild: args.includes(REBUILD), key, files };
    const rescue = await repairDatabase(dataFolder, options);
    if (rescue !== null) encryption.lookAgain();
    const { lost } = encryption.status();
    if (encryption.isLost && lost !== null) return keyLost(lost.folder);
    return rescue === null ? 'The database is whole. Nothing was changed.' : report(rescue);
  } finally {
    unlock();
  }
}

function keyLost(folder: string): string {
  return [
    'The key that encrypts the data of this device is lost. The device starts over: start Holdfast and sign in with the server, which sends all records.',
    ...(folder === ''
      ? ['Photos and files that were encrypted cannot be read. Run a Full Sync.']
      : [`What the key encrypted, unsent work among it, is kept in ${folder}`]),
  ].join('\n');
}

function report({ changes, contents, complete, folder }: Rescue): string {
  const unsent = changes.map(({ place, what, lines, at }) => {
    const values = lines.map(({ field, to }) => (field === '' || field === what ? to : `${field}: ${to}`));
    return `  ${at}  ${[place, what, ...values].filter((part) => part !== '').join(' · ')}`;
  });
  return [
    'The database was damaged and has been rebuilt. Records come from the server at the next start.',
    unsent.length === 0 ? 'There were no unsent changes.' : `Unsent changes that were rescued: ${unsent.length}`,
    ...unsent,
    `Photos and files on this device: ${contents}`,
    ...(complete ? [] : ['Parts of the database could not be read. Unsent work in them is lost.']),
    `The damaged files are in ${folder}`,
  ].join('\n');
}
