/** Compares status, headers, beginning of the body and log of requests of every kind with a record beside the test. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { NO_QUOTAS, openMeter } from '@holdfast/core';
import { tinyPhoto } from '@holdfast/core/testing';
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { bearer, JSON_BODY, servedFixture } from '../testing/servedFixture.ts';

const server = servedFixture();

/** Characters of a body that are recorded. */
const SHOWN = 400;
/** Headers whose values differ in each run. */
const VARYING = new Set(['date', 'keep-alive', 'x-request-id', 'last-modified']);

/** Replaces what differs in each run. */
function stable(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
    .replace(/nonce-[\w+/=]{20,}|content="[\w+/=]{20,}"/g, 'nonce')
    .replace(/\b[\w-]{43}\b/g, 'token')
    .replace(/"(?:reqId|ms|time|pid|hostname|requestId)":(?:"[^"]*"|[\d.]+),?/g, '')
    .replace(/W\/"\w+-\w+"/g, 'weak etag')
    .replace(/"clock":"[^"]*"/g, 'clock');
}

it('requests of every kind are answered and logged as recorded', async () => {
  const { fixture } = server;
  const { item, drops } = await fixture.build.itemInInspection();
  const where = { installationInspectionId: drops.id, itemId: item.id };
  const maren = fixture.as('maren');
  const photo = await maren.addImageToInstallationInspectionItem({
    ...where,
    filename: 'crown.png',
    base64Image: tinyPhoto(),
  });
  const file = await maren.addFileToItem({ itemId: item.id, filename: 'a (1).html', base64File: btoa('<p>text</p>') });
  const token = await server.tokenOf('maren');
  const staff = bearer(await server.tokenOf('wren'));
  const own = bearer(token);
  const cookie = { cookie: `other=1; token=${token}` };
  const page = { 'sec-fetch-dest': 'document' };
  const json = { ...own, ...JSON_BODY };
  const content = Buffer.from('content of an upload');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const image = `/images/${photo.id}.png`;
  const zipped = { ...json, 'content-encoding': 'gzip' };
  const note = (text: string): string => JSON.stringify({ ...where, content: text });
  const notes = '/api/add-note-to-installation-inspection-item';
  const upload = `/ext/items/${item.id}/contents/${sha256}?size=${content.length}`;
  const requests: [string, InjectOptions][] = [
    ['a page', { url: '/', headers: page }],
    ['a page of the administration', { url: '/admin/companies', headers: page }],
    ['a page of the administration with a token', { url: '/admin/companies', headers: { ...page, ...staff } }],
    ['a page by the Accept header', { url: '/admin', headers: { accept: 'text/html,*/*' } }],
    ['JSON by the Accept header', { url: '/admin/companies', headers: { accept: 'application/json, text/html' } }],
    ['a page that does not exist', { url: '/nowhere', headers: page }],
    ['a picture that is no page', { url: '/nowhere', headers: { 'sec-fetch-dest': 'image', accept: 'text/html' } }],
    ['an address that is never a page', { url: '/api/nowhere', headers: page }],
    ['an address of the report database', { url: '/admin/report-database/x', headers: page }],
    ['a posted page', { method: 'POST', url: '/nowhere', headers: page }],
    ['a file of the application', { url: '/assets/app.js' }],
    ['a missing file of the application', { url: '/assets/none.js', headers: page }],
    ['the health', { url: '/healthz' }],
    ['the readiness', { url: '/readyz' }],
    ['the documentation', { url: '/docs/api' }],
    ['its program', { url: '/docs/api/start.js' }],
    ['the problems', { url: '/docs/problems' }],
    ['the style of the documentation', { url: '/docs/api/swagger-ui.css' }],
    ['the description of the interface', { url: '/openapi.json' }],
    ['an address over HTTPS', { url: 'https://localhost/healthz' }],
    ['no caller', { url: '/users/me' }],
    ['a wrong kind of token', { url: '/users/me', headers: { authorization: 'Basic abc' } }],
    ['a wrong token', { url: '/users/me', headers: { authorization: 'Bearer abc' } }],
    ['a caller', { url: '/users/me', headers: own }],
    ['a caller by cookie, where none is accepted', { url: '/users/me', headers: cookie }],
    ['a right that is missing', { url: '/admin/companies', headers: { ...own, accept: 'application/json' } }],
    ['staff', { url: '/admin/companies', headers: { ...staff, accept: 'application/json' } }],
    ['a photo by token', { url: image, headers: own }],
    ['a photo by cookie', { url: image, headers: cookie }],
    ['a photo by another cookie', { url: image, headers: { cookie: 'token=%ff; x' } }],
    ['a photo by an empty cookie', { url: image, headers: { cookie: 'token=' } }],
    ['the head of a photo', { method: 'HEAD', url: image, headers: own }],
    ['a small photo', { url: `${image}?size=320`, headers: own }],
    ['a photo of a size that does not exist', { url: `${image}?size=321`, headers: own }],
    ['a part of a photo', { url: image, headers: { ...own, range: 'bytes=0-9' } }],
    ['the end of a photo', { url: image, headers: { ...own, range: 'bytes=-4' } }],
    ['a part behind the end', { url: image, headers: { ...own, range: 'bytes=9999-' } }],
    ['a file', { url: `/files/${file.id}.html`, headers: own }],
    ['an unknown file', { url: '/files/01900000-0000-7000-8000-00000000ffff.html', headers: own }],
    ['a note', { method: 'POST', url: notes, headers: json, payload: note('One') }],
    ['a packed note', { method: 'POST', url: notes, headers: zipped, payload: gzipSync(note('Two')) }],
    ['a body without a type', { method: 'POST', url: notes, headers: own, payload: note('Three') }],
    ['an empty body', { method: 'POST', url: notes, headers: json, payload: '' }],
    ['a body that is null', { method: 'POST', url: notes, headers: json, payload: 'null' }],
    ['a list as a body', { method: 'POST', url: notes, headers: json, payload: '[]' }],
    ['deep JSON', { method: 'POST', url: notes, headers: json, payload: '['.repeat(65) + ']'.repeat(65) }],
    ['JSON of many values', { method: 'POST', url: notes, headers: json, payload: `[${'1,'.repeat(300_000)}1]` }],
    ['broken JSON', { method: 'POST', url: notes, headers: json, payload: '{' }],
    ['a large body', { method: 'POST', url: notes, headers: json, payload: `"${'x'.repeat(1_100_000)}"` }],
    [
      'a body of another type',
      { method: 'POST', url: notes, headers: { ...json, 'content-type': 'text/xml' }, payload: '<a/>' },
    ],
    [
      'a write with a version',
      {
        method: 'POST',
        url: '/api/set-item-name',
        headers: { ...json, 'if-match': '"1.0.server"' },
        payload: { itemId: item.id, name: 'Late' },
      },
    ],
    [
      'a write of a page with a key',
      {
        method: 'POST',
        url: '/api/set-item-name',
        headers: { ...json, 'idempotency-key': 'key-00000001', 'x-holdfast-page': 'page' },
        payload: { itemId: item.id, name: 'Once' },
      },
    ],
    [
      'its repetition',
      {
        method: 'POST',
        url: '/api/set-item-name',
        headers: { ...json, 'idempotency-key': 'key-00000001' },
        payload: { itemId: item.id, name: 'Once' },
      },
    ],
    [
      'an answer that is null',
      { method: 'POST', url: '/ext/items/find-by-tag', headers: json, payload: { tag: 'E2003412' } },
    ],
    ['another method', { method: 'PUT', url: '/users/me', headers: json, payload: {} }],
    ['a method of a general address', { method: 'PUT', url: '/admin/itemTypes/structured', headers: staff }],
    ['an address that cannot be decoded', { url: '/files/%ff', headers: own }],
    ['a long address', { url: `/files/${'a'.repeat(400)}`, headers: own }],
    [
      'an upload',
      {
        method: 'PUT',
        url: upload,
        headers: { ...own, 'content-type': 'application/octet-stream' },
        payload: content,
      },
    ],
    ['an upload without bytes', { method: 'PUT', url: upload, headers: own }],
    [
      'a wrong sign-in',
      { method: 'POST', url: '/users/me/token', payload: { email: 'maren@example.test', password: 'wrong' } },
    ],
    [
      'a sign-in',
      { method: 'POST', url: '/users/me/token', payload: { email: 'maren@example.test', password: 'maren-password' } },
    ],
    [
      'an export',
      {
        url: `/admin/report-database/company?companyId=${item.scopeId}&format=json`,
        headers: { ...staff, 'accept-encoding': 'identity' },
      },
    ],
    ['a sign-out', { method: 'DELETE', url: '/users/me/token', headers: json }],
    ['the session after it', { url: '/users/me', headers: own }],
  ];
  const lines: string[] = [];
  for (const [title, request] of requests) {
    const logged = server.lines.length;
    const { statusCode, headers, body } = await server.app.inject(request);
    const shown = Object.entries(headers)
      .filter(([name]) => !VARYING.has(name))
      .map(([name, value]) => `\n  ${name}: ${stable(String(value))}`)
      .toSorted();
    // The length of a body with ids and times is not the same in each run.
    const text = String(headers['content-type']).startsWith('image/')
      ? `${body.length} characters`
      : stable(body).slice(0, SHOWN);
    const log = server.lines.slice(logged).map((line) => `\n  log ${stable(line).trim().slice(0, SHOWN)}`);
    lines.push(
      `${title}: ${statusCode}${shown.join('').replace(/\n {2}content-length: \d{3,}/, '')}\n  ${text}${log.join('')}`,
    );
  }
  await expect(`${lines.join('\n\n')}\n`).toMatchFileSnapshot('./http.txt');
});

it('the limits of callers are announced as recorded', async () => {
  const quotas = { ...NO_QUOTAS, each: { ...NO_QUOTAS.each, request: 4, upload: 30, print: 1 } };
  const { application } = server.fixture;
  const meter = openMeter({ ...application, ports: { ...application.ports, quotas } });
  const app = server.build({ meter });
  try {
    await app.ready();
    const own = bearer(await server.tokenOf('maren'));
    const sha256 = 'a'.repeat(64);
    const upload = (size: number, length: Record<string, string> = { 'content-length': String(size) }) =>
      app.inject({
        method: 'PUT',
        url: `/ext/items/01900000-0000-7000-8000-00000000ffff/contents/${sha256}?size=${size}`,
        headers: { ...own, ...length, 'content-type': 'application/octet-stream' },
        payload: Buffer.alloc(size),
      });
    const answers = [
      await upload(10),
      await upload(20),
      await upload(1),
      await app.inject({ method: 'POST', url: '/api/get-installations', headers: own }),
      await app.inject({ url: '/users/me', headers: own }),
      await app.inject({ url: '/users/me', headers: bearer('wrong') }),
      await app.inject({ url: '/users/me', headers: bearer('wrong') }),
      await app.inject({ url: '/users/me' }),
      await app.inject({ url: '/users/me' }),
    ];
    const text = answers.map(
      ({ statusCode, headers, body }) => `${statusCode} ${headers['retry-after']} ${stable(body)}`,
    );
    await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('./limits.txt');
  } finally {
    await app.close();
  }
});
