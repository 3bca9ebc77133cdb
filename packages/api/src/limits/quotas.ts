import { BODY_LIMIT, type Operation } from '@holdfast/contract';
import { type Application, firstMemberOf, type Meter, networkOf, type Subject, worksFor } from '@holdfast/core';
import type { FastifyRequest } from 'fastify';
import type { Owner } from './shares.ts';

/** Operations that print a report. */
const PRINTS = /^(?:executeReport|previewReport)/;

/**
 * Counts a call against the limits of its caller and the caller's company, before its body is read: the call, the announced bytes of an
 * upload, and a report that it prints.
 * @throws {Problem} `quotaReached`
 */
export async function countCall(
  { read }: Pick<Application, 'read'>,
  meter: Meter,
  operation: Operation,
  request: FastifyRequest,
): Promise<void> {
  const { actor, device, params } = request;
  const caller = callerOf(request);
  const { scopeId } = params as { scopeId?: string };
  // A desktop sends the id of the company, so the company is checked: a desktop must not use up the limit of another company.
  const isOwn = device !== null && scopeId !== undefined && (await worksFor(read, device.deviceId, scopeId));
  const company = actor?.companyId ?? (isOwn ? scopeId : null);
  const subjects: Subject[] = company === null ? [caller] : [caller, { kind: 'company', id: company }];
  meter.count('request', 1, subjects);
  const bytes = uploadedBytes(operation, request);
  if (bytes > 0) meter.count('upload', bytes, subjects);
  if (PRINTS.test(operation.name)) meter.count('print', 1, subjects);
}

/**
 * Counts a call that is refused before its body is read: looking up its token costs, too. It uploads and prints nothing, and counts for no company.
 * @throws {Problem} `quotaReached`
 */
export function countRefusal(meter: Meter, request: FastifyRequest): void {
  meter.count('request', 1, [callerOf(request)]);
}

/** Returns the subject that a call counts for. */
export function callerOf({ actor, device, ip }: FastifyRequest): Subject {
  if (actor !== null) return { kind: 'user', id: actor.userId };
  return device === null ? { kind: 'address', id: networkOf(ip) } : { kind: 'device', id: device.deviceId };
}

/** Company of callers that belong to none. */
const NO_COMPANY = '';

/** Returns the company and the account between which memory and streams are shared: those of a person, on any of the person's desktops. */
export async function ownerOf({ read }: Pick<Application, 'read'>, request: FastifyRequest): Promise<Owner> {
  const { actor, device } = request;
  const { companyId, userId } = actor ?? (device && (await firstMemberOf(read, device.deviceId))) ?? {};
  return { company: companyId ?? NO_COMPANY, account: userId ?? callerOf(request).id };
}

/** Returns the announced length of an uploaded photo or file; without one, the maximum length. */
function uploadedBytes({ kind, bodyBytes, gzipBody }: Operation, { headers }: FastifyRequest): number {
  const isUpload = kind === 'upload' || (bodyBytes !== undefined && bodyBytes > BODY_LIMIT && gzipBody !== true);
  if (!isUpload || bodyBytes === undefined) return 0;
  const length = headers['content-length'];
  return length === undefined ? bodyBytes : Number(length);
}
