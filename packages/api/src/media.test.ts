import { issueToken } from '@holdfast/core';
import { openTestFixture, TEST_NOW, tinyPhoto } from '@holdfast/core/testing';
import { describe, expect, it, vi } from 'vitest';
import { disposition, rangeOf } from './media.ts';
import { buildCheckedServer } from './testing/checkedServer.ts';

describe('a range of bytes', () => {
  it.each([
    [undefined, null],
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['bytes=10-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=3-2', null],
    ['bytes=0-1,4-5', null],
    ['items=0-1', null],
  ])('of a content of ten bytes in the header "%s" is %j', (header, expected) => {
    expect(rangeOf(header, 10)).toEqual(expected);
  });
});

describe('the name of a download', () => {
  it('may be in any alphabet and cannot inject headers', () => {
    expect(disposition('attachment', 'Prüfung "A"\r\nx: y.pdf')).toBe(
      `attachment; filename="Pr_fung _A_ x: y.pdf"; filename*=UTF-8''Pr%C3%BCfung%20%22A%22%20x%3A%20y.pdf`,
    );
  });

  it('ends in its own extension, whatever the direction of its text', () => {
    expect(disposition('attachment', 'a\u202egnp.exe')).toBe(
      `attachment; filename="agnp.exe"; filename*=UTF-8''agnp.exe`,
    );
    expect(disposition('attachment', '\u2066شهادة\u2069.pdf')).toMatch(/''%D8%B4%D9%87%D8%A7%D8%AF%D8%A9\.pdf$/);
  });
});

