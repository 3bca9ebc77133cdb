import { EventEmitter } from 'node:events';
import { BODY_LIMIT, operations, type Operation, Problem } from '@holdfast/contract';
import type { Application, Meter } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openAnswers } from './limits/answers.ts';
import { acceptedFormat } from './downloads.ts';
import { mustBeInProportion, mustBeModestJson } from './jsonBodies.ts';
import { addressOf } from './operations.ts';
import { wasClosedByClient } from './problems.ts';
import { callerOf, countCall, countRefusal } from './limits/quotas.ts';
import { serializerOf } from './serializer.ts';

const requestOf = (parts: object): FastifyRequest =>
  ({ actor: null, device: null, ip: '192.0.2.7', params: {}, headers: {}, ...parts }) as unknown as FastifyRequest;
const actor = { userId: 'u1', companyId: 'c1' };

describe('the format of a printed report', () => {
  const print: Operation = operations.executeReportCompany;
  it.each([
    [undefined, {}],
    ['*/*', {}],
    ['application/pdf', { format: 'pdf' }],
    ['text/html;q=0.9', { format: 'html' }],
    ['image/webp, Image/PNG ; q=1, text/csv', { format: 'png' }],
    [' text/csv , application/pdf', { format: 'csv' }],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', { format: 'xlsx' }],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', { format: 'docx' }],
  ])('for the Accept header %s is %j', (accept, expected) => {
    expect(acceptedFormat(print, requestOf({ headers: { accept } }))).toEqual(expected);
  });

  it('is not read from the header of a browser that opens an address, nor for other answers', () => {
    const asks = requestOf({ headers: { accept: 'text/html' } });
    expect(acceptedFormat(operations.exportSetup, asks)).toEqual({});
    expect(acceptedFormat(operations.signIn, asks)).toEqual({});
  });
});

describe('the streamed answers of a caller', () => {
  const replyOf = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

  it('are as many as the limit, and one more once one has ended', () => {
    const answers = openAnswers(2);
    const [first, second] = [replyOf(), replyOf()];
    const ask = requestOf({ actor });
    answers.take(ask, first);
    answers.take(ask, second);
    expect(() => answers.take(ask, replyOf())).toThrow(
      expect.objectContaining({ code: 'quotaReached', details: expect.objectContaining({ retryAfterSeconds: 2 }) }),
    );
    answers.take(requestOf({ actor: { ...actor, userId: 'u2' } }), replyOf());
    // An answer that finishes closes, too: it counts once.
    first.raw.emit('finish');
    first.raw.emit('close');
    answers.take(ask, replyOf());
    expect(() => answers.take(ask, replyOf())).toThrow(Problem);
    second.raw.emit('close');
    answers.take(ask, replyOf());
    expect(() => answers.take(ask, replyOf())).toThrow(Problem);
  });
});

describe('a counted call', () => {
  const count = async (operation: Operation, parts: object): Promise<unknown[]> => {
    const counted: unknown[] = [];
    const meter = { count: (...call: unknown[]) => void counted.push(call) } as unknown as Meter;
    await countCall({} as Application, meter, operation, requestOf(parts));
    return counted;
  };
  const both = [
    { kind: 'user', id: 'u1' },
    { kind: 'company', id: 'c1' },
  ];

  it('counts for the user and the company, and for staff or without a user for one subject', async () => {
    expect(await count(operations.getCurrentUser, { actor })).toEqual([['request', 1, both]]);
    expect(await count(operations.getCurrentUser, { actor: { ...actor, companyId: null } })).toEqual([
      ['request', 1, both.slice(0, 1)],
    ]);
    expect(await count(operations.signIn, {})).toEqual([['request', 1, [{ kind: 'address', id: '192.0.2.7' }]]]);
    expect(callerOf(requestOf({ device: { deviceId: 'd1' } }))).toEqual({ kind: 'device', id: 'd1' });
  });

  it('counts the announced bytes of an upload, without them its limit, and none of a small body', async () => {
    const { uploadContent, addNoteToItems, addImageToInstallationInspectionItem: addImage } = operations;
    const sent = (operation: Operation, headers: object) => count(operation, { actor, headers });
    expect(await sent(uploadContent, { 'content-length': '7' })).toEqual([
      ['request', 1, both],
      ['upload', 7, both],
    ]);
    expect(await sent(uploadContent, {})).toContainEqual(['upload', (uploadContent as Operation).bodyBytes, both]);
    expect(await sent(uploadContent, { 'content-length': '0' })).toEqual([['request', 1, both]]);
    expect(await sent(addImage, { 'content-length': '9' })).toContainEqual(['upload', 9, both]);
    expect(await sent(addNoteToItems, { 'content-length': '9' })).toEqual([['request', 1, both]]);
    const limited = (bodyBytes: number): Operation => ({ ...(addNoteToItems as Operation), bodyBytes });
    expect(await sent(limited(BODY_LIMIT), { 'content-length': '9' })).toEqual([['request', 1, both]]);
    expect(await sent(limited(BODY_LIMIT + 1), { 'content-length': '9' })).toContainEqual(['upload', 9, both]);
    expect(await sent(operations.pushChanges, { 'content-length': '9' })).toEqual([['request', 1, both]]);
  });

  it('counts a report that it prints', async () => {
    for (const operation of [operations.executeReportCompany, operations.previewReport])
      expect(await count(operation, { actor })).toContainEqual(['print', 1, both]);
    expect(await count(operations.checkReport, { actor })).not.toContainEqual(['print', 1, both]);
  });

  it('that is refused counts for its caller alone', () => {
    const counted: unknown[] = [];
    countRefusal({ count: (...call: unknown[]) => void counted.push(call) } as unknown as Meter, requestOf({ actor }));
    expect(counted).toEqual([['request', 1, both.slice(0, 1)]]);
  });
});

