import { LIBRARY_SCOPE, type OperationName, operations } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { type AuditTrail, openTrail } from './auditTrail.ts';
import type { Actor } from './calls/ctx.ts';
import { COMPANIES } from './testing/index.ts';

const WREN: Actor = { userId: 'wren', name: 'Wren', role: 'administrator', companyId: null, tokenId: 't' };
const { northmere, skerrow } = COMPANIES;

function trailOf(operation: OperationName, over: Partial<Parameters<typeof openTrail>[0]> = {}): AuditTrail {
  const caller = { address: '192.0.2.7', device: 'Firefox' };
  return openTrail({
    operation: operations[operation],
    actor: WREN,
    caller,
    now: 5,
    input: {},
    scopeId: null,
    ...over,
  });
}

const row = (over: Record<string, string | number | null> = {}) => ({
  id: 'r',
  scopeId: skerrow,
  name: 'Hook',
  ...over,
});

describe('The entry of a call in the audit log', () => {
  it('has the values that a change made different, before and after', () => {
    const trail = trailOf('updateCompany');
    const set = { name: 'Crane hook', address: 'Oslo', shortName: '' };
    trail.changed({ table: 'item', op: 'upd', id: 'r', set }, row({ address: 'Oslo' }), row({ ...set, order: 3 }));
    trail.changed({ table: 'item', op: 'del', id: 'r' }, row({ deletedAt: null }), row({ deletedAt: 7 }));
    trail.changed({ table: 'file', op: 'ins', id: 'f', set: { size: 3 } }, null, {
      id: 'f',
      scopeId: skerrow,
      name: null,
      filename: 'a.pdf',
      size: 3,
    });
    const { changes, subject, changeCount } = trail.record('company');
    expect(changes).toEqual([
      { table: 'item', id: 'r', name: 'Crane hook', values: { name: ['Hook', 'Crane hook'], shortName: [null, ''] } },
      { table: 'item', id: 'r', name: 'Hook', values: { deletedAt: [null, '7'] } },
      { table: 'file', id: 'f', name: 'a.pdf', values: { size: [null, '3'] } },
    ]);
    expect([subject, changeCount]).toEqual(['Crane hook', 3]);
  });

  it('says of a secret only that it was set, changed or removed', () => {
    const valuesOf = (was: string | null, is: string | null): unknown => {
      const trail = trailOf('updateUser');
      const columns = (passwordHash: string | null) => ({
        passwordHash,
        tokenHash: passwordHash,
        updatedAt: passwordHash,
      });
      trail.note({ change: { table: 'user', id: 'u', name: 'U', before: columns(was), after: columns(is) } });
      return trail.record('account').changes[0]?.values;
    };
    expect(valuesOf(null, 'a')).toEqual({ password: [null, 'set'] });
    expect(valuesOf('a', 'b')).toEqual({ password: ['set', 'changed'] });
    expect(valuesOf('a', null)).toEqual({ password: ['set', null] });
    expect(valuesOf('a', 'a')).toEqual({});
  });

  it('describes fifty changes, counts all, and shortens long texts', () => {
    const trail = trailOf('updateCompany');
    const name = 'x'.repeat(200);
    for (let i = 0; i < 52; i += 1)
      trail.changed({ table: 'item', op: 'ins', id: `r${i}`, set: { name } }, null, row({ name }));
    trail.note({ subject: 'y'.repeat(201) });
    const { changes, changeCount, subject } = trail.record('company');
    expect([changes.length, changeCount]).toEqual([50, 52]);
    expect(changes[0]?.values).toEqual({ name: [null, name] });
    expect(subject).toBe(`${'y'.repeat(199)}…`);
  });

  it('names the company that is concerned: as noted, of the call, of the first change, or of the caller', () => {
    const companyOf = (
      note: { companyId?: string | null },
      scopeId: string | null,
      changed: string[] = [],
    ): unknown => {
      const trail = trailOf('updateCompany', { scopeId, actor: { ...WREN, companyId: 'own' } });
      trail.note(note);
      for (const scope of changed)
        trail.changed({ table: 'item', op: 'upd', id: 'r', set: {} }, row(), row({ scopeId: scope }));
      return trail.record('company').companyId;
    };
    expect(companyOf({ companyId: skerrow }, northmere)).toBe(skerrow);
    expect(companyOf({}, northmere, [skerrow])).toBe(northmere);
    expect(companyOf({}, LIBRARY_SCOPE, [LIBRARY_SCOPE, skerrow, northmere])).toBe(skerrow);
    expect(companyOf({}, LIBRARY_SCOPE)).toBe('own');
    expect(companyOf({ companyId: null }, northmere)).toBe('own');
  });

  it('names the account of a public call, regardless of who is signed in, and the signed-in one of others', () => {
    const account = { id: 'maren', name: 'Maren', companyId: northmere };
    const recordOf = (operation: OperationName, actor: Actor | null) => {
      const trail = trailOf(operation, { actor });
      trail.note({ account, refused: true });
      const { userId, userName, companyId, outcome } = trail.record('signIn');
      return [userId, userName, companyId, outcome];
    };
    expect(recordOf('signIn', WREN)).toEqual(['maren', 'Maren', northmere, 'refused']);
    expect(recordOf('updateUser', WREN)).toEqual(['wren', 'Wren', null, 'refused']);
    const unknown = trailOf('signIn', { actor: null }).record('signIn');
    expect(unknown).toMatchObject({ userId: null, userName: '', companyId: null, outcome: 'done', subject: '' });
  });

  it('is about the records that a changed link joins, unless the call or the row has a name', async () => {
    const names: Readonly<Record<string, string>> = { drops: 'Dropped Object Survey', light: 'Floodlight' };
    const subjectOf = async (over: Record<string, string | null>, noted?: string): Promise<string> => {
      const trail = trailOf('addInspectionItemType');
      if (noted !== undefined) trail.note({ subject: noted });
      const set = { inspectionId: 'drops', itemTypeId: 'light', fieldsTemplateId: null };
      const after = { id: 'l', scopeId: LIBRARY_SCOPE, ...set, ...over };
      trail.changed({ table: 'inspectionItemType', op: 'ins', id: 'l', set }, null, after);
      trail.changed({ table: 'item', op: 'upd', id: 'r', set: { name: 'Later' } }, row(), row({ name: 'Later' }));
      await trail.nameSubject(async (_, id) => (id in names ? { id, name: names[id]! } : undefined));
      return trail.record('configuration').subject;
    };
    expect(await subjectOf({})).toBe('Dropped Object Survey, Floodlight');
    expect(await subjectOf({ fieldsTemplateId: 'gone' })).toBe('Dropped Object Survey, Floodlight');
    expect(await subjectOf({ name: 'Named' })).toBe('Named');
    expect(await subjectOf({}, 'Noted')).toBe('Noted');
  });

  it('has the ids of the input, lists of them as one text', () => {
    const input = { id: 'u1', name: 'Signe', companyId: null };
    expect(trailOf('updateUser', { input }).record('account').ids).toEqual({ id: 'u1' });
    const installationIds = ['a', 'b'];
    const printed = trailOf('executeReportInstallations', { input: { reportId: 'r', installationIds, format: 'pdf' } });
    expect(printed.record('report').ids).toMatchObject({ reportId: 'r', installationIds: 'a b' });
  });
});
