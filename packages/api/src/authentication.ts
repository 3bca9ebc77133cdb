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
export const TOKEN_COOKIE = 'token';

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
  const token = bearerToken(request) ?? (acceptsCookie(operation) ? cookieToken(request) : null);
  if (token !== null) {
    request.actor = await authenticate(application, token);
    if (request.actor === null && operation.right !== 'public') throw new Problem('notSignedIn');
  }
  mustHold(request.actor, operation.right);
}

function acceptsCookie({ method, kind }: Operation): boolean {
  return method === 'GET' && (kind === 'media' || kind === 'download');
}

function bearerToken({ headers }: FastifyRequest): string | null {
  const match = /^Bearer ([\w~+/=.-]{1,200})$/i.exec(headers.authorization ?? '');
  if (headers.authorization !== undefined && match === null) return '';
  return match?.[1] ?? null;
}

function cookieToken({ headers }: FastifyRequest): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === TOKEN_COOKIE && value !== undefined && value !== '') return decoded(value);
  }
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
