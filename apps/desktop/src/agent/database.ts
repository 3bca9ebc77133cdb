import { join } from 'node:path';
import { migrate, type Ports, registry } from '@holdfast/core';
import { type Databases, openSqlite, systemPorts } from '@holdfast/host';
import { type DeviceSetting, ensureEnrolled, kyselyDatabase, upgradeDevice, versionOf } from '@holdfast/sync';

/** The database of a desktop, with the parts that synchronisation uses. */
export interface DeviceDatabase {
  databases: Databases;
  setting: DeviceSetting;
}

/**
 * Opens the database of a desktop in its data folder and migrates it. A new database has a device id at once, so that work can be recorded before the
 * device is registered.
 * @param key as of `openSqlite`
 * @param name of the file
 */
export async function openDeviceDatabase(
  dataFolder: string,
  clock: Ports['clock'],
  key: Uint8Array | null = null,
  name = 'device.db',
): Promise<DeviceDatabase> {
  const databases = openSqlite(join(dataFolder, name), 'device', key);
  try {
    await migrate(databases.write, 'device', databases.engine);
    const setting: DeviceSetting = {
      database: kyselyDatabase(databases.write, databases.engine, registry),
      registry,
      now: () => clock.now(),
      random: () => Math.random(),
      rest: () => clock.rest(),
    };
    await ensureEnrolled(setting, () => systemPorts.ids.next(clock.now()));
    await setting.database.transaction((store) => upgradeDevice(store, versionOf(registry)));
    return { databases, setting };
  } catch (error) {
    await databases.close();
    throw error;
  }
}
