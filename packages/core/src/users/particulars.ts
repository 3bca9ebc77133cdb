/** Qualification, certificate and signature of people, as reports print them. */
import * as contract from '@holdfast/contract';
import { LIBRARY_SCOPE, type Particulars, Problem } from '@holdfast/contract';
import type { ReadCtx, WriteCtx } from '../calls/ctx.ts';
import type { UserRow } from '../db/schema.ts';
import { handler, type PrepareCtx } from '../calls/handler.ts';
import { recordBlob, renditionOf, storeImage, type StoredContent } from '../media/index.ts';
import type { Ports } from '../ports.ts';
import { accountToAdminister, auditAccount } from './administeredAccounts.ts';
import { accountById, changeAccount } from './accounts.ts';

/** Particulars of the caller. */
export const getOwnParticulars = handler(contract.getOwnParticulars, async (ctx) => present(ctx, await own(ctx)));

/** Saves qualification and certificate of the caller. */
export const setOwnParticulars = handler(contract.setOwnParticulars, async (ctx, words) =>
  change(ctx, await own(ctx), words),
);

/** Keeps the signature of the caller. */
export const setOwnSignature = handler(contract.setOwnSignature, {
  prepare: (ctx, { base64 }) => storeSignature(ctx, base64),
  commit: async (ctx, _input, stored) => sign(ctx, await own(ctx), stored),
});

/** Particulars of a person. */
export const getUserParticulars = handler(contract.getUserParticulars, {
  reach: 'everywhere',
  commit: async (ctx, { id }) => present(ctx, await accountToAdminister(ctx, id)),
});

/** Saves qualification and certificate of a person. */
export const setUserParticulars = handler(contract.setUserParticulars, {
  reach: 'everywhere',
  commit: async (ctx, { id, ...words }) => change(ctx, await accountToAdminister(ctx, id), words),
});

/** Keeps the signature of a person. */
export const setUserSignature = handler(contract.setUserSignature, {
  reach: 'everywhere',
  async prepare(ctx, { id, base64 }) {
    if (ctx.actor === null) throw new Problem('notSignedIn');
    mustNotBeErased(await accountToAdminister({ local: ctx.local, actor: ctx.actor }, id));
    return storeSignature(ctx, base64);
  },
  commit: async (ctx, { id }, stored) => sign(ctx, await accountToAdminister(ctx, id), stored),
});

async function own({ local, actor }: Pick<ReadCtx, 'local' | 'actor'>): Promise<UserRow> {
  return (await accountById(local, actor.userId))!;
}

/** Signatures lie in the library, whose contents no device receives without a row; companies get copies. */
async function storeSignature(ctx: PrepareCtx, base64: string | null): Promise<StoredContent | null> {
  return base64 === null ? null : storeImage({ ...ctx, scopeId: LIBRARY_SCOPE }, { base64, path: 'base64' });
}

async function sign(ctx: WriteCtx, account: UserRow, stored: StoredContent | null): Promise<Particulars> {
  if (stored !== null) await recordBlob({ ...ctx, scopeId: LIBRARY_SCOPE }, stored);
  return change(ctx, account, { signature: stored?.sha256 ?? null });
}

type Changed = {
  [C in 'qualification' | 'certificateNumber' | 'certificateExpiresOn' | 'signature']?: UserRow[C] | undefined;
};

async function change(ctx: WriteCtx, before: UserRow, changed: Changed): Promise<Particulars> {
  const { id } = before;
  mustNotBeErased(before);
  const set = Object.fromEntries(
    Object.entries(changed).filter(([, value]) => value !== undefined),
  ) as Partial<UserRow>;
  await changeAccount(ctx.local, ctx.now, id, set);
  await auditAccount(ctx, id, before);
  const after = { ...before, ...set };
  ctx.publishParticulars(id, after.signature === before.signature ? null : before.signature);
  return present(ctx, after);
}

function mustNotBeErased({ erasedAt }: UserRow): void {
  if (erasedAt !== null) throw new Problem('notFound');
}

async function present({ ports }: { ports: Ports }, row: UserRow): Promise<Particulars> {
  const { qualification, certificateNumber, certificateExpiresOn, signature } = row;
  const picture =
    signature === null ? null : await renditionOf(ports, { scopeId: LIBRARY_SCOPE, sha256: signature }, 320);
  return {
    qualification,
    certificateNumber,
    certificateExpiresOn,
    signature: picture === null ? null : `data:image/jpeg;base64,${ports.uploads.toBase64(picture)}`,
  };
}
