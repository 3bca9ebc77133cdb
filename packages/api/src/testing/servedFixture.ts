import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { LoginResult } from '@holdfast/contract';
import { openTestFixture, type TestFixture } from '@holdfast/core/testing';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import type { ServerOptions } from '../server.ts';
import { buildCheckedServer } from './checkedServer.ts';

type Injected = Promise<LightMyRequestResponse>;

/** A fixture behind a server without a network, new for each test. */
export interface ServedFixture {
  readonly fixture: TestFixture;
  readonly app: FastifyInstance;
  /** Folder of the web application. */
  readonly web: string;
  /** Lines that the server has logged. */
  readonly lines: readonly string[];
  /** Sets whether the databases answer. */
  setReady(isReady: boolean): void;
  /** Builds another server over the fixture, without pages and log. The caller closes it. */
  build(options: Partial<ServerOptions>): FastifyInstance;
  signIn(email: string, password: string, address?: string): Injected;
  /** Signs a member of the cast in. @returns the token */
  tokenOf(who: string): Promise<string>;
  /** Requests the signed-in user. */
  me(headers: Record<string, string>): Injected;
}

/** Headers of a request with a JSON body. */
export const JSON_BODY = { 'content-type': 'application/json' };

/** Returns the header that authenticates a caller. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const PAGE = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script src="/assets/app.js"></script>';

/** Serves a fixture before each test of the file that calls it. */
export function servedFixture(): ServedFixture {
  let fixture: Awaited<ReturnType<typeof openTestFixture>>;
  let app: FastifyInstance;
  let web: string;
  let lines: string[];
  let ready: boolean;
  beforeEach(async () => {
    fixture = await openTestFixture('sqlite');
    web = mkdtempSync(join(tmpdir(), 'holdfast-web-'));
    mkdirSync(join(web, 'assets'));
    writeFileSync(join(web, 'index.html'), PAGE);
    writeFileSync(join(web, 'assets', 'app.js'), 'start();');
    lines = [];
    ready = true;
    const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) });
    app = build({ web, logger: pino(sink) as never, ready: () => Promise.resolve(ready) });
    await app.ready();
  });
  afterEach(async () => {
    await app.close();
    await fixture.close();
    rmSync(web, { recursive: true });
  });
  function build(options: Partial<ServerOptions>): FastifyInstance {
    return buildCheckedServer({
      application: fixture.application,
      version: '1.2.3',
      web: null,
      logger: false,
      ready: () => Promise.resolve(true),
      ...options,
    });
  }
  const signIn = (email: string, password: string, address = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/users/me/token', payload: { email, password }, remoteAddress: address });
  return {
    get fixture() {
      return fixture;
    },
    get app() {
      return app;
    },
    get web() {
      return web;
    },
    get lines() {
      return lines;
    },
    setReady: (isReady) => {
      ready = isReady;
    },
    build,
    signIn,
    tokenOf: async (who) => (await signIn(`${who}@example.test`, `${who}-password`)).json<LoginResult>().details!.token,
    me: (headers) =>
      app.inject({ method: 'GET', url: '/users/me', headers: { accept: 'application/json', ...headers } }),
  };
}
