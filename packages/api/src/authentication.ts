import { type Operation, Problem } from '@holdfast/contract';
import {
  type Actor,
  authenticate,
  authenticateDevice,
  type DeviceCaller,
  type Application,
  mustHold,
} from '@holdfast/core';
import type { FastifyRequest } from 'fastify';

/** Name of the cookie that contains the token for pictures, files and downloads. */
const TOKEN_COOKIE = 'token';
/** Its name over HTTPS: by the prefix, no other host of the domain can set it (RFC 6265bis, section 4.1.3.2). */
const OWN_TOKEN_COOKIE = `__Host-${TOKEN_COOKIE}`;

/** Names the cookie for the vault, which then opens no other secret as one. */
const SEALED_FOR = 'cookie of a session';

/**
 * Returns the value of the cookie of a session. A desktop seals the token: a browser sends the cookie to every port of the host name, also to a program
 * of another account of the computer. What is sealed is accepted as a cookie alone, which only reads pictures, files and downloads.
 */
export function cookieOfToken({ device, ports }: Application, token: string): string {
  return device === undefined ? token : encodeURIComponent(ports.vault.seal(token, SEALED_FOR));
}

/** Returns the token of a call to a desktop whose cookie is not this token, sealed; null when nothing is to be replaced. */
export function tokenWithoutCookie({ device, ports }: Application, request: FastifyRequest): string | null {
  const token = bearerToken(request);
  if (device === undefined || token === null || request.actor === null) return null;
  const stored = cookieIn(request);
  const isCurrent = stored !== null && ports.vault.isCurrent(stored) && ports.vault.open(stored, SEALED_FOR) === token;
  return isCurrent ? null : token;
}

/** Returns the name of the cookie over a protocol. */
export function tokenCookie({ protocol }: Pick<FastifyRequest, 'protocol'>): string {
  return protocol === 'https' ? OWN_TOKEN_COOKIE : TOKEN_COOKIE;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The user who calls; null before sign-in. */
    actor: Actor | null;
    /** The desktop that authenticated by its own token; null: the caller is not a desktop. */
    device: DeviceCaller | null;
  }
}

/**
 * Identifies the caller and checks the right, before a body is read. Calls authenticate by the bearer header alone, so that no cookie can forge a
 * write. The cookie is only for requests that a browser makes by itself: pictures, files, downloads (product decision 5).
 * @throws {Problem} `notSignedIn`, `forbidden`, `secondFactorNeeded`
 */
export async function admit(application: Application, request: FastifyRequest, operation: Operation): Promise<void> {
  if (operation.right === 'device') {
    const own = bearerToken(request);
    request.device = own === null ? null : await authenticateDevice(application, own);
    if (request.device === null) throw new Problem('notSignedIn');
    return;
  }
  const token = bearerToken(request) ?? (acceptsCookie(operation) ? tokenInCookie(application, request) : null);
  if (token !== null) request.actor = await authenticate(application, token);
  mustHold(request.actor, operation.right);
}

/** Returns true when an operation answers a request that a browser makes by itself, for a picture, a file or a download. */
export function acceptsCookie({ method, kind }: Operation): boolean {
  return method === 'GET' && (kind === 'media' || kind === 'download');
}

function bearerToken({ headers }: FastifyRequest): string | null {
  const match = /^Bearer ([\w~+/=.-]{1,200})$/i.exec(headers.authorization ?? '');
  if (headers.authorization !== undefined && match === null) return '';
  return match?.[1] ?? null;
}

/** Returns the token that the cookie contains, sealed or not; null when none of the keys opens it. */
function tokenInCookie({ ports }: Application, request: FastifyRequest): string | null {
  const stored = cookieIn(request);
  return stored === null ? null : ports.vault.open(stored, SEALED_FOR);
}

function cookieIn(request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  // The other name is that of sessions from before the prefix.
  for (const wanted of new Set([tokenCookie(request), TOKEN_COOKIE]))
    for (const [name, value] of pairs)
      if (name === wanted && value !== undefined && value !== '') return decoded(value);
  return null;
}

/** Decodes the value of a cookie; null when its encoding is invalid. */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
