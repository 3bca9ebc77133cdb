import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailer } from './mail.ts';

let outbox: string;
let lines: string[];
beforeEach(async () => {
  outbox = join(await mkdtemp(join(tmpdir(), 'holdfast-mail-')), 'outbox');
  lines = [];
});
afterEach(() => rm(join(outbox, '..'), { recursive: true }));

const log = () => pino({}, { write: (line: string) => void lines.push(line) });
const mailTo = (smtpUrl: string | null, retryMs: readonly number[] = []) =>
  mailer({ smtpUrl, from: 'holdfast@rig.example', publicUrl: () => 'https://rig.example', outbox }, log(), retryMs);
const MAREN = { name: 'Maren Thorskild', email: 'maren@northmere.example' };
const send = async (smtpUrl: string | null): Promise<void> => {
  const mail = mailTo(smtpUrl);
  await mail.sendPasswordReset(MAREN, 'the-secret');
  await mail.idle();
};

/** A mail server that takes everything. */
async function openSmtp(received: string[]): Promise<Server> {
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
        socket.write('354 go on\r\n');
      } else if (chunk.toString().startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('a link for a new password', () => {
  it('goes to the mail server, to its owner', async () => {
    const received: string[] = [];
    const server = await openSmtp(received);
    await send(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`);
    server.close();
    expect(received.join('')).toContain('RCPT TO:<maren@northmere.example>');
    expect(received.join('').replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
      'https://rig.example/#reset-password=the-secret',
    );
    expect(lines).toEqual([]);
  });

  it('lies in the outbox when there is no mail server, and the log says where but not what', async () => {
    await send(null);
    const [file] = await readdir(outbox);
    expect((await readFile(join(outbox, file!), 'utf8')).replaceAll('=3D', '=')).toContain(
      '#reset-password=the-secret',
    );
    expect(lines.join('')).toContain(file);
    expect(lines.join('')).not.toContain('the-secret');
  });

  it('lies in the outbox when the mail server cannot be reached', async () => {
    await send('smtp://127.0.0.1:1?connectionTimeout=500');
    expect(await readdir(outbox)).toHaveLength(1);
    expect(lines.join('')).toContain('did not take the letter');
  });

  it('is queued at once, however slow the mail server is, and sent behind the call', async () => {
    const received: string[] = [];
    const slow = createServer((socket) => void setTimeout(() => socket.write('220 rig.example\r\n'), 1_500));
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const mail = mailTo(`smtp://127.0.0.1:${(slow.address() as AddressInfo).port}?greetingTimeout=3000`);
    const began = performance.now();
    await mail.sendPasswordReset(MAREN, 'the-secret');
    expect(performance.now() - began).toBeLessThan(500);
    expect(received).toEqual([]);
    slow.close();
    await mail.stop();
  });

  it('is tried again when the mail server does not answer the first time', async () => {
    const received: string[] = [];
    const server = await openSmtp(received);
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const mail = mailTo(`smtp://127.0.0.1:${port}?ignoreTLS=true`, [300, 300, 300, 300, 300]);
    await mail.sendPasswordReset(MAREN, 'the-secret');
    await expect.poll(() => lines.join('')).toContain('tried again');
    server.listen(port, '127.0.0.1');
    await mail.idle();
    server.close();
    expect(received.join('')).toContain('RCPT TO:<maren@northmere.example>');
  });

  it('waits for another try no longer than the server runs', async () => {
    const mail = mailTo('smtp://127.0.0.1:1?connectionTimeout=500', [60_000]);
    await mail.sendPasswordReset(MAREN, 'the-secret');
    await expect.poll(() => lines.join('')).toContain('tried again');
    await mail.stop();
    expect(await readdir(outbox)).toHaveLength(1);
  });
});

describe('the state of mails', () => {
  it('says which were sent, which lie in the outbox and why, and carries no link', async () => {
    const received: string[] = [];
    const server = await openSmtp(received);
    const { port } = server.address() as AddressInfo;
    const mail = mailTo(`smtp://127.0.0.1:${port}?ignoreTLS=true`);
    await mail.sendInvitation(MAREN, 'the-secret', 'Wren Castellane');
    await mail.idle();
    server.close();
    await mail.sendPasswordReset(MAREN, 'other-secret');
    await mail.idle();
    expect(mail.letters()).toMatchObject([
      { kind: 'passwordReset', to: MAREN.email, state: 'outbox', attempts: 1 },
      { kind: 'invitation', to: MAREN.email, state: 'sent', attempts: 1, reason: null },
    ]);
    expect(mail.letters()[0]!.reason).not.toBeNull();
    expect(JSON.stringify(mail.letters())).not.toContain('secret');
    const text = received.join('').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text).toContain('https://rig.example/#invitation=the-secret');
    expect(text).toContain('Wren Castellane');
  });
});
