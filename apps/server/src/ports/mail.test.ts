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
const send = (smtpUrl: string | null) =>
  mailer(
    { smtpUrl, from: 'holdfast@rig.example', publicUrl: () => 'https://rig.example', outbox },
    log(),
  ).sendPasswordReset({ name: 'Maren Thorskild', email: 'maren@northmere.example' }, 'the-secret');

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
});
