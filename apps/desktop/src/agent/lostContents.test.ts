import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requestLostContents, recordLostContents, scrubContents } from '@holdfast/core';
import { blobFile } from '@holdfast/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, place, ready, run } from './testing/desk.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const EVERYTHING = 1e9;

/** A file that a desktop recorded and sent to the server. */
async function sentFile(): Promise<Desk & { id: string; path: string; content: Buffer; name: string }> {
  const made = await world.server.build.itemInInspection();
  const one = await ready(world);
  const content = Buffer.alloc(9_000, `certificate ${made.item.id}`);
  const { id } = await one.call('addFileToItem', {
    itemId: place(made).itemId,
    filename: 'certificate.bin',
    base64File: content.toString('base64'),
  });
  await run(one);
  const { sha256, scopeId } = await world.server.running.application.read
    .selectFrom('file')
    .select(['sha256', 'scopeId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const path = blobFile(join(world.server.folder, 'blobs'), scopeId, sha256);
  expect(await readFile(path)).toEqual(content);
  return { ...one, id, path, content, name: String(made.item.name) };
}

/** Status of the server's answer to a request for a file. */
async function statusOf(id: string): Promise<number> {
  const login = await fetch(`${world.server.address}/users/me/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'idris@example.test', password: 'a-password-of-tests' }),
  });
  const { details } = (await login.json()) as { details: { token: string } };
  const answer = await fetch(`${world.server.address}/files/${id}`, { headers: { cookie: `token=${details.token}` } });
  await answer.body?.cancel();
  return answer.status;
}

describe('a damaged file on the server', () => {
  it('is not served, is reported, and is restored from a desktop that has it', async () => {
    const { agent, id, path, content, name } = await sentFile();
    await writeFile(path, Buffer.alloc(9_000, 'worn'));
    // It is reported once, even after several requests.
    expect(await Promise.all([statusOf(id), statusOf(id), statusOf(id)])).toEqual([404, 404, 404]);
    const { lost } = await scrubContents(world.server.running.application, EVERYTHING);
    expect(lost.map(({ names }) => names)).toEqual([expect.stringContaining(`certificate.bin of ${name}`)]);
    await expect.poll(() => readFile(path).catch(() => null), { timeout: 10_000 }).toEqual(content);
    expect(await statusOf(id)).toBe(200);
    await agent.running.driver.settled();
    expect((await scrubContents(world.server.running.application, EVERYTHING)).lost).toEqual([]);
  });

  it('is restored from connected desktops after another process found it', async () => {
    const { agent, path, content } = await sentFile();
    const { application } = world.server.running;
    const before = await requestLostContents(application, null);
    await rm(path);
    await application.write
      .updateTable('blob')
      .set({ state: 'pending' })
      .where('sha256', '=', path.slice(-64))
      .execute();
    await recordLostContents(application.write, application.ports.clock.now());
    const mark = await requestLostContents(application, before);
    expect(mark).not.toBe(before);
    await expect.poll(() => readFile(path).catch(() => null), { timeout: 10_000 }).toEqual(content);
    await agent.running.driver.settled();
  });

  it('is found by the check in the background without a request', async () => {
    const { agent, path, content } = await sentFile();
    await agent.stop();
    await writeFile(path, Buffer.alloc(100, 'cut'));
    const { lost, checked, complete } = await scrubContents(world.server.running.application, EVERYTHING);
    expect([lost.length, complete, checked > 1]).toEqual([1, true, true]);
    expect((await scrubContents(world.server.running.application, EVERYTHING)).lost).toEqual([]);
    const again = await world.agent({ dataFolder: agent.folder });
    await again.signIn('maren');
    await expect.poll(() => readFile(path).catch(() => null), { timeout: 10_000 }).toEqual(content);
  });
});
