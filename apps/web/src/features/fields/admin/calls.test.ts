import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addFieldImage, deleteField, removeFieldImage } from './calls.ts';

const ID = '00000000-0000-7000-8000-000000000001';

/** Answer of the server to the next call: a status, or no answer. */
let answer: number | 'none';
const asked: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (answer === 'none') request.socket.destroy();
    else response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  // The calls need no session, and a page calls its own server with relative addresses.
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${url}`, init));
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

describe.each([
  ['deleting a field', () => deleteField(ID), `DELETE /admin/field/${ID}`],
  [
    'adding an image to it',
    () => addFieldImage({ id: ID, base64: 'AAAA', path: 'a.png', mimeType: 'image/png' }),
    `POST /admin/field/${ID}/add-image`,
  ],
  ['removing an image', () => removeFieldImage(ID, ID), `DELETE /admin/field/${ID}/remove-image/${ID}`],
] as const)('%s', (_what, calling, address) => {
  it.each([400, 403, 404, 500, 503, 'none'] as const)(
    'returns false and raises nothing when the answer is %s [ATPL-13] [ERRS-03]',
    async (failure) => {
      answer = failure;
      await expect(calling()).resolves.toBe(false);
      expect(asked).toEqual([address]);
    },
  );

  it('returns true when it worked', async () => {
    answer = 204;
    await expect(calling()).resolves.toBe(true);
    expect(asked).toEqual([address]);
  });
});
