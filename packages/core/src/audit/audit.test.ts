import type { AuditEntry } from '@holdfast/contract';
import { uuidV7 } from '@holdfast/sync';
import { expect, it } from 'vitest';
import { dispatch } from '../calls/dispatch.ts';
import { callsOf, CAST, COMPANIES, onEachDatabase, TEST_NOW, type TestFixture } from '../testing/index.ts';
import { pruneAudit, verifyAudit } from '../auditLog.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function newest(fixture: TestFixture, filters: { limit?: number } = {}): Promise<AuditEntry[]> {
  return (await fixture.as('wren').getAuditEntries(filters)).entries;
}

onEachDatabase('The audit log', (fixture) => {
  it('records who changed which account, with the values before and after', async () => {
    const { id } = await fixture.as('wren').createUser({
      name: 'Signe',
      email: 'signe@x.test',
      role: 'viewer',
      companyId: null,
      password: 'first-Password',
    });
    await fixture.as('wren').updateUser({ id, role: 'inspector', companyId: COMPANIES.skerrow });
    const [changed, made] = await newest(fixture);
    expect(changed).toMatchObject({
      area: 'account',
      action: 'updateUser',
      outcome: 'done',
      userId: fixture.actor('wren').userId,
      userName: CAST.wren.name,
      subject: 'Signe',
      ids: { id, companyId: COMPANIES.skerrow },
    });
    expect(changed!.changes).toEqual([
      {
        table: 'user',
        id,
        name: 'Signe',
        values: { role: ['viewer', 'inspector'], companyId: [null, COMPANIES.skerrow] },
      },
    ]);
    expect(made!.changes[0]!.values).toMatchObject({ password: [null, 'set'], email: [null, 'signe@x.test'] });
  });

  it('records changes of configuration with the columns that differ', async () => {
    const template = await fixture.build.fieldsTemplate({ name: 'Lights' });
    await fixture.as('wren').updateFieldsTemplate({ id: template.id, name: 'Lamps' });
    const [entry] = await newest(fixture);
    expect(entry).toMatchObject({ area: 'configuration', action: 'updateFieldsTemplate', subject: 'Lamps' });
    expect(entry!.changes[0]!.values).toEqual({ name: ['Lights', 'Lamps'] });
  });

  it('never contains a password, a token or a hash of one', async () => {
    const secrets = ['wren-password', 'another-Password', 'reset-Password'];
    const { details } = await fixture.as('wren').signIn({ email: 'wren@example.test', password: secrets[0]! });
    await fixture.as('wren').changePassword({ currentPassword: secrets[0]!, newPassword: secrets[1]! });
    await fixture.as('wren').setUserPassword({ id: fixture.actor('maren').userId, password: secrets[2]! });
    await fixture.as('wren').signIn({ email: 'password-in-the-wrong-field', password: 'x' });
    const deviceId = uuidV7(TEST_NOW, new Uint8Array(10).fill(7));
    const token = deviceId.padEnd(43, 'x');
    await fixture.as('maren').registerDevice({ deviceId, token, name: 'Tablet', appVersion: '1.0.0' });
    const text = JSON.stringify(await fixture.database.db.selectFrom('auditEntry').selectAll().execute());
    const hashes = await fixture.database.db.selectFrom('device').select('tokenHash').execute();
    for (const secret of [...secrets, details!.token, token, hashes[0]!.tokenHash, 'wrong-field'])
      expect(text).not.toContain(secret);
  });

  it('records as refused what was tried with a wrong password, code, passkey or link', async () => {
    const maren = fixture.as('maren');
    await maren.changePassword({ currentPassword: 'wrong', newPassword: 'another-long-password' });
    const app = await maren.beginTotp({ currentPassword: 'maren-password' });
    await maren.confirmTotp({ challengeId: app.offer!.challengeId, name: 'Phone', code: '000000' });
    const { offer } = await maren.beginPasskey({ currentPassword: 'maren-password' });
    const credential = {
      id: 'p',
      attestationObject: 'x',
      clientDataJSON: '',
      transports: [],
      clientExtensionResults: {},
    };
    await maren.confirmPasskey({ challengeId: offer!.challengeId, name: 'Laptop', credential });
    await maren.resetPassword({ secret: 'unknown', newPassword: 'another-long-password' });
    const entries = (await newest(fixture)).map(({ action, outcome }) => `${action} ${outcome}`);
    expect(entries).toEqual([
      'resetPassword refused',
      'confirmPasskey refused',
      'confirmTotp refused',
      'changePassword refused',
    ]);
  });

  it('records sign-ins, failed ones with the account that was tried', async () => {
    await fixture.as('maren').signIn({ email: 'maren@example.test', password: 'wrong' });
    await fixture.as('maren').signIn({ email: 'stranger@example.test', password: 'wrong' });
    const [unknown, failed] = await newest(fixture);
    expect(failed).toMatchObject({ action: 'signIn', outcome: 'refused', subject: 'maren@example.test' });
    expect(unknown).toMatchObject({ outcome: 'refused', subject: 'stranger@example.test', companyId: null });
    await dispatch(fixture.application, {
      operation: 'signIn',
      input: { email: 'maren@example.test', password: 'maren-password' },
      actor: null,
      caller: { address: '192.0.2.7', device: 'Firefox' },
    });
    expect((await newest(fixture))[0]).toMatchObject({
      outcome: 'done',
      userId: fixture.actor('maren').userId,
      userName: CAST.maren.name,
      companyId: COMPANIES.northmere,
      companyName: 'northmere',
      address: '192.0.2.7',
      device: 'Firefox',
    });
  });

  it('records devices that are registered and closed', async () => {
    const deviceId = uuidV7(TEST_NOW, new Uint8Array(10).fill(7));
    const token = deviceId.padEnd(43, 'x');
    await fixture.as('maren').registerDevice({ deviceId, token, name: 'Tablet', appVersion: '1.0.0' });
    await fixture.as('wren').setDeviceAccess({ id: deviceId, access: 'locked' });
    const [locked, registered] = await newest(fixture);
    expect(registered).toMatchObject({ area: 'device', subject: 'Tablet', companyId: COMPANIES.northmere });
    expect(locked!.changes[0]).toMatchObject({ name: 'Tablet', values: { access: ['open', 'locked'] } });
  });

  it('records exports and prints, and no call of a refused or unrecorded operation', async () => {
    const id = (await fixture.build.fieldsTemplate()).id;
    const inspection = await fixture.build.inspection();
    await fixture.as('wren').exportSetup({ id: inspection.id });
    expect((await newest(fixture))[0]).toMatchObject({ area: 'export', action: 'exportSetup' });
    expect((await newest(fixture))[0]!.subject).not.toBe('');
    const { length } = await newest(fixture);
    await fixture.as('maren').getSessions({});
    await expect(fixture.as('maren').updateFieldsTemplate({ id, name: 'Mine' })).rejects.toBeProblem('forbidden');
    const unknown = fixture.application.ports.ids.next(0);
    await expect(fixture.as('wren').updateFieldsTemplate({ id: unknown, name: 'X' })).rejects.toBeProblem('notFound');
    expect(await newest(fixture)).toHaveLength(length);
  });

  it('names the company whose records are read, and none for what every company shares', async () => {
    const { id } = await fixture.build.installation({ name: 'Fell' }, { company: 'skerrow' });
    const companyOfNewest = async (): Promise<unknown> => {
      const [entry] = await newest(fixture);
      return [entry?.action, entry?.companyId];
    };
    await fixture.as('wren').exportItemRegister({ id });
    expect(await companyOfNewest()).toEqual(['exportItemRegister', COMPANIES.skerrow]);
    await fixture.as('wren').exportSetup({ id: (await fixture.build.inspection()).id });
    expect(await companyOfNewest()).toEqual(['exportSetup', null]);
    await fixture.as('wren').exportAuditEntries({});
    expect(await companyOfNewest()).toEqual(['exportAuditEntries', null]);
    await callsOf(fixture.application, { ...fixture.actor('wren'), companyId: COMPANIES.northmere }).exportAuditEntries(
      {},
    );
    expect(await companyOfNewest()).toEqual(['exportAuditEntries', COMPANIES.northmere]);
  });

  it('has one entry for a call that is repeated', async () => {
    const input = { name: 'Signe', email: 's@x.test', role: 'viewer', companyId: null, password: null } as const;
    await fixture.as('wren').createUser(input, { idempotencyKey: 'only-once' });
    await fixture.as('wren').createUser(input, { idempotencyKey: 'only-once' });
    expect(await newest(fixture)).toHaveLength(1);
  });

  it('is filtered by person, area, outcome, company and time, and read in pages', async () => {
    await fixture.as('maren').signIn({ email: 'maren@example.test', password: 'maren-password' });
    fixture.wait(DAY_MS);
    await fixture.as('anouk').signIn({ email: 'anouk@example.test', password: 'wrong' });
    await fixture.as('wren').createCompany({ name: 'Tarn' });
    const { wren } = { wren: fixture.as('wren') };
    const actions = async (filters: Parameters<typeof wren.getAuditEntries>[0]): Promise<string[]> =>
      (await wren.getAuditEntries(filters)).entries.map(({ action, outcome }) => `${action} ${outcome}`);
    const later = new Date(TEST_NOW + DAY_MS / 2).toISOString();
    expect(await actions({})).toEqual(['createCompany done', 'signIn refused', 'signIn done']);
    expect(await actions({ area: 'company' })).toEqual(['createCompany done']);
    expect(await actions({ outcome: 'refused' })).toEqual(['signIn refused']);
    expect(await actions({ companyId: COMPANIES.northmere })).toEqual(['signIn done']);
    expect(await actions({ userId: fixture.actor('wren').userId })).toEqual(['createCompany done']);
    expect(await actions({ to: later })).toEqual(['signIn done']);
    expect(await actions({ from: later, area: 'signIn' })).toEqual(['signIn refused']);
    const first = await wren.getAuditEntries({ limit: 2 });
    expect(first.more).toBe(true);
    const rest = await wren.getAuditEntries({ limit: 2, before: first.entries.at(-1)!.seq });
    expect([rest.more, rest.entries.map(({ action }) => action)]).toEqual([false, ['signIn']]);
  });

  it('shows an administrator of a company its own entries alone, also in the export', async () => {
    await fixture.as('maren').signIn({ email: 'maren@example.test', password: 'maren-password' });
    await fixture.as('anouk').signIn({ email: 'anouk@example.test', password: 'anouk-password' });
    await fixture.as('wren').createFieldsTemplate({
      name: 'Lights',
      fieldsTemplateTypeId: String((await fixture.build.fieldsTemplate()).fieldsTemplateTypeId),
    });
    const own = { ...fixture.actor('wren'), companyId: COMPANIES.skerrow };
    const calls = callsOf(fixture.application, own);
    const { entries } = await calls.getAuditEntries({});
    expect(entries.map(({ subject }) => subject)).toEqual(['anouk@example.test']);
    await expect(calls.getAuditEntries({ companyId: COMPANIES.northmere })).rejects.toBeProblem('notFound');
    await expect(calls.exportAuditEntries({ companyId: COMPANIES.northmere })).rejects.toBeProblem('notFound');
    const pieces: Uint8Array[] = [];
    for await (const piece of (await calls.exportAuditEntries({})).content) pieces.push(piece);
    const csv = Buffer.concat(pieces).toString();
    expect(csv).toContain('anouk@example.test');
    expect(csv).not.toContain('maren@example.test');
    expect((await newest(fixture))[0]).toMatchObject({ action: 'exportAuditEntries' });
  });

  it('is exported whole over many pages, without the entry of the export itself', async () => {
    const count = 450;
    const names = Array.from({ length: count }, (_, i) => `Company ${i}`);
    for (const name of names) await fixture.as('wren').createCompany({ name });
    const pieces: Uint8Array[] = [];
    for await (const piece of (await fixture.as('wren').exportAuditEntries({})).content) pieces.push(piece);
    const [headings, ...rows] = JSON.parse(Buffer.concat(pieces).toString()) as string[][];
    const subject = headings!.indexOf('Subject');
    expect(rows.map((row) => row[subject])).toEqual(names.toReversed());
  });

  it('is whole after entries that are written at the same time', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => fixture.as('wren').createCompany({ name: `Company ${i}` })));
    expect(await verifyAudit(fixture.database.db)).toMatchObject({ entries: 12, first: 1, last: 12, problem: null });
  });
});

