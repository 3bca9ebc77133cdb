import * as contract from '@holdfast/contract';
import { type BackupState, backupState } from '../backupState.ts';
import { byName } from '../lists/byName.ts';
import { handler } from '../calls/handler.ts';
import type { Ports } from '../ports.ts';
import { isoTime } from '../present.ts';
import { type UsageKind, windowOf, WINDOWS_MS } from '../quotas.ts';
import { isPostgres } from '../timeline.ts';
import { companyNames, namesOfSubjects, storedBytes, usageSince } from './queries.ts';

/** Maximum number of users, desktops and addresses listed. */
const LISTED = 100;

const COLUMNS = { request: 'requests', upload: 'uploaded', print: 'printed' } as const;

type Counts = Record<(typeof COLUMNS)[UsageKind], number>;

/** Returns the usage of the server in the current windows. */
export const getUsage = handler(contract.getUsage, {
  reach: 'everywhere',
  async commit({ actor, db, local, ports, now }) {
    const counts = new Map<string, Counts>();
    for (const kind of Object.keys(WINDOWS_MS) as UsageKind[]) {
      for (const { subjectKind, subjectId, amount } of await usageSince(local, kind, windowOf(kind, now))) {
        const key = `${subjectKind} ${subjectId}`;
        const known = counts.get(key) ?? { requests: 0, uploaded: 0, printed: 0 };
        counts.set(key, { ...known, [COLUMNS[kind]]: amount });
      }
    }
    const bytes = await storedBytes(local);
    const companies = await companyNames(db);
    const names = await namesOfSubjects(local);
    const callers = [...counts].flatMap(([key, count]) => {
      const [kind = '', id = ''] = key.split(' ');
      if (kind !== 'user' && kind !== 'device' && kind !== 'address') return [];
      return [{ kind, name: names.get(id) ?? id, ...count } as const];
    });
    return {
      limits: ports.quotas,
      companies: companies.toSorted(byName).map(({ id, name }) => ({
        id,
        name,
        storedBytes: bytes.get(id) ?? 0,
        ...(counts.get(`company ${id}`) ?? { requests: 0, uploaded: 0, printed: 0 }),
      })),
      callers: callers
        .toSorted((a, b) => b.uploaded - a.uploaded || b.printed - a.printed || b.requests - a.requests)
        .slice(0, LISTED),
      backup: actor.companyId === null ? presentBackup(await backupState(local)) : null,
      promotions: actor.companyId === null && isPostgres(local) ? presentPromotions(ports) : null,
    };
  },
});

function presentPromotions({ timeline = null }: Ports): contract.ServerUse['promotions'] {
  return timeline === null ? 'unrecognised' : 'recognised';
}

function presentBackup({ completed, failed }: BackupState): contract.ServerUse['backup'] {
  return {
    completed: completed === null ? null : { ...completed, at: isoTime(completed.at) },
    failed: failed === null ? null : { ...failed, at: isoTime(failed.at) },
  };
}
