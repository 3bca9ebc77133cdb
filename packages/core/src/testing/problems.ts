import { type Operation, Problem, type ProblemCode, refusalsOf } from '@holdfast/contract';
import { expect } from 'vitest';

/**
 * Returns an error of an operation as it is, or, when it is a refusal that the contract does not declare for the operation, an error that
 * names both: clients would receive what no document names.
 */
export function declaredOnly(operation: Operation, error: unknown): unknown {
  if (!(error instanceof Problem) || refusalsOf(operation).has(error.code)) return error;
  return new Error(`${operation.name} refuses with ${error.code}, which the contract does not declare for it.`, {
    cause: error,
  });
}

/** Passes when a thrown value is a refusal of the given kind. */
function toBeProblem(thrown: unknown, code: ProblemCode): { pass: boolean; message: () => string } {
  const found = thrown instanceof Problem ? thrown.code : String(thrown);
  return {
    pass: thrown instanceof Problem && thrown.code === code,
    message: () => `expected the problem ${code}, got ${found}`,
  };
}

expect.extend({ toBeProblem });

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Checks that the thrown value is a refusal of this kind. */
    toBeProblem(code: ProblemCode): T extends never ? never : R;
  }
}
