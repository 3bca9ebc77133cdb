import { Problem } from '@holdfast/contract';
import { uuidV7 } from '@holdfast/sync';
import { expect, it } from 'vitest';
import { onEachDatabase, TEST_NOW, type TestFixture } from '../testing/index.ts';
import type { BusEvent } from '../eventBus.ts';
import { authenticate, issueToken } from './index.ts';

async function signIn(fixture: TestFixture, who: 'maren' | 'idris'): Promise<{ token: string; id: string }> {
  const { details } = await fixture.as(who).signIn({ email: `${who}@example.test`, password: `${who}-password` });
  const actor = await authenticate(fixture.application, details!.token);
  return { token: details!.token, id: actor!.tokenId };
}

async function registerDesktop(fixture: TestFixture, seed = 7): Promise<string> {
  const deviceId = uuidV7(TEST_NOW, new Uint8Array(10).fill(seed));
  const token = deviceId.padEnd(43, 'x');
  await fixture.as('maren').registerDevice({ deviceId, token, name: 'Tablet', appVersion: '1.0.0' });
  return deviceId;
}

onEachDatabase('A session that is ended by its owner', (fixture) => {
  it('ends, while the other sessions of the account remain', async () => {
    const lost = await signIn(fixture, 'maren');
    const kept = await signIn(fixture, 'maren');
    await fixture.as('maren').endSession({ id: lost.id });
    expect(await authenticate(fixture.application, lost.token)).toBeNull();
    expect(await authenticate(fixture.application, kept.token)).not.toBeNull();
    expect((await fixture.as('maren').getSessions({})).map(({ id }) => id)).toEqual([kept.id]);
  });

  it('is announced to its pages, and that of a desktop to the desktop', async () => {
    const lost = await signIn(fixture, 'maren');
    const deviceId = await registerDesktop(fixture);
    const news: BusEvent[] = [];
    const stop = fixture.application.events.forward((one) => news.push(one));
    await fixture.as('maren').endSession({ id: lost.id });
    await fixture.as('maren').endSession({ id: deviceId });
    stop();
    expect(news.flatMap(({ tokens = [] }) => tokens)).toEqual([lost.id]);
    expect(news.flatMap(({ devices = [] }) => devices)).toEqual([deviceId]);
  });

  it('is also ended by too many others, of which those used last remain', async () => {
    const { database, application } = fixture;
    const { ports } = application;
    const { userId } = fixture.actor('maren');
    const open = async (): Promise<string> => {
      fixture.wait(60 * 60_000);
      const now = ports.clock.now();
      return issueToken(database.db, ports, { id: ports.ids.next(now), userId, device: 'test', now });
    };
    const colleague = await signIn(fixture, 'idris');
    const tokens = [await open(), await open(), await open()];
    const [used, second, third] = tokens as [string, string, string];
    while (tokens.length < 100) tokens.push(await open());
    expect(await authenticate(application, used)).not.toBeNull();
    await open();
    const live = await Promise.all([used, second, third].map((token) => authenticate(application, token)));
    expect(live.map((actor) => actor !== null)).toEqual([true, false, true]);
    expect(await fixture.as('maren').getSessions({})).toHaveLength(100);
    expect(await authenticate(application, colleague.token)).not.toBeNull();
  });

  it('is not found a second time', async () => {
    const { id } = await signIn(fixture, 'maren');
    await fixture.as('maren').endSession({ id });
    await expect(fixture.as('maren').endSession({ id })).rejects.toThrow(new Problem('notFound').message);
  });

  it('is not found when it belongs to another user', async () => {
    const foreign = await signIn(fixture, 'idris');
    await expect(fixture.as('maren').endSession({ id: foreign.id })).rejects.toThrow(new Problem('notFound').message);
    expect(await authenticate(fixture.application, foreign.token)).not.toBeNull();
  });

  it('can be that of a desktop, which then asks for the password again, while other desktops of the account remain', async () => {
    const deviceId = await registerDesktop(fixture);
    const kept = await registerDesktop(fixture, 8);
    expect((await fixture.as('maren').getSessions({})).map(({ id, kind }) => ({ id, kind }))).toContainEqual({
      id: deviceId,
      kind: 'desktop',
    });
    await expect(fixture.as('idris').endSession({ id: deviceId })).rejects.toThrow(new Problem('notFound').message);
    await fixture.as('maren').endSession({ id: deviceId });
    const desktops = (await fixture.as('maren').getSessions({})).filter(({ kind }) => kind === 'desktop');
    expect(desktops.map(({ id }) => id)).toEqual([kept]);
  });
});

onEachDatabase('Sessions that are ended together', (fixture) => {
  it('include all of the account in browsers and on desktops, and none of other accounts', async () => {
    const others = [await signIn(fixture, 'maren'), await signIn(fixture, 'maren')];
    const foreign = await signIn(fixture, 'idris');
    const deviceId = await registerDesktop(fixture);
    await fixture.as('maren').endOtherSessions({});
    for (const { token } of others) expect(await authenticate(fixture.application, token)).toBeNull();
    expect(await authenticate(fixture.application, foreign.token)).not.toBeNull();
    expect((await fixture.as('maren').getSessions({})).map(({ id }) => id)).not.toContain(deviceId);
  });
});
