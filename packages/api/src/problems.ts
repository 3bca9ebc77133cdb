import { Problem, presentProblem } from '@holdfast/contract';
import { databaseProblem } from '@holdfast/core';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Whether the caller went away in the middle, be it with all bytes sent that nobody had read yet. */
export function brokeOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && (!raw.complete || raw.errored !== null);
}

/** What the framework itself refuses, in our words. */
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
  // A body that broke off is no failure of ours, and nobody is there to hear of it.
  if (brokeOff(request)) return new Problem('badInput', { issues: [{ path: '', message: 'The body broke off.' }] });
  request.log.error({ reqId: request.id, err: error }, 'call failed');
  return new Problem('internal', { requestId: request.id });
}

/** Answers every failure with a problem document. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = translated(error, request);
  const details = problem.details as { retryAfterSeconds?: number } | null;
  if (details?.retryAfterSeconds !== undefined) void reply.header('retry-after', details.retryAfterSeconds);
  void reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(presentProblem(problem));
}
