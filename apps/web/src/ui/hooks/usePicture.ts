import { retryPause } from '@holdfast/contract/client';
import { useEffect, useState } from 'react';

/** Pause in ms before a picture that could not be loaded is requested again; it doubles with each failure up to `longest`. */
const RETRY_MS = { first: 1_000, longest: 30_000 };

/**
 * Loading state of a picture whose bytes may arrive after its record: a desktop sends records first and photos after them. A missing
 * picture is requested again with growing pauses, and shown as soon as a request succeeds.
 * @returns whether a placeholder is shown instead, and the handler for the `error` event of its `<img>`
 */
export function usePicture(address: string): { isMissing: boolean; onError(): void } {
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    if (missing === null) return undefined;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout>;
    const picture = new Image();
    const request = (): void => {
      picture.src = missing;
    };
    const retry = (): void => {
      timer = setTimeout(request, retryPause(failures, RETRY_MS));
      failures += 1;
    };
    picture.addEventListener('load', () => setMissing(null));
    picture.addEventListener('error', retry);
    retry();
    return () => {
      clearTimeout(timer);
      picture.removeEventListener('error', retry);
    };
  }, [missing]);
  return { isMissing: missing === address, onError: () => setMissing(address) };
}
