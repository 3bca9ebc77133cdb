import { type Operation, operationList, refusalsOf } from '@holdfast/contract';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { addressOf } from '../operations.ts';
import { buildServer, type ServerOptions } from '../server.ts';

/** Operations by method and address. A server answers operations of the agent with `notFound`. */
const operations = new Map(
  operationList
    .filter(({ agentOnly }) => agentOnly !== true)
    .map((operation) => [`${operation.method} ${addressOf(operation.path)}`, operation]),
);

/** A server for tests: a refusal that the contract does not declare for its operation fails the test that receives it. */
export function buildCheckedServer(options: ServerOptions): FastifyInstance {
  const app = buildServer(options);
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const operation = operations.get(`${method} ${routeOptions.url}`);
    if (operation !== undefined && String(reply.getHeader('content-type')).startsWith('application/problem+json'))
      mustBeDeclared(operation, String(payload));
    return payload;
  });
  return app;
}

function mustBeDeclared(operation: Operation, document: string): void {
  const { code } = JSON.parse(document) as { code: string };
  // No operation declares internal failures; tests that provoke one check it themselves.
  if (code === 'internal') return;
  expect.soft([...refusalsOf(operation)], `${operation.name} refuses with ${code}, declared are`).toContain(code);
}
