import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestFixture } from '@holdfast/core/testing';
import { systemPorts } from '@holdfast/host';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailer } from './mail.ts';

let outbox: string;
let lines: string[];
const closing: (() => Promise<void>)[] = [];
const MAREN = 'maren@example.test';
beforeEach(async () => {
  outbox = join(await mkdtemp(join(tmpdir(), 'holdfast-mail-')), 'outbox');
  lines = [];
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(join(outbox, '..'), { recursive: true });
});

const log = () => pino({}, { write: (line: string) => void lines.push(line) });
/** A host whose mails are sent, with an application of its own. */
async function hostOf(smtpUrl: string | null, retryMs: readonly number[] = []) {
  const mail = mailer(
    { smtpUrl, from: 'holdfast@rig.example', publicUrl: () => 'https://rig.example', outbox },
    log(),
    retryMs,
  );
  const fixture = await openTestFixture('sqlite', { mail, clock: systemPorts.clock });
  closing.push(async () => {
    await mail.stop();
    await fixture.close();
  });
  mail.start(fixture.application);
  return { mail, fixture, letters: () => fixture.as('wren').getLetters({}) };
}

const ask = ({ fixture }: Awaited<ReturnType<typeof hostOf>>): Promise<unknown> =>
  fixture.as('maren').requestPasswordReset({ email: MAREN });
const send = async (smtpUrl: string | null): Promise<void> => {
  const host = await hostOf(smtpUrl);
  await ask(host);
  await expect.poll(host.letters).toMatchObject([{ state: expect.stringMatching(/^(?:sent|outbox)$/) as string }]);
};
const addressOf = (server: Server): number => (server.address() as AddressInfo).port;
/** A mail as it was sent, without the line breaks of its encoding. */
const textOf = (received: readonly string[]): string =>
  received.join('').replaceAll('=\r\n', '').replaceAll('=3D', '=');

