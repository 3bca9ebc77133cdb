import { type ProblemCode, problems } from '@holdfast/contract';
import { LOST } from '@holdfast/sync';

/** Texts for refusals of changes that are not problems of the contract. */
const REASONS: Readonly<Record<string, string>> = {
  scopeWithdrawn: 'The records it belongs to have left this device.',
  notAllowed: 'Your account was not allowed to change this. It is sent again by itself once it is.',
  rescued: 'It was rescued when the damaged database of this device was repaired. It is sent again by itself.',
  [LOST]: 'The server no longer has this change. Send it again to restore it.',
  unknownTable: 'The server is older than this program and does not know records of this kind.',
  group: 'Another part of the same action was not accepted.',
  failed: 'Something went wrong on the server.',
};

/** Returns the reason for which a change made in a browser was set aside. @param author name of the person who made it */
export function lostChangeText(author: string): string {
  return `${author} made this change in a browser. The server no longer has it. Send it again to restore it.`;
}

/** Returns the reason of a refusal in words. @param reason code of a problem, or of a refusal of the synchronisation */
export function reasonText(reason: string): string {
  return REASONS[reason] ?? (reason in problems ? problems[reason as ProblemCode].message : reason);
}
