import type { StaticMethod } from '../../members/arguments.ts';

/** Numbers in words. */
export const wordFunctions: Readonly<Record<string, StaticMethod>> = {};
