// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeToken } from './session.ts';
import { upload } from './upload.ts';
import type { ContentSave } from '../outbox/index.ts';
import { jsonAnswer } from '../testing/jsonAnswer.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('sending a content', () => {
  const SMALL = new Blob(['photo']);
  const LARGE = new Blob([new Uint8Array(1024 * 1024 + 1)]);
  const sent: { method: string; url: string; body: unknown; type?: string }[] = [];
  const shares: number[] = [];
  const status = { stored: false, received: 0 };

  class Request extends EventTarget {
    upload = new EventTarget();
    status = 200;
    responseText = '{}';
    headers: Record<string, string> = {};
    address = { method: '', url: '' };
    open(method: string, url: string): void {
      this.address = { method, url };
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    getResponseHeader(): string {
      return 'application/json';
    }
    send(body: unknown): void {
      sent.push({ ...this.address, body, type: this.headers['content-type'] ?? '' });
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }));
      this.dispatchEvent(new Event('load'));
    }
    abort(): void {}
  }
  const save = (operation: 'addFileToItem' | 'addImageToInstallationInspectionItem', bytes: Blob): ContentSave =>
    ({ operation, input: { itemId: 'rail' }, content: { bytes } }) as unknown as ContentSave;
  const send = (one: ContentSave): Promise<unknown> =>
    upload(one, { onProgress: (share: number) => void shares.push(share), signal: new AbortController().signal });

  beforeEach(() => {
    sent.length = 0;
    shares.length = 0;
    storeToken('of Maren');
    vi.stubGlobal('XMLHttpRequest', Request);
    Object.assign(status, { stored: false, received: 0 });
    vi.stubGlobal('fetch', async () => jsonAnswer(status));
    vi.stubGlobal('isSecureContext', true);
  });

  it.each([
    ['addFileToItem', 'base64File'],
    ['addImageToInstallationInspectionItem', 'base64Image'],
  ] as const)('includes a small one in %s', async (operation, key) => {
    await send(save(operation, SMALL));
    expect(sent).toHaveLength(1);
    expect(JSON.parse(String(sent[0]!.body))).toMatchObject({ [key]: btoa('photo') });
    expect(shares).toEqual([0.5]);
  });

  it.each(['addFileToItem', 'addImageToInstallationInspectionItem'] as const)(
    'streams a large one before %s names it',
    async (operation) => {
      await send(save(operation, LARGE));
      expect(sent).toHaveLength(2);
      expect([sent[0]!.type, (sent[0]!.body as Blob).size]).toEqual(['application/octet-stream', LARGE.size]);
      const named = JSON.parse(String(sent[1]!.body)) as { sha256: string };
      expect(named.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(Object.keys(named)).not.toContain('base64File');
      expect(shares).toEqual([0.5]);
    },
  );

  it('goes on where an earlier upload stopped', async () => {
    const received = 1024 * 1024 - 1;
    Object.assign(status, { received });
    await send(save('addFileToItem', LARGE));
    expect((sent[0]!.body as Blob).size).toBe(2);
    expect(sent[0]!.url).toContain(`offset=${received}`);
    expect(shares).toEqual([(received + 1) / LARGE.size]);
  });

  it('sends no bytes that the server has already', async () => {
    Object.assign(status, { stored: true });
    await send(save('addFileToItem', LARGE));
    expect(sent).toHaveLength(1);
  });

  it('includes a large one where the address is not secure, and one of exactly 1 MiB', async () => {
    await send(save('addFileToItem', new Blob([new Uint8Array(1024 * 1024)])));
    expect(sent).toHaveLength(1);
    vi.stubGlobal('isSecureContext', false);
    await send(save('addFileToItem', LARGE));
    expect(sent).toHaveLength(2);
  });
});
