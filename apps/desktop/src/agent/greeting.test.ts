import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Desk, ready } from './testing/desk.ts';
import { openWorld, type World } from './testing/world.ts';

/** Longer than the time after an event of the server in which the run it causes ends. */
const CALM_MS = 1_500;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const EVENTS = '/ext/sync/events';
const PULL = '/ext/sync/pull';

/** Wraps requests to some paths. */
function between(paths: Record<string, (ask: () => Promise<Response>) => Promise<Response>>): void {
  const real = fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const ask = (): Promise<Response> => real(url, init);
    return paths[new URL(url instanceof Request ? url.url : url).pathname]?.(ask) ?? ask();
  });
}

/** Delays requests until a promise is fulfilled. */
const after = (may: Promise<void>) => async (ask: () => Promise<Response>) => {
  await may;
  return ask();
};

const triggersOf = async ({ agent }: Desk): Promise<string[]> =>
  (await agent.running.driver.logs()).map(({ trigger }) => trigger).toReversed();

const nameAt = async ({ call }: Desk, installationId: string, itemId: string): Promise<string | undefined> =>
  (await call('getItemsForInstallation', { installationId })).find(({ id }) => id === itemId)?.name;

describe("the start of the server's events", () => {
  it('makes a desktop ask once more for what changed after its last run, and once only', async () => {
    const made = await world.server.build.itemInInspection();
    const web = await world.server.as('idris');
    const opening = Promise.withResolvers<void>();
    between({ [EVENTS]: after(opening.promise) });
    const one = await ready(world);
    await web('setItemName', { itemId: made.item.id, name: 'Named in between' });
    opening.resolve();
    await expect.poll(() => nameAt(one, made.installation.id, made.item.id)).toBe('Named in between');
    await wait(CALM_MS);
    expect(await triggersOf(one)).toEqual(['Sign-in', 'Server']);
  });

  it('makes a desktop ask once more for what changed while its run was under way', async () => {
    const made = await world.server.build.itemInInspection();
    const web = await world.server.as('idris');
    const opening = Promise.withResolvers<void>();
    const answering = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    between({
      [EVENTS]: after(opening.promise),
      // The complete answer has arrived, but is withheld from the desktop.
      async [PULL](ask) {
        const answer = await ask();
        const text = await answer.text();
        answered.resolve();
        await answering.promise;
        return new Response(text, { status: answer.status, headers: { 'content-type': 'application/x-ndjson' } });
      },
    });
    const agent = await world.agent();
    const signedIn = agent.signIn('maren');
    await answered.promise;
    await web('setItemName', { itemId: made.item.id, name: 'Named meanwhile' });
    opening.resolve();
    await expect.poll(() => agent.running.driver.connected()).toBe(true);
    await wait(CALM_MS);
    answering.resolve();
    const one = { agent, call: await signedIn };
    await expect.poll(() => nameAt(one, made.installation.id, made.item.id)).toBe('Named meanwhile');
    await wait(CALM_MS);
    expect(await triggersOf(one)).toEqual(['Sign-in', 'Server']);
  });

  it('does not affect a desktop that has everything', async () => {
    await world.server.build.itemInInspection();
    const opening = Promise.withResolvers<void>();
    between({ [EVENTS]: after(opening.promise) });
    const one = await ready(world);
    opening.resolve();
    await wait(CALM_MS);
    expect(await triggersOf(one)).toEqual(['Sign-in']);
  });
});
