import type { Fetch } from '@holdfast/contract/client';

/** Request body: text for ordinary calls, or bytes. */
type SentInit = Omit<Parameters<Fetch<AbortSignal>>[1], 'body'> & { body?: string | Blob };

/** Time in ms without progress after which an upload is aborted. Even a slow connection makes progress more often than that. */
const STALLED_MS = 45_000;
/** Time limit in ms for the server's answer once the complete body was sent. */
const THINKING_MS = 120_000;

/**
 * Like `fetch`, and also reports the share of the body that is sent, and detects a connection that is lost without an error.
 * @param onProgress called with the share that is sent, 0 to 1
 * @throws {DOMException} `AbortError` when the caller's signal is aborted; {TypeError} when no answer arrived
 */
export function sendingFetch(onProgress: (share: number) => void): (url: string, init: SentInit) => ReturnType<Fetch> {
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      if (signal?.aborted === true) {
        reject(new DOMException('Given up.', 'AbortError'));
        return;
      }
      let watch: ReturnType<typeof setTimeout> | undefined;
      const wait = (ms: number): void => {
        clearTimeout(watch);
        watch = setTimeout(() => request.abort(), ms);
      };
      const abort = (): void => request.abort();
      const finish = (): void => {
        clearTimeout(watch);
        signal?.removeEventListener('abort', abort);
      };
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        onProgress(total === 0 ? 0 : loaded / total);
        wait(STALLED_MS);
      });
      request.upload.addEventListener('load', () => wait(THINKING_MS));
      request.addEventListener('load', () => {
        finish();
        const { status, responseText } = request;
        resolve({
          ok: status >= 200 && status < 300,
          status,
          headers: { get: (name) => request.getResponseHeader(name) },
          text: () => Promise.resolve(responseText),
        });
      });
      request.addEventListener('error', () => {
        finish();
        reject(new TypeError('No answer came.'));
      });
      request.addEventListener('abort', () => {
        finish();
        reject(
          signal?.aborted === true ? new DOMException('Given up.', 'AbortError') : new TypeError('Nothing moved.'),
        );
      });
      signal?.addEventListener('abort', abort, { once: true });
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.send(body ?? null);
      wait(STALLED_MS);
    });
}