describe('a request closed by its client', () => {
  it.each([
    [{ destroyed: false, complete: false, errored: null }, false],
    [{ destroyed: true, complete: true, errored: null }, false],
    [{ destroyed: true, complete: false, errored: null }, true],
    [{ destroyed: true, complete: true, errored: new Error('reset') }, true],
  ])('is known by %j: %s', (raw, expected) => {
    expect(wasClosedByClient(requestOf({ raw }))).toBe(expected);
  });
});

describe('a JSON body', () => {
  const check = (text: string) => (): void => mustBeModestJson(Buffer.from(text));
  const nested = (depth: number): string => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);

  it('may nest as deep as the limit, counted within and not across neighbours', () => {
    expect(check(nested(64))).not.toThrow();
    expect(check(nested(66))).toThrow(Problem);
    expect(check(`[${'[],'.repeat(100)}{}]`)).not.toThrow();
    expect(check(`["${'['.repeat(100)}\\"${'{'.repeat(100)}", "\\\\"]`)).not.toThrow();
    expect(check(`["\\\\", ${'['.repeat(64)}`)).toThrow(Problem);
  });

  it('may hold as many values as the limit', () => {
    expect(check(`[${'1,'.repeat(299_997)}1]`)).not.toThrow();
    expect(check(`[${'1,'.repeat(299_999)}1]`)).toThrow(Problem);
    expect(check(`["${','.repeat(400_000)}"]`)).not.toThrow();
  });

  it('may be a hundred times its compressed length, or one megabyte', () => {
    const body = (length: number, sent: number | undefined) => (): void =>
      mustBeInProportion(new Uint8Array(length), sent);
    expect(body(1_048_576, undefined)).not.toThrow();
    expect(body(1_048_577, undefined)).toThrow(Problem);
    expect(body(2_000_000, 20_000)).not.toThrow();
    expect(body(2_000_001, 20_000)).toThrow(Problem);
  });
});

describe('the serialiser of an output', () => {
  it('keeps keys that have the names of keywords, and leaves out unknown ones', () => {
    const schema = z.strictObject({
      properties: z.string(),
      definitions: z.array(z.string().max(3)),
      description: z.strictObject({ default: z.number().min(5) }),
      enum: z.enum(['a', 'b']).nullable(),
      format: z.union([z.string(), z.number(), z.null()]),
      constant: z.literal(5),
      const: z.string(),
      anyOf: z.boolean(),
    });
    const value = {
      properties: 'p',
      definitions: ['long text'],
      description: { default: 1 },
      enum: null,
      format: 7,
      constant: 5,
      const: 'c',
      anyOf: true,
    };
    const write = serializerOf(schema);
    expect(JSON.parse(write({ ...value, secret: 'x' }))).toEqual(value);
    expect(JSON.parse(write({ ...value, enum: 'a', format: null }))).toEqual({ ...value, enum: 'a', format: null });
  });
});

describe('an address of the contract', () => {
  it.each([
    ['/images/{id}{ext}', '/images/:idAndExt'],
    ['/ext/items/{itemId}/contents/{sha256}', '/ext/items/:itemId/contents/:sha256'],
    ['/users/me', '/users/me'],
  ])('%s is %s in the router', (path, expected) => expect(addressOf(path)).toBe(expected));
});
