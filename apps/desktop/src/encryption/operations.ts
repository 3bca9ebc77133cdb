import * as contract from '@holdfast/contract';
import { type Handler, handler } from '@holdfast/core';
import type { Encryption } from './encryption.ts';

/** The handlers of the operations on encryption. @param canRestart whether something starts this agent again when it ends */
export function encryptionOperations(encryption: Encryption, canRestart: boolean): Handler[] {
  const status = (): contract.EncryptionStatus => ({ ...encryption.status(), canRestart });
  return [
    handler(contract.getEncryption, { reach: 'library', commit: async () => status() }),
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
        await encryption.choose(encrypted);
        return status();
      },
    }),
  ];
}
