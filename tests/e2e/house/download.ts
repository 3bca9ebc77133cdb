import type { Page } from '@playwright/test';

/** What the host of a page answers to a GET of its own: only the browser resolves the name of an agent. */
export async function download(
  page: Page,
  address: string,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { headers, bytes } = await page.evaluate(async (path) => {
    const answer = await fetch(path);
    return { headers: [...answer.headers], bytes: [...new Uint8Array(await answer.arrayBuffer())] };
  }, address);
  return { headers: Object.fromEntries(headers), body: Buffer.from(bytes) };
}
