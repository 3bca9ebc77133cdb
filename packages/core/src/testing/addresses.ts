import { type Operation, type OperationName, operationList, placeholders } from '@holdfast/contract';
import type { CallRequest } from '../calls/dispatch.ts';
import type { TestFixture, Who } from './fixture.ts';

/**
 * Calls the operation at an address of the specification, with its body as JSON: for tests that hold method, path and keys to
 * docs/acceptance.md, APIR and APIM.
 * @param address as the specification writes it, ids filled in: `PUT /admin/inspections/0190…`, query included
 */
export async function callAt(
  fixture: TestFixture,
  who: Who,
  address: string,
  body: unknown = {},
  options: Pick<CallRequest, 'ifMatch' | 'idempotencyKey'> = {},
): Promise<unknown> {
  const [method, target = ''] = address.split(' ');
  const { pathname, searchParams } = new URL(target, 'http://holdfast.test');
  const [operation, inPath] = operationAt(method!, pathname);
  const query = Object.fromEntries(searchParams);
  const sent = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  const rest = method === 'GET' ? query : { ...inBody(operation, sent), ...pick(query, operation.query) };
  return fixture.as(who)[operation.name as OperationName]({ ...rest, ...inPath } as never, options);
}

/** The operation of an address and the values of its placeholders; one without placeholders comes before one with. */
function operationAt(method: string, pathname: string): [Operation, Record<string, string>] {
  const found = operationList
    .filter((operation) => operation.method === method)
    .toSorted((a, b) => placeholders(a.path).length - placeholders(b.path).length)
    .map((operation) => [operation, pattern(operation.path).exec(pathname)] as const)
    .find(([, match]) => match !== null);
  if (found === undefined) throw new Error(`Nothing answers ${method} ${pathname}.`);
  return [found[0], { ...found[1]?.groups }];
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

function inBody(operation: Operation, sent: Record<string, unknown>): Record<string, unknown> {
  return operation.body === null ? sent : { [operation.body]: sent };
}

function pick(query: Record<string, string>, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([key]) => keys.includes(key)));
}
