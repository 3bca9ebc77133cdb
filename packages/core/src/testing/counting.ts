/** Counts of calls: of operations in this process, of functions in another one. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from '../calls/handler.ts';

/** Wraps handlers so that each call that is dispatched, and each run of a handler, is reported with the name of its operation. */
export function countingHandlers(
  handlers: ReadonlyMap<string, Handler>,
  { dispatched, ran = () => undefined }: { dispatched(operation: string): void; ran?(operation: string): void },
): ReadonlyMap<string, Handler> {
  const counted = ([name, handler]: [string, Handler]): [string, Handler] => [
    name,
    {
      ...handler,
      bind(input) {
        dispatched(name);
        const bound = handler.bind(input);
        return {
          ...bound,
          commit(ctx) {
            ran(name);
            return bound.commit(ctx);
          },
        };
      },
    },
  ];
  return new Map([...handlers].map(counted));
}

/**
 * Returns how often a function was called in processes that ended.
 * @param folder value of NODE_V8_COVERAGE in those processes
 * @param module end of the path of the function's module
 */
export async function functionCalls(folder: string, name: string, module: string): Promise<number> {
  let calls = 0;
  for (const file of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
      result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
    };
    const functions = result.filter(({ url }) => url.endsWith(module)).flatMap((script) => script.functions);
    for (const { functionName, ranges } of functions) if (functionName === name) calls += ranges[0]!.count;
  }
  return calls;
}
