import { Problem, presentProblem } from '@holdfast/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** What the framework itself refuses, in our words. */
function translated(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('tooLarge', { limitBytes: request.routeOptions.bodyLimit ?? 0 });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem('unsupportedMedia', { reason: 'The body must be JSON.' });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('badInput', { issues: [{ path: '', message: 'The request could not be read.' }] });
  }
  request.log.error({ err: error }, 'call failed');
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
