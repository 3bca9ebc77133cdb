import { Problem, presentProblem } from '@holdfast/contract';
import { databaseProblem } from '@holdfast/core';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Returns true when the client closed the connection early, even if it had sent all bytes and they were not read yet. */
export function wasClosedByClient({ raw }: FastifyRequest): boolean {
  return raw.destroyed && (!raw.complete || raw.errored !== null);
}

/** Converts refusals of the framework itself into problems. */
function translated(thrown: unknown, request: FastifyRequest): Problem {
  const error = databaseProblem(thrown);
  if (error instanceof Problem) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('tooLarge', { limitBytes: request.routeOptions.bodyLimit ?? 0 });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem('unsupportedMedia', { reason: 'The body must be JSON.' });
  if (code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING')
    return new Problem('unsupportedMedia', { reason: 'The body may be packed with gzip, and in no other way.' });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('badInput', { issues: [{ path: '', message: 'The request could not be read.' }] });
  }
  // A truncated body is no failure of the server, and the client receives no answer.
  if (wasClosedByClient(request))
    return new Problem('badInput', { issues: [{ path: '', message: 'The body is incomplete.' }] });
  request.log.error({ reqId: request.id, err: error }, 'call failed');
  return new Problem('internal', { requestId: request.id });
}

/** Answers every failure with a problem document. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = translated(error, request);
  const details = problem.details as { retryAfterSeconds?: number } | null;
  if (details?.retryAfterSeconds !== undefined) void reply.header('retry-after', details.retryAfterSeconds);
  // A download that failed before its first byte still has the headers of its content.
  void reply
    .code(problem.status)
    .removeHeader('content-encoding')
    .removeHeader('content-disposition')
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(presentProblem(problem));
}
