import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundWaiting } from './connections.ts';

let server: Server;
let open: Socket[];
/** Ends the answers of `/slow`. */
let answer: () => void;

beforeEach(async () => {
  open = [];
  const asked = new Promise<void>((resolve) => (answer = resolve));
  server = createServer((request, response) => {
    request.resume();
    if (request.url === '/slow') void asked.then(() => response.end('late'));
    else request.once('end', () => response.end('ok'));
  });
  boundWaiting(server, { each: 4, all: 6 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

/** Connects from an address of this machine and sends a text. */
async function begin(text: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function firstLine(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString().split('\r\n')[0]!;
}

const HEAD = 'GET / HTTP/1.1\r\nHost: localhost\r\n';

describe('connections that wait for a request', () => {
  it.each([
    ['no byte', ''],
    ['a part of a head', HEAD],
    ['a part of a body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"email":'],
  ])('with %s are ended beyond those of a network, the longest first', async (_what, text) => {
    const slow: Socket[] = [];
    for (let n = 0; n < 6; n += 1) {
      slow.push(await begin(text));
      await expect.poll(connections).toBe(Math.min(4, n + 1));
    }
    await expect.poll(() => slow.map(({ closed }) => closed)).toEqual([true, true, false, false, false, false]);
    expect(await firstLine(await begin(`${HEAD}\r\n`))).toBe('HTTP/1.1 200 OK');
  });

  it('of all networks are ended where there are most of them', async () => {
    const slow: Socket[] = [];
    for (let n = 0; n < 4; n += 1) slow.push(await begin(HEAD, '127.0.0.2'));
    const others = [await begin(HEAD, '127.0.0.3'), await begin(HEAD, '127.0.0.4')];
    await expect.poll(connections).toBe(6);
    others.push(await begin(HEAD, '127.0.0.5'));
    await expect.poll(() => slow.map(({ closed }) => closed)).toEqual([true, false, false, false]);
    expect(others.map(({ closed }) => closed)).toEqual([false, false, false]);
  });

  it('count again once their answer was sent, and not while it is', async () => {
    const asking: Socket[] = [];
    for (let n = 0; n < 6; n += 1) {
      asking.push(await begin('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'));
      await expect.poll(connections).toBe(n + 1);
    }
    expect(await firstLine(await begin(`${HEAD}\r\n`))).toBe('HTTP/1.1 200 OK');
    expect(asking.filter(({ closed }) => closed)).toEqual([]);
    answer();
    await expect.poll(connections).toBe(4);
  });
});
