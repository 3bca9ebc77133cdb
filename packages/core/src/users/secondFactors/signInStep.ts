/** The second step of a sign-in: its request and the accepted proof (product decision 47). */
import type { PasskeyAssertion, SecondFactorRequest } from '@holdfast/contract';
import type { LocalDb } from '../../calls/ctx.ts';
import type { SecondFactorRow } from '../../db/schema.ts';
import type { Ports } from '../../ports.ts';
import { appsOf } from '../sealSecrets.ts';
import { challengeOf, closeChallenge, codeHash, openChallenge, spendCode, spendPasskey, spendStep } from './factors.ts';

/** Text for a wrong code. A code that was used before is refused with the same text. */
export const WRONG_FACTOR = 'The code is not right, or was used before. Wait for the next one and try again.';

/** Second factor as a caller sent it. */
export interface Given {
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}

/** A verified second factor, which is consumed in the transaction of the sign-in. */
export type Proof =
  | { kind: 'totp'; factorId: string; step: number }
  | { kind: 'recovery'; hash: string }
  | { kind: 'passkey'; factorId: string; challengeId: string; counter: number };

/** Verifies what a caller sent as second factor of an account. @returns null when it is wrong */
export async function prove(
  { local, ports, now }: { local: LocalDb; ports: Ports; now: number },
  userId: string,
  factors: readonly SecondFactorRow[],
  { code, passkey }: Given,
): Promise<Proof | null> {
  const { secondFactors, vault } = ports;
  if (passkey !== undefined) {
    const factor = factors.find(({ credentialId }) => credentialId === passkey.id);
    const challenge = await challengeOf(local, { id: passkey.challengeId, userId, kind: 'passkey' }, now);
    if (factor === undefined || challenge === undefined) return null;
    const { secret, counter: before } = factor;
    const known = { credentialId: passkey.id, publicKey: secret, counter: before };
    const counter = await secondFactors.verifyUse(passkey, challenge.secret, known);
    return counter === null ? null : { kind: 'passkey', factorId: factor.id, challengeId: challenge.id, counter };
  }
  if (code === undefined) return null;
  for (const factor of factors.filter(({ kind }) => kind === 'totp')) {
    const secret = vault.open(factor.secret, appsOf(userId));
    const step = secret === null ? null : secondFactors.totpStep(secret, code, now);
    if (step !== null) return { kind: 'totp', factorId: factor.id, step };
  }
  return { kind: 'recovery', hash: codeHash(userId, code) };
}

/** Consumes a proof. @returns false when it was used before, or is none */
export async function spendProof(db: LocalDb, proof: Proof | null, now: number): Promise<boolean> {
  if (proof === null) return false;
  if (proof.kind === 'totp') return spendStep(db, proof.factorId, proof.step, now);
  if (proof.kind === 'recovery') return spendCode(db, proof.hash, now);
  if (!(await closeChallenge(db, proof.challengeId))) return false;
  await spendPasskey(db, proof.factorId, proof.counter, now);
  return true;
}

/** Creates the request of the second step of a sign-in. */
export async function requestFactor(
  { local, ports, now, newId }: { local: LocalDb; ports: Ports; now: number; newId(): string },
  userId: string,
  factors: readonly SecondFactorRow[],
): Promise<SecondFactorRequest> {
  const kinds = [...new Set(factors.map(({ kind }) => kind))];
  const known = factors.flatMap(({ credentialId }) => (credentialId === null ? [] : [credentialId]));
  if (known.length === 0 || ports.secondFactors.passkeyAddress() === null) return { kinds, passkey: null };
  const { challenge, options } = await ports.secondFactors.passkeyRequest(known);
  const challengeId = newId();
  await openChallenge(local, { id: challengeId, userId, kind: 'passkey', secret: challenge }, now);
  return { kinds, passkey: { challengeId, options } };
}
