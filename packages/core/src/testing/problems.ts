import { Problem, type ProblemCode } from '@holdfast/contract';
import { expect } from 'vitest';

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
    /** The value thrown is a refusal of this kind. */
    toBeProblem(code: ProblemCode): T extends never ? never : R;
  }
}
