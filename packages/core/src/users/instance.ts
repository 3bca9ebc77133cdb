import * as contract from '@holdfast/contract';
import type { Application } from '../application.ts';
import { handler } from '../calls/handler.ts';
import { addAccount, issueToken, someAccount } from './accounts.ts';
import { hashNew } from './newPassword.ts';
import { hasProvider } from './singleSignOn/providers.ts';
import { type Attempt, countFailure, mustNotBeThrottled } from './throttle.ts';

const WRONG_CODE =
  'This setup code is not the one the server printed. Copy it from the output of its last start: each start prints a new one.';

/** Returns facts about this server, before any sign-in. */
export const getInstance = handler(contract.getInstance, {
  reach: 'library',
  commit: async ({ local, ports }) => ({
    product: 'Holdfast' as const,
    version: ports.instance.version,
    needsFirstAdministrator: !(await someAccount(local)),
    singleSignOn: await hasProvider(local),
    uploadLimits: ports.uploads.limits,
    demo: ports.instance.demo(),
  }),
});

/** Creates the first account of an empty server; afterwards the operation answers as if it did not exist. */
export const createFirstAdministrator = handler(contract.createFirstAdministrator, {
  // Locks the library, so that of calls at once, also to different servers, one creates the account.
  reach: 'library',
  async prepare({ ports, local, caller, now }, { setupCode, password }) {
    const attempt: Attempt = { kind: 'setup', emailKey: null, address: caller.address };
    await mustNotBeThrottled(local, attempt, now);
    const expected = ports.instance.setupCode();
    const matches = expected !== null && setupCode.trim() === expected;
    return { attempt, passwordHash: matches ? await hashNew(ports, password, 'password') : null };
  },
  async commit({ local, ports, now, newId, caller, audit }, { name, email }, { attempt, passwordHash }) {
    if (await someAccount(local)) throw new contract.Problem('notFound');
    if (passwordHash === null) {
      await countFailure(local, attempt, now);
      audit({ refused: true });
      return { success: false, error: WRONG_CODE, details: null };
    }
    const id = newId();
    await addAccount(local, { id, email, name, role: 'administrator', companyId: null, passwordHash }, now);
    audit({ account: { id, name, companyId: null }, subject: name });
    const token = await issueToken(local, ports, { id: newId(), userId: id, device: caller.device, now });
    return { success: true, error: null, details: { token } };
  },
});

/** Returns true when there is an account. */
export async function hasAccounts({ read }: Pick<Application, 'read'>): Promise<boolean> {
  return someAccount(read);
}