onEachDatabase('Verifying the audit log', (fixture) => {
  const make = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i += 1) await fixture.as('wren').createCompany({ name: `Company ${i}` });
  };
  const problem = async (): Promise<string | null> => (await verifyAudit(fixture.database.db)).problem;

  it('finds an entry that was changed', async () => {
    await make(3);
    await fixture.database.db.updateTable('auditEntry').set({ userName: 'Another' }).where('seq', '=', 2).execute();
    expect(await problem()).toBe('Entry 2 was changed.');
  });

  it.each([
    [1, 'Entries up to 1 are missing, and were not removed by a pruning.'],
    [2, 'Entries 2 to 2 are missing.'],
    [3, 'Entries 3 to 3 are missing.'],
  ])('finds that entry %i of three was removed', async (seq, expected) => {
    await make(3);
    await fixture.database.db.deleteFrom('auditEntry').where('seq', '=', seq).execute();
    expect(await problem()).toBe(expected);
  });

  it('finds an entry that was inserted', async () => {
    await make(2);
    const { db } = fixture.database;
    const [first] = await db.selectFrom('auditEntry').selectAll().orderBy('seq').execute();
    await db
      .insertInto('auditEntry')
      .values({ ...first!, seq: 3 })
      .execute();
    expect(await problem()).toBe('Entry 3 was changed.');
  });

  it('finds that a noted entry was replaced, although the chain was written again', async () => {
    await make(2);
    const noted = await verifyAudit(fixture.database.db);
    const { db } = fixture.database;
    await db.deleteFrom('auditEntry').execute();
    await db.updateTable('auditHead').set({ seq: 0, hash: '' }).execute();
    await fixture.as('wren').createCompany({ name: 'Company 10' });
    await fixture.as('wren').createCompany({ name: 'Company 11' });
    expect(await problem()).toBeNull();
    const { problem: found } = await verifyAudit(db, { seq: noted.last, hash: noted.hash });
    expect(found).toBe('Entry 2 is not the one whose hash was noted.');
  });

  it('succeeds after old entries were pruned, and finds what else was removed', async () => {
    await make(3);
    fixture.wait(100 * DAY_MS);
    await fixture.as('wren').createCompany({ name: 'Later' });
    expect(await pruneAudit(fixture.application, 30 * DAY_MS)).toBe(3);
    expect(await pruneAudit(fixture.application, 30 * DAY_MS)).toBe(0);
    expect(await verifyAudit(fixture.database.db)).toMatchObject({ entries: 2, first: 4, last: 5, problem: null });
    expect((await newest(fixture))[0]).toMatchObject({ action: 'pruneAudit', ids: { through: '3' } });
    await fixture.database.db.deleteFrom('auditEntry').where('seq', '=', 4).execute();
    expect(await problem()).toBe('Entries up to 4 are missing, and were not removed by a pruning.');
  });

  it('succeeds after everything was older than the retention', async () => {
    await make(2);
    fixture.wait(100 * DAY_MS);
    expect(await pruneAudit(fixture.application, 30 * DAY_MS)).toBe(2);
    expect(await verifyAudit(fixture.database.db)).toMatchObject({ entries: 1, first: 3, problem: null });
    fixture.wait(100 * DAY_MS);
    await make(1);
    expect(await pruneAudit(fixture.application, 30 * DAY_MS)).toBe(1);
    expect(await problem()).toBeNull();
  });
});
