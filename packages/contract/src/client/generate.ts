/** Writes the client's table of addresses from the contract: what the browser knows of an operation without its schemas. */
import type { Operation } from '../base/operation.ts';

/** The text of `routes.generated.ts` for a list of operations. */
export function routesModule(operations: readonly Operation[]): string {
  const lines = operations.map(
    ({ name, method, path, query, body }) =>
      `  ${name}: { method: '${method}', path: '${path}', query: [${query.map((key) => `'${key}'`).join(', ')}], body: ${body === null ? 'null' : `'${body}'`} },`,
  );
  return [
    '/** Generated from the contract by `npm run routes`; a test holds it to the operations. */',
    '',
    '/** Address of an operation, and the part of the request that carries each of its keys. */',
    'export interface Route {',
    "  method: 'GET' | 'POST' | 'PUT' | 'DELETE';",
    '  path: string;',
    '  /** Keys in the query although the method has a body. */',
    '  query: readonly string[];',
    '  /** The one key that is the whole body; null: an object of all keys left. */',
    '  body: string | null;',
    '}',
    '',
    '/** Every operation by name. */',
    'export const routes = {',
    ...lines,
    '} as const satisfies Record<string, Route>;',
    '',
  ].join('\n');
}
