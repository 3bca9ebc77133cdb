import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { recordBlob, storeImage } from '../media/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { company } from './queries.ts';

/** Replaces the logo of a company. Its type is recognised by content. */
export const setCompanyLogo = handler(contract.setCompanyLogo, {
  async prepare(ctx, { id, base64 }) {
    await mustExist(ctx.db, 'company', id);
    return base64 === null ? null : storeImage(ctx, { base64, path: 'base64' });
  },
  async commit(ctx, { id: companyId }, stored) {
    const before = await ctx.lookup.find('companyLogo', { companyId });
    for (const { id, sha256 } of before)
      if (sha256 !== stored?.sha256) await ctx.mutate('companyLogo', { op: 'del', id });
    if (stored !== null && !before.some(({ sha256 }) => sha256 === stored.sha256)) {
      const { sha256, size, mimeType } = stored;
      await recordBlob(ctx, stored);
      await ctx.mutate('companyLogo', { op: 'ins', id: ctx.newId(), set: { companyId, mimeType, sha256, size } });
    }
    return company(ctx.db, companyId);
  },
});
