import { BODY_LIMIT, type Operation } from '@holdfast/contract';
import { type Meter, networkOf, type Subject } from '@holdfast/core';
import type { FastifyRequest } from 'fastify';

/** Operations that print a report. */
const PRINTS = /^(?:executeReport|previewReport)/;

/**
 * Counts a call against the limits of its caller and the caller's company, before its body is read: the call, the announced bytes of an
 * upload, and a report that it prints.
 * @throws {Problem} `quotaReached`
 */
export function countCall(meter: Meter, operation: Operation, request: FastifyRequest): void {
  const { actor, device, ip, params } = request;
  const caller: Subject =
    actor !== null
      ? { kind: 'user', id: actor.userId }
      : device !== null
        ? { kind: 'device', id: device.deviceId }
        : { kind: 'address', id: networkOf(ip) };
  const company = actor?.companyId ?? (device === null ? undefined : (params as { scopeId?: string }).scopeId);
  const subjects: Subject[] = typeof company === 'string' ? [caller, { kind: 'company', id: company }] : [caller];
  meter.count('request', 1, subjects);
  const bytes = uploadedBytes(operation, request);
  if (bytes > 0) meter.count('upload', bytes, subjects);
  if (PRINTS.test(operation.name)) meter.count('print', 1, subjects);
}

/** Bytes of a photo or file that a call announces; without an announcement the most that it may have. */
function uploadedBytes({ kind, bodyBytes, gzipBody }: Operation, { headers }: FastifyRequest): number {
  const isUpload = kind === 'upload' || (bodyBytes !== undefined && bodyBytes > BODY_LIMIT && gzipBody !== true);
  if (!isUpload || bodyBytes === undefined) return 0;
  const length = headers['content-length'];
  return length === undefined ? bodyBytes : Number(length);
}
