import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { remoteClient } from './remote.ts';

let server: Server;
let address: string;
/** Bytes of the answer; null: without end. */
let bytes: number | null;

beforeEach(async () => {
  const piece = Buffer.alloc(64 * 1024, ' ');
  server = createServer((_request, response) => {
    if (bytes !== null) {
      response.end('null'.padStart(bytes));
      return;
    }
    const send = (): void => {
      while (response.write(piece));
    };
    response.on('drain', send);
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('the answer of a server to a small call', () => {
  it('is read up to a megabyte', async () => {
    bytes = 1024 * 1024;
    expect(await remoteClient(address, null)('getOfferedRelease', {})).toBeNull();
  });

  it.each([1024 * 1024 + 1, null])('is not read further where it is longer: %s', async (length) => {
    bytes = length;
    await expect(remoteClient(address, null)('getOfferedRelease', {})).rejects.toMatchObject({
      status: 0,
      cause: { message: 'The server answered more than it should.' },
    });
  });
});
