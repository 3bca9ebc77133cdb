import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { type Handler, handler } from '@holdfast/core';
import type { Encryption } from './encryption.ts';

/** Conditions under which a desktop encrypts. */
export interface EncryptionTerms {
  /** True when this agent is started again after it ends. */
  canRestart: boolean;
  /** Resolves to true when the server requires encryption. */
  isRequired(): Promise<boolean>;
}

/** Returns the state of the encryption. */
export async function encryptionStatus(
  encryption: Encryption,
  { canRestart, isRequired }: EncryptionTerms,
): Promise<contract.EncryptionStatus> {
  return { ...encryption.status(), required: await isRequired(), canRestart };
}

/** The handlers of the operations on encryption. */
export function encryptionOperations(encryption: Encryption, terms: EncryptionTerms): Handler[] {
  const status = (): Promise<contract.EncryptionStatus> => encryptionStatus(encryption, terms);
  return [
    handler(contract.getEncryption, { reach: 'library', commit: status }),
    handler(contract.dismissLostKey, {
      reach: 'library',
      async commit() {
        encryption.dismissLost();
        return status();
      },
    }),
    handler(contract.setEncryption, {
      reach: 'library',
      async commit(_ctx, { encrypted }) {
        if (!encrypted && (await terms.isRequired())) throw new Problem('encryptionRequired');
        await encryption.choose(encrypted);
        return status();
      },
    }),
  ];
}
