/** Brings a data folder to what is wanted, as the start of an agent does. Called as a process that a test kills: `node <this file> <data folder>`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openEncryption } from '../encryption.ts';

const dataFolder = process.argv[2]!;
const encryption = await openEncryption({ dataFolder, keychain: null, now: () => Date.now() });
process.stdout.write('begins\n');
encryption.convertDatabases();
encryption.begin({ server: 'http://127.0.0.1:1', hostId: 'host', port: 1 });
while (!encryption.status().complete && encryption.status().problems.length === 0) await sleep(2);
await encryption.stop();
