/** A device that synchronises: combines sign-in, runs, events of the server and revocation over a database (docs/sync.md, "The desktop's agent"). */
import type { DesktopEvent, LiveEvent, RevokeMode } from '@holdfast/contract';
import { type Application, endSessions, type Handler, type Ports } from '@holdfast/core';
import { becomeDevice, type DeviceSetting, readState } from '@holdfast/sync';
import { sendContentsAgain } from './contents/blobQueue.ts';
import { type Driver, openDriver } from './driver.ts';
import { readFact, writeFact } from './facts.ts';
import { openHub } from './hub.ts';
import { openLive } from './live.ts';
import { deviceOperations } from './operations.ts';
import type { Platform } from './platform.ts';
import { hasUsers, receivedScopes, users } from './queries.ts';
import { remoteClient } from './remote.ts';
import { applyRevocation } from './revocation.ts';
import { desktopSignIn, type DeviceIdentity } from './signIn.ts';

/** Dependencies of a device. */
export interface DeviceParts {
  platform: Platform;
  setting: DeviceSetting;
  databases: Pick<Application, 'read' | 'write'>;
  ports: Ports;
  /** Returns the application over the same database; called after it was created. */
  application(): Application;
  /** Origin of the server it synchronises with. */
  server: string;
  /** Name of this device in the list of devices. */
  deviceName: string;
  /** Version of the program. */
  version: string;
  /** Called when the database turns out to be damaged. */
  damaged(error: unknown): void;
}

/** A device that runs. */
export interface Device {
  driver: Driver;
  /** Handlers of the device's operations, which replace those of the server. */
  handlers: readonly Handler[];
  /** Sends an event to every window. */
  notify(event: DesktopEvent): void;
  /** Its name in the change log. */
  deviceId(): Promise<string>;
  /** The secret by which the server identifies it. */
  token(): Promise<string>;
  /** Ends the connection to the server and the current run. */
  stop(): Promise<void>;
  /** Ends the events of windows. */
  close(): void;
}

/** Opens a device. It synchronises from `driver.start` on. */
export function openDevice(parts: DeviceParts): Device {
  const { platform, setting, ports, server, application, deviceName, version } = parts;
  const { read, write } = parts.databases;
  const hub = openHub();
  const token = async (): Promise<string> => (await ownSecret()) ?? '';
  const deviceId = async (): Promise<string> => (await setting.database.transaction(readState)).deviceId;
  const driver = openDriver({
    ...platform,
    setting,
    read,
    write,
    blobs: ports.blobs,
    server,
    token,
    newId: () => ports.ids.next(ports.clock.now()),
    registerAgain,
    version,
    notify: hub.notify,
    damaged: parts.damaged,
    reached: () => live.wake(),
    revoked,
  });
  const live = openLive({
    server,
    token,
    random: setting.random,
    isKnown: () => hasUsers(read),
    connection: driver.connection,
    received: (event) =>
      void apply(event).catch((error: unknown) =>
        platform.log.error({ err: error }, 'an event of the server could not be applied'),
      ),
  });

  /** Returns the secret by which the server identifies this device; null when there is none, or its key is lost. */
  async function ownSecret(): Promise<string | null> {
    const sealed = await readFact(read, 'deviceToken');
    return sealed === null ? null : platform.secrets.open(sealed);
  }

  /**
   * Returns the name and secret to register at a sign-in. A device whose secret cannot be read becomes a new device, as a copy does, because it
   * cannot prove to be the old one. Changes that the server confirmed are not sent again; unsent changes are sent under the new name.
   */
  async function identity(): Promise<DeviceIdentity> {
    const known = await ownSecret();
    if (known !== null) return { deviceId: await deviceId(), token: known, keep: () => Promise.resolve() };
    const again = ports.ids.next(ports.clock.now());
    const secret = ports.secrets.next();
    const sealed = await platform.secrets.seal(secret);
    return {
      deviceId: again,
      token: secret,
      async keep() {
        await setting.database.transaction(async (store) => {
          const { ackedN } = await readState(store);
          await becomeDevice(store, setting, again, ackedN);
        });
        await writeFact(write, 'deviceToken', sealed);
      },
    };
  }

  async function revoked(mode: RevokeMode): Promise<void> {
    await applyRevocation(application(), setting, mode);
    hub.notify({ event: 'logout', data: { reason: mode } });
  }

  /** Registers a new name and secret of this device at the server, in place of the previous ones (docs/sync.md, "What is promised"). */
  async function registerAgain(): Promise<string | null> {
    const again = ports.ids.next(ports.clock.now());
    const secret = ports.secrets.next();
    try {
      await remoteClient(server, await token())('registerDeviceAgain', { deviceId: again, token: secret });
    } catch {
      return null;
    }
    await writeFact(write, 'deviceToken', await platform.secrets.seal(secret));
    return again;
  }

  /** Ends the sessions of users whose accounts the server reports as disabled; their changes stay on the device. */
  async function blockDisabled(disabled: readonly string[]): Promise<void> {
    const known = (await readFact(read, 'disabledUsers')) ?? [];
    await writeFact(write, 'disabledUsers', disabled);
    const blocked = disabled.filter((id) => !known.includes(id));
    for (const id of blocked) await endSessions(write, id, ports.clock.now());
    if (blocked.length > 0) hub.notify({ event: 'logout', data: { reason: 'disabled' } });
  }

  /** Applies an event of the server. */
  async function apply(event: LiveEvent): Promise<void> {
    if (event.event === 'hello') await blockDisabled(event.data.disabled ?? []);
    if (event.event === 'hello') await driver.greeted(event.data.heads);
    if (event.event === 'changed') driver.serverChanged();
    if (event.event === 'wanted' && (await sendContentsAgain(write, event.data.contents)) > 0) driver.serverChanged();
    if (event.event === 'revoked') await revoked(event.data.mode);
    if (event.event !== 'logout') return;
    const now = ports.clock.now();
    const disabled = event.data.disabled ?? [];
    const before = (await readFact(read, 'disabledUsers')) ?? [];
    await writeFact(write, 'disabledUsers', [...new Set([...before, ...disabled])]);
    const ids = event.data.users ?? (await users(read)).map(({ id }) => id);
    for (const id of ids) await endSessions(write, id, now);
    hub.notify({ event: 'logout', data: { reason: 'account' } });
  }

  async function confirmed(): Promise<void> {
    await driver.run('Sign-in');
    live.wake();
    // Photos and files are transferred while the user already works.
    if ((await receivedScopes(read)).length === 0) await driver.recordsSettled();
  }

  return {
    driver,
    handlers: [
      desktopSignIn({ application, server, identity, deviceName, version, confirmed }),
      ...deviceOperations({ driver, hub, server, deviceId, deviceName, version, keyPlace: platform.secrets.place }),
    ],
    notify: hub.notify,
    deviceId,
    token,
    async stop() {
      await live.stop();
      await driver.stop();
    },
    close: hub.close,
  };
}