describe('photos, files and pictures of questions', () => {
  it('are served under their addresses with the type their bytes have, independent of their names [APIM-39]', async () => {
    const fixture = await openTestFixture('sqlite');
    const app = buildCheckedServer({
      application: fixture.application,
      version: '0.0.0',
      web: null,
      logger: false,
      ready: () => Promise.resolve(true),
    });
    try {
      const { item, drops } = await fixture.build.itemInInspection();
      const field = await fixture.build.field();
      const photo = await fixture.as('maren').addImageToInstallationInspectionItem({
        installationInspectionId: drops.id,
        itemId: item.id,
        filename: 'crown.jpg',
        base64Image: tinyPhoto(),
      });
      const certificate = '%PDF-1.7 certificate';
      const file = await fixture
        .as('maren')
        .addFileToItem({ itemId: item.id, filename: 'COC-LG-2291.txt', base64File: btoa(certificate) });
      const { images } = await fixture
        .as('wren')
        .addFieldImage({ id: field.id, base64: tinyPhoto(), path: 'accept.jpg', mimeType: 'image/jpeg' });

      const { ports } = fixture.application;
      const issued = {
        id: ports.ids.next(TEST_NOW),
        userId: fixture.actor('maren').userId,
        device: 'test',
        now: TEST_NOW,
      };
      const token = await issueToken(fixture.database.db, ports, issued);
      const get = (url: string) => app.inject({ method: 'GET', url, cookies: { token } });
      const png = Buffer.from(tinyPhoto().replace(/^data:[^,]*,/, ''), 'base64');
      for (const [address, type, bytes] of [
        [`/images/${photo.id}.jpg`, 'image/png', png],
        [`/files/${file.id}.txt`, 'application/pdf', Buffer.from(certificate)],
        [`/field-images/${images[0]!.id}.jpg`, 'image/png', png],
      ] as const) {
        const answer = await get(address);
        expect(answer.statusCode, address).toBe(200);
        expect(answer.headers['content-type'], address).toBe(type);
        expect(answer.rawPayload.equals(bytes), address).toBe(true);
        expect(answer.headers['content-disposition'], address).toMatch(/^inline;/);
      }

      // A browser that keeps the thumbnail must not show it where the photo belongs.
      const thumbnail = await get(`/images/${photo.id}.jpg?size=320`);
      const whole = await get(`/images/${photo.id}.jpg`);
      expect(thumbnail.statusCode).toBe(200);
      expect(thumbnail.headers['etag']).not.toBe(whole.headers['etag']);
      const again = (tag: unknown) =>
        app.inject({
          method: 'GET',
          url: `/images/${photo.id}.jpg`,
          cookies: { token },
          headers: { 'if-none-match': String(tag) },
        });
      expect((await again(whole.headers['etag'])).statusCode).toBe(304);
      expect((await again(thumbnail.headers['etag'])).statusCode).toBe(200);

      const part = async (range: string, method: 'GET' | 'HEAD' = 'GET') => {
        const url = `/files/${file.id}.txt`;
        const answer = await app.inject({ method, url, cookies: { token }, headers: { range } });
        const { 'content-range': sent, 'content-length': length } = answer.headers;
        return [answer.statusCode, answer.payload, sent, length];
      };
      expect(await part('bytes=1-3')).toEqual([206, 'PDF', 'bytes 1-3/20', '3']);
      expect(await part('bytes=20-')).toEqual([416, '', 'bytes */20', '0']);
      expect(await part('lines=1-3')).toEqual([200, certificate, undefined, '20']);
      expect(await part('bytes=1-3', 'HEAD')).toEqual([206, '', 'bytes 1-3/20', '3']);

      // An upload without a body asks how much is here, with and without the type of a body.
      const contentOf = (headers: object) =>
        app.inject({
          method: 'PUT',
          url: `/ext/items/${item.id}/contents/${'a'.repeat(64)}?offset=0&size=10`,
          headers: { authorization: `Bearer ${token}`, ...headers },
        });
      for (const headers of [{}, { 'content-type': 'application/octet-stream' }]) {
        const answer = await contentOf(headers);
        expect([answer.statusCode, answer.json()]).toMatchObject([200, { received: 0 }]);
      }

      // Bytes that are removed while they are asked for are not served as an empty photo.
      const opening = vi.spyOn(ports.blobs, 'open').mockResolvedValue(null);
      expect((await get(`/images/${photo.id}.jpg`)).statusCode).toBe(404);
      opening.mockRestore();
      const sizing = vi
        .spyOn(ports.blobs, 'size')
        .mockResolvedValueOnce(whole.rawPayload.length)
        .mockResolvedValue(null);
      const head = { method: 'HEAD', url: `/images/${photo.id}.jpg`, cookies: { token } } as const;
      expect((await app.inject(head)).statusCode).toBe(404);
      sizing.mockRestore();
      expect((await app.inject(head)).statusCode).toBe(200);

      // A photo whose bytes are missing, as after a disk was restored, is not served as an empty one.
      const [stored] = await fixture.database.db.selectFrom('image').selectAll().where('id', '=', photo.id).execute();
      await ports.blobs.delete({ scopeId: stored!.scopeId, sha256: stored!.sha256 });
      for (const method of ['GET', 'HEAD'] as const)
        expect((await app.inject({ method, url: `/images/${photo.id}.jpg`, cookies: { token } })).statusCode).toBe(404);

      const page = (name: string, text: string) =>
        fixture.as('maren').addFileToItem({ itemId: item.id, filename: name, base64File: btoa(text) });
      for (const [name, text] of [
        ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
        ['page.html', '<!doctype html><script>alert(1)</script>'],
        ['drawing.pdf', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ] as const) {
        const answer = await get(`/files/${(await page(name, text)).id}.pdf`);
        expect([name, answer.statusCode]).toEqual([name, 200]);
        expect(answer.headers['content-disposition'], name).toMatch(/^attachment;/);
        expect(answer.headers['content-security-policy'], name).toMatch(
          /^default-src 'none';.*; frame-ancestors 'none'; sandbox$/,
        );
        expect(answer.headers['x-content-type-options'], name).toBe('nosniff');
      }
    } finally {
      await app.close();
      await fixture.close();
    }
  });
});
