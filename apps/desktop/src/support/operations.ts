import { statfs } from 'node:fs/promises';
import { arch, release, totalmem, type as systemType } from 'node:os';
import * as contract from '@holdfast/contract';
import { type Handler, handler } from '@holdfast/core';
import type { Driver } from '@holdfast/device';
import type { Databases } from '@holdfast/host';
import type { DesktopReaders } from '../rfid/desktopReaders.ts';
import type { DesktopUpdates } from '../updates/desktopUpdates.ts';
import { readState } from '../updates/versions.ts';
import { lastLines, logFolder } from './logFile.ts';
import { rowCounts } from './rowCounts.ts';

/** Lines of each log in the report. */
const LOG_LINES = 2_000;

/** Dependencies of the report. */
export interface SupportSetting {
  dataFolder: string;
  versionsFolder: string;
  shell: string;
  server: string;
  database: Databases['read'];
  encryption(): Promise<contract.EncryptionStatus>;
  driver(): Driver;
  readers(): DesktopReaders;
  updates(): DesktopUpdates;
}

/** The operation that collects the report for support. It contains no answers, names, photos or secrets. */
export function supportOperations(setting: SupportSetting): Handler[] {
  const { dataFolder, versionsFolder, shell, server, database, encryption, driver, readers, updates } = setting;
  return [
    handler(contract.getSupportReport, {
      reach: 'library',
      async commit({ ports, now }) {
        const { bavail, bsize } = await statfs(dataFolder);
        const { current, previous, trial, refused } = readState(versionsFolder);
        const log = (name: string): string[] => lastLines(logFolder(dataFolder), name, LOG_LINES);
        return {
          madeAt: new Date(now).toISOString(),
          server,
          versions: { running: ports.instance.version, shell, node: process.versions.node, current, previous, refused },
          trial: trial === null ? null : trial.version,
          update: updates().state(),
          system: {
            name: `${systemType()} ${release()} ${arch()}`,
            memoryBytes: totalmem(),
            usedBytes: process.memoryUsage().rss,
            freeDiskBytes: bavail * bsize,
            upSeconds: Math.round(process.uptime()),
          },
          synchronisation: {
            ...(await driver().status()),
            ...(await driver().waiting()),
            connected: driver().connected(),
          },
          encryption: await encryption(),
          records: await rowCounts(database),
          runs: await driver().logs(),
          readers: readers().state(),
          logs: { agent: log('agent'), launcher: log('launcher') },
        };
      },
    }),
  ];
}
