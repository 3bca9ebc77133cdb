import { retryPause } from '@holdfast/contract/client';
import { useEffect, useState } from 'react';

/** Pause before a picture that could not be loaded is requested again, ms; it doubles with each failure up to the longest. */
const RETRY_MS = { first: 1_000, longest: 30_000 };

/**
 * Loading state of a picture whose bytes may arrive after its record: a desktop sends records first and photos behind them. While the picture is
 * missing it is requested again with growing pauses, and shown as soon as one request succeeds.
 * @returns whether a placeholder stands in for it, and the handler for the `error` event of its `<img>`
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
