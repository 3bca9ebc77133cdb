/** Administration of desktops. */
import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { revokeWithCopies, setAccess } from './access.ts';
import { administeredDevices } from './queries.ts';

/** Every desktop, by name. */
export const getDevices = handler(contract.getDevices, {
  reach: 'everywhere',
  commit: (ctx) => administeredDevices(ctx),
});

/** Signs a desktop out, locks it, wipes it, or opens it again. */
export const setDeviceAccess = handler(contract.setDeviceAccess, {
  reach: 'everywhere',
  async commit(ctx, { id, access }) {
    const [before] = await administeredDevices(ctx, id);
    if (before === undefined) throw new Problem('notFound');
    if (before.access !== access) {
      // Revoking a device revokes its copies; each copy is opened again separately.
      const ids = access === 'open' ? [id] : await revokeWithCopies(ctx.local, id, access, ctx.now);
      if (access === 'open') await setAccess(ctx.local, ids, access, ctx.now);
      for (const each of ids) {
        const name = each === id ? before.name : '';
        const was = each === id ? { access: before.access } : null;
        ctx.audit({ change: { table: 'device', id: each, name, before: was, after: { access } } });
      }
      ctx.publish({ devices: ids });
    }
    return { ...before, access };
  },
});
