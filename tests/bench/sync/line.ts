/** Sends an HTTP request and counts the bytes of the bodies. */
import { Agent, request as open } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const agent = new Agent({ keepAlive: true });

/** Traffic of the connection so far. */
export interface Traffic {
  requests: number;
  bytesIn: number;
  bytesOut: number;
}

/** Sends a request. @returns the text of the answer as it arrives */
export function send(
  traffic: Traffic,
  url: string,
  { method = 'GET', token, body }: { method?: string; token?: string; body?: string | Buffer },
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { 'accept-encoding': 'gzip' };
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (typeof body === 'object') headers['content-encoding'] = 'gzip';
    const call = open(url, { method, agent, headers }, (answer) => {
      answer.on('data', (piece: Buffer) => (traffic.bytesIn += piece.length));
      const text =
        answer.headers['content-encoding'] === 'gzip' ? answer.pipe(createGunzip()) : answer.pipe(new PassThrough());
      text.setEncoding('utf8');
      resolve(text);
    });
    call.once('error', reject);
    traffic.requests += 1;
    if (body !== undefined) traffic.bytesOut += Buffer.byteLength(body);
    call.end(body);
  });
}

/** Joins a text that arrives in pieces. */
export async function whole(text: Readable): Promise<string> {
  let all = '';
  for await (const piece of text) all += String(piece);
  return all;
}
