import { idKindOf } from './id.ts';
import type { Operation } from './operation.ts';
import type { ProblemCode } from './problem.ts';

/** Refusals of operations that repeat or undo recorded changes, which the rules of the data may forbid by now. */
export const REPLAY_REFUSALS = ['wouldLoop', 'tagTaken', 'answerRefused'] as const satisfies readonly ProblemCode[];

/** Returns all possible refusals of an operation: those that follow from its kind and right, and those that it declares. */
export function refusalsOf(operation: Operation): ReadonlySet<ProblemCode> {
  return new Set([...generalRefusals(operation), ...operation.problems]);
}

function generalRefusals({ method, right, effect, input }: Operation): ProblemCode[] {
  const isOfUser = right !== 'public' && right !== 'device';
  const isUserWrite = effect === 'write' && isOfUser;
  const isOwnAccount = right === 'signedIn';
  return [
    'badInput',
    'quotaReached',
    'unavailable',
    ...(right === 'public' ? [] : (['notSignedIn', 'forbidden'] as const)),
    ...(isOfUser && !isOwnAccount ? (['secondFactorNeeded'] as const) : []),
    ...(method === 'GET' ? [] : (['tooLarge', 'unsupportedMedia'] as const)),
    ...(isUserWrite ? (['keyReused', 'changedMeanwhile'] as const) : []),
    // Every write can violate a rule of the data, because one writer checks all rows.
    ...(isUserWrite && !isOwnAccount ? (['ruleBroken'] as const) : []),
    ...(Object.values(input.shape).some((schema) => idKindOf(schema) !== undefined) ? (['notFound'] as const) : []),
  ];
}
