/** Administration of identity providers (product decision 48). */
import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import type { WriteCtx } from '../../calls/ctx.ts';
import type { IdentityProviderRow } from '../../db/schema.ts';
import { handler } from '../../calls/handler.ts';
import {
  administeredProviders,
  columnsOf,
  domainsOf,
  providers,
  type ProviderSettings,
  removeProvider,
  secretOf,
  storeProvider,
  unlinkAccounts,
} from './providers.ts';

/** The identity providers. */
const getIdentityProviders = handler(contract.getIdentityProviders, {
  reach: 'everywhere',
  commit: async (ctx) => ({
    providers: await administeredProviders(ctx),
    redirectAddress: ctx.ports.singleSignOn.redirectAddress(),
  }),
});

/** Adds an identity provider. */
const createIdentityProvider = handler(contract.createIdentityProvider, {
  reach: 'everywhere',
  async commit(ctx, { clientSecret = null, ...settings }) {
    const id = ctx.newId();
    await mustBeUsable(ctx, id, settings);
    const sealed = clientSecret === null ? null : ctx.ports.vault.seal(clientSecret, secretOf(id));
    const times = { createdAt: ctx.now, updatedAt: ctx.now };
    return stored(ctx, null, { ...columnsOf(settings), ...times, id, clientSecret: sealed });
  },
});

/** Changes an identity provider. */
const updateIdentityProvider = handler(contract.updateIdentityProvider, {
  reach: 'everywhere',
  async commit(ctx, { id, clientSecret, ...settings }) {
    const [before] = await providers(ctx.local, id);
    if (before === undefined) throw new Problem('notFound');
    await mustBeUsable(ctx, id, settings);
    const isSame =
      before.issuer === settings.issuer &&
      before.clientId === settings.clientId &&
      before.companyId === settings.companyId;
    // The subjects of one issuer stand for other people at another issuer.
    if (!isSame) await unlinkAccounts(ctx.local, id);
    const sealed = typeof clientSecret === 'string' ? ctx.ports.vault.seal(clientSecret, secretOf(id)) : clientSecret;
    return stored(ctx, before, {
      ...columnsOf(settings),
      id,
      clientSecret: sealed === undefined ? before.clientSecret : sealed,
      createdAt: before.createdAt,
      updatedAt: ctx.now,
    });
  },
});

/** Removes an identity provider. */
const deleteIdentityProvider = handler(contract.deleteIdentityProvider, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const [before] = await providers(ctx.local, id);
    if (before === undefined) throw new Problem('notFound');
    ctx.publish({ users: await removeProvider(ctx.local, id, ctx.now) });
    auditProvider(ctx, before, null);
    return null;
  },
});

/** Reads the configuration of an issuer. */
const checkIdentityProvider = handler(contract.checkIdentityProvider, {
  reach: 'everywhere',
  prepare: async ({ ports }, { issuer }) => ({ problem: await ports.singleSignOn.check(issuer) }),
  commit: (_ctx, _input, answer) => Promise.resolve(answer),
});

/** The operations on identity providers. */
export const identityProviderHandlers = [
  getIdentityProviders,
  createIdentityProvider,
  updateIdentityProvider,
  deleteIdentityProvider,
  checkIdentityProvider,
];

async function stored(
  ctx: WriteCtx,
  before: IdentityProviderRow | null,
  after: IdentityProviderRow,
): Promise<contract.IdentityProvider> {
  await storeProvider(ctx.local, after);
  auditProvider(ctx, before, after);
  const [shown] = await administeredProviders(ctx, after.id);
  return shown!;
}

function auditProvider(
  { audit }: WriteCtx,
  before: IdentityProviderRow | null,
  after: IdentityProviderRow | null,
): void {
  const { id, name, companyId } = (after ?? before)!;
  audit({ subject: name, companyId, change: { table: 'identityProvider', id, name, before, after } });
}

/** Refuses a provider of an unknown company, with a mail domain of another provider, or that makes users of a company administrators. */
async function mustBeUsable(
  { lookup, local }: WriteCtx,
  id: string,
  { companyId, domains, defaultRole, roles }: ProviderSettings,
): Promise<void> {
  if (companyId !== null) {
    const company = await lookup.row('company', companyId);
    if (company === undefined || company.deletedAt !== null) throw new Problem('notFound');
    const makesAdministrators = defaultRole === 'administrator' || roles.some(({ role }) => role === 'administrator');
    if (makesAdministrators)
      throw new Problem('badInput', {
        issues: [{ path: 'roles', message: 'must make no administrators, who reach every company' }],
      });
  }
  for (const other of await providers(local)) {
    const taken = other.id === id ? undefined : domainsOf(other).find((domain) => domains.includes(domain));
    if (taken !== undefined) throw new Problem('alreadyExists', { name: `${taken} (${other.name})` });
  }
}
