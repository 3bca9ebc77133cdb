/**
 * Converts a data folder to the requested form, as the start of an agent does, and writes the number of converted files. Called as a process that a
 * test kills: `node <this file> <data folder>`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openEncryption } from '../encryption.ts';

const dataFolder = process.argv[2]!;
const encryption = await openEncryption({ dataFolder, keychain: null, now: () => Date.now() });
process.stdout.write('0\n');
encryption.convertDatabases();
encryption.begin({ server: 'http://127.0.0.1:1', hostId: 'host', port: 1 });
for (;;) {
  const { complete, contents, problems } = encryption.status();
  if (complete || problems.length > 0) break;
  if (contents !== null) process.stdout.write(`${contents.done}\n`);
  await sleep(1);
}
await encryption.stop();