/** A mail server that accepts everything. @param beforeText called before it accepts the text of a mail */
async function openSmtp(
  received: string[],
  beforeText: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Server> {
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 rig.example\r\n');
    socket.on('data', (chunk) => {
      received.push(chunk.toString());
      if (inData) {
        if (!chunk.toString().endsWith('\r\n.\r\n')) return;
        inData = false;
        socket.write('250 taken\r\n');
      } else if (chunk.toString().startsWith('DATA')) {
        inData = true;
        void beforeText().then(() => socket.write('354 go on\r\n'));
      } else if (chunk.toString().startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('a link for a new password', () => {
  it('is sent to its owner through the mail server', async () => {
    const received: string[] = [];
    const server = await openSmtp(received);
    await send(`smtp://127.0.0.1:${addressOf(server)}?ignoreTLS=true`);
    server.close();
    expect(received.join('')).toContain(`RCPT TO:<${MAREN}>`);
    expect(textOf(received)).toMatch(/https:\/\/rig\.example\/#reset-password=[\w-]{43}\b/);
    expect(lines).toEqual([]);
  });

  it('is stored in the outbox without a mail server, and the log contains its file but not its text', async () => {
    await send(null);
    const [file] = await readdir(outbox);
    const [, secret] = /#reset-password=([\w-]+)/.exec(await readFile(join(outbox, file!), 'utf8'))!;
    expect(lines.join('')).toContain(file);
    expect(lines.join('')).not.toContain(secret);
  });

  it('is on a separate line of its file in the outbox, for a name in any letters', async () => {
    const host = await hostOf(null);
    const account = { email: 'sigridur@example.test', role: 'viewer', companyId: null, password: null } as const;
    await host.fixture.as('wren').createUser({ ...account, name: 'Sigríður Ósk' });
    await expect.poll(async () => (await host.letters())[0]!.state).toBe('outbox');
    const [file] = await readdir(outbox);
    const lines = (await readFile(join(outbox, file!), 'utf8')).split('\r\n');
    expect(lines).toContain('Hello Sigríður Ósk,');
    expect(lines).toContainEqual(expect.stringMatching(/^https:\/\/rig\.example\/#invitation=[\w-]{43}$/));
    expect(lines).toContain('Content-Transfer-Encoding: 8bit');
    expect(lines).toContainEqual(expect.stringMatching(/^Content-Type: text\/plain; charset=utf-8/));
  });

  it('contains names in one short line, for any name that an administrator enters', async () => {
    const host = await hostOf(null);
    const name = `Signe\n\nYour account is closed. Open the address below.\n${'x'.repeat(200)}`;
    const account = { email: 'signe@example.test', role: 'viewer', companyId: null, password: null } as const;
    await host.fixture.as('wren').createUser({ ...account, name });
    await expect.poll(async () => (await host.letters())[0]!.state).toBe('outbox');
    const [file] = await readdir(outbox);
    const text = await readFile(join(outbox, file!), 'utf8');
    expect(text).toContain('Hello Signe Your account is closed. Open the address below. xxxxxxxxxxxxxx');
    expect(text).not.toContain('x'.repeat(50));
  });

  it('is sent to no other address that an address stored earlier contains', async () => {
    const received: string[] = [];
    const server = await openSmtp(received);
    const host = await hostOf(`smtp://127.0.0.1:${addressOf(server)}?ignoreTLS=true`);
    const email = 'maren<eve@example.test>';
    await host.fixture.application.write.updateTable('user').set({ email }).where('email', '=', MAREN).execute();
    await ask(host);
    await expect
      .poll(host.letters)
      .toMatchObject([{ state: expect.stringMatching(/^(?:sent|failed|outbox)$/) as string }]);
    server.close();
    expect(received.join('')).toContain('MAIL FROM');
    expect(received.join('')).not.toContain('<eve@example.test>');
  });

  it('is written some time after the call, also while other mails are sent, so that it cannot change the time of the answer', async () => {
    let asked = 0;
    const server = await openSmtp([], async () => {
      if (asked !== 0) return;
      asked = Date.now();
      await host.fixture.as('idris').requestPasswordReset({ email: 'idris@example.test' });
    });
    const host = await hostOf(`smtp://127.0.0.1:${addressOf(server)}?ignoreTLS=true`);
    await ask(host);
    await expect.poll(host.letters).toMatchObject([{ to: 'idris@example.test', state: 'sent' }, { to: MAREN }]);
    server.close();
    expect(Date.parse((await host.letters())[0]!.createdAt) - asked).toBeGreaterThanOrEqual(100);
  });

  it('is stored in the outbox when the mail server cannot be reached', async () => {
    await send('smtp://127.0.0.1:1?connectionTimeout=500');
    expect(await readdir(outbox)).toHaveLength(1);
    expect(lines.join('')).toContain('did not take the letter');
  });

  it('is sent after the call, even if the mail server is slow', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const host = await hostOf(`smtp://127.0.0.1:${addressOf(silent)}?greetingTimeout=2000`);
    await ask(host);
    await expect.poll(host.letters).toMatchObject([{ state: 'waiting' }]);
    silent.close();
  });

  it('is tried again when the mail server does not answer the first time', async () => {
    const received: string[] = [];
    const server = await openSmtp(received);
    const port = addressOf(server);
    await new Promise((resolve) => server.close(resolve));
    const host = await hostOf(`smtp://127.0.0.1:${port}?ignoreTLS=true`, [200, 200, 200, 200, 200, 200, 200, 200]);
    await ask(host);
    await expect
      .poll(host.letters)
      .toMatchObject([{ state: 'waiting', reason: expect.stringContaining('ECONNREFUSED') }]);
    expect(lines.join('')).toContain('tried again');
    server.listen(port, '127.0.0.1');
    await expect.poll(async () => (await host.letters())[0]!.state, { timeout: 20_000 }).toBe('sent');
    server.close();
    expect(received.join('')).toContain(`RCPT TO:<${MAREN}>`);
  });

  it('is sent by the next start when the server stops before', async () => {
    const stopped = await hostOf('smtp://127.0.0.1:1?connectionTimeout=500', [60_000]);
    await ask(stopped);
    await expect.poll(() => lines.join('')).toContain('tried again');
    await stopped.mail.stop();
    expect(await stopped.letters()).toMatchObject([{ state: 'waiting' }]);
    await stopped.fixture.database.db.updateTable('letter').set({ dueAt: 0 }).execute();
    const received: string[] = [];
    const server = await openSmtp(received);
    const smtpUrl = `smtp://127.0.0.1:${addressOf(server)}?ignoreTLS=true`;
    const next = mailer(
      { smtpUrl, from: 'holdfast@rig.example', publicUrl: () => 'https://rig.example', outbox },
      log(),
    );
    next.start(stopped.fixture.application);
    await expect.poll(async () => (await stopped.letters())[0]!.state).toBe('sent');
    await next.stop();
    server.close();
    expect(textOf(received)).toMatch(/#reset-password=[\w-]{43}\b/);
  });
});

describe('the state of mails', () => {
  it('lists those sent and those in the outbox with the reason, without any link', async () => {
    const received: string[] = [];
    const server = await openSmtp(received);
    const host = await hostOf(`smtp://127.0.0.1:${addressOf(server)}?ignoreTLS=true`);
    const { companyId } = host.fixture.actor('maren');
    const idun = { name: 'Idun Vik', email: 'idun@example.test', role: 'inspector' as const, password: null };
    await host.fixture.as('wren').createUser({ ...idun, companyId });
    await expect.poll(async () => (await host.letters())[0]!.state).toBe('sent');
    await new Promise((resolve) => server.close(resolve));
    await ask(host);
    await expect.poll(async () => (await host.letters())[0]!.state).toBe('outbox');
    const letters = await host.letters();
    expect(letters).toMatchObject([
      {
        kind: 'passwordReset',
        to: MAREN,
        state: 'outbox',
        attempts: 1,
        reason: expect.stringContaining('ECONNREFUSED'),
      },
      { kind: 'invitation', to: idun.email, state: 'sent', attempts: 1, reason: null },
    ]);
    const [, secret] = /#invitation=([\w-]+)/.exec(textOf(received))!;
    expect(JSON.stringify(letters)).not.toContain(secret);
    expect(textOf(received)).toContain('Wren Castellane has created an account');
  });
});
