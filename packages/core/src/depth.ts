import { Problem } from '@holdfast/contract';

/** Greatest depth of a tree of items or default items: every move walks up to the top. */
const DEEPEST = 100;

/** @throws {Problem} `ruleBroken` for a place in a tree that is too deep */
export function mustNotBeTooDeep(depth: number): void {
  if (depth > DEEPEST) throw new Problem('ruleBroken', { rule: `at most ${DEEPEST} items stand within each other` });
}
