/** Desktops enrolled with a real server, for tests of the messages between them. */
import { issueToken, registry } from '@holdfast/core';
import { TEST_NOW, type TestFixture, type Who } from '@holdfast/core/testing';
import { versionOf } from '@holdfast/sync';
import { registryAtVersion } from '@holdfast/sync/testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect } from 'vitest';
import { buildCheckedServer } from './checkedServer.ts';
import { type Desktop, openDesktop } from './desktop.ts';

/** A listening server and the desktops of a test; both are closed at its end. */
export interface Enrolled {
  readonly app: FastifyInstance;
  /** The desktop of Maren, with which every test begins. */
  readonly desktop: Desktop;
  /** Returns a further desktop, registered by a user. @param version of its program; the current one by default */
  enrolled(who: Who, version?: number): Promise<Desktop>;
  /** Returns a desktop that is not registered. */
  unknown(version?: number): Promise<Desktop>;
  /** Returns a token of a user's browser session. */
  tokenOf(who: Who): Promise<string>;
  /** Returns the id of a user's account. */
  as(who: Who): string;
  /** Creates a floodlight on the rig Tarn, on the server. */
  itemOnRig(): Promise<{ id: string; installationId: string }>;
}

/** Starts a server before each test of the group it is called in. */
export function withDesktops(test: TestFixture): Enrolled {
  let app: FastifyInstance;
  let address: string;
  let desktop: Desktop;
  const opened: Desktop[] = [];

  async function tokenOf(who: Who): Promise<string> {
    const id = test.application.ports.ids.next(TEST_NOW);
    return issueToken(test.database.db, test.application.ports, {
      id,
      userId: test.actor(who).userId,
      device: 'test',
      now: TEST_NOW,
    });
  }

  async function unknown(version = versionOf(registry)): Promise<Desktop> {
    const tables = registryAtVersion(registry, version);
    const one = await openDesktop(address, () => test.application.ports.clock.now(), tables);
    opened.push(one);
    return one;
  }

  async function enrolled(who: Who, version?: number): Promise<Desktop> {
    const one = await unknown(version);
    expect((await one.enrol(await tokenOf(who))).status).toBe(200);
    return one;
  }

  beforeEach(async () => {
    app = buildCheckedServer({
      application: test.application,
      version: '0.0.0',
      web: null,
      logger: false,
      ready: () => Promise.resolve(true),
    });
    address = await app.listen({ port: 0, host: '127.0.0.1' });
    desktop = await enrolled('maren');
  });
  afterEach(async () => {
    await app.close();
    for (const one of opened.splice(0)) await one.close();
  });

  return {
    get app() {
      return app;
    },
    get desktop() {
      return desktop;
    },
    enrolled,
    unknown,
    tokenOf,
    as: (who) => test.actor(who).userId,
    async itemOnRig() {
      const installation = await test.build.installation({ name: 'Tarn' });
      const item = await test.build.item({ installationId: installation.id, name: 'Floodlight' });
      return { id: item.id, installationId: installation.id };
    },
  };
}
