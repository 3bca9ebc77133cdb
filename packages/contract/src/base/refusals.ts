import { idKindOf } from './id.ts';
import type { Operation } from './operation.ts';
import type { ProblemCode } from './problem.ts';

/** Refusals of operations that make recorded changes once more, or take them back: the rules of the data may have come to forbid them. */
export const REPLAY_REFUSALS = ['wouldLoop', 'tagTaken', 'answerRefused'] as const satisfies readonly ProblemCode[];

/** Every refusal an operation may give: those that follow from the way it is called, and those it declares itself. */
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
    // Of the data as a whole: every row is written by the one writer, which checks it.
    ...(isUserWrite && !isOwnAccount ? (['ruleBroken'] as const) : []),
    ...(Object.values(input.shape).some((schema) => idKindOf(schema) !== undefined) ? (['notFound'] as const) : []),
  ];
}
