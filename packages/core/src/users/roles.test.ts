import { REPORT_TYPES, type Role } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { type Calls, callsOf, COMPANIES, onEachDatabase, type TestFixture } from '../testing/index.ts';

const FRX = btoa('<Report/>');
const { northmere, skerrow } = COMPANIES;

/** A user with a role, and the operations called by that user. */
async function person(fixture: TestFixture, role: Role, companyId: string | null): Promise<Calls & { userId: string }> {
  const { id } = await fixture.as('wren').createUser({
    name: `${role} of ${companyId ?? 'staff'}`,
    email: `${role}-${companyId ?? 'staff'}@example.test`,
    role,
    companyId,
    password: 'long enough for anyone',
  });
  const actor = { userId: id, name: role, role, companyId, tokenId: fixture.application.ports.ids.next(0) };
  return Object.assign(callsOf(fixture.application, actor), { userId: id });
}

onEachDatabase('The administrator of a company', (fixture) => {
  it('sees its people and no others, and assigns roles in it alone, never that of the system', async () => {
    const tove = await person(fixture, 'companyAdministrator', northmere);
    const people = await tove.getUsers({});
    expect(people.length).toBeGreaterThan(2);
    expect(people.every(({ companyId }) => companyId === northmere)).toBe(true);
    const account = { name: 'New', email: 'new@example.test', role: 'inspector', password: null } as const;
    expect(await tove.createUser({ ...account, companyId: northmere })).toMatchObject({ companyName: 'northmere' });
    const other = { ...account, email: 'other@example.test' };
    await expect(tove.createUser({ ...other, companyId: skerrow })).rejects.toBeProblem('notFound');
    await expect(tove.createUser({ ...other, companyId: null })).rejects.toBeProblem('notFound');
    await expect(tove.createUser({ ...other, companyId: northmere, role: 'administrator' })).rejects.toBeProblem(
      'forbidden',
    );
    const maren = fixture.actor('maren').userId;
    await expect(tove.updateUser({ id: maren, role: 'administrator' })).rejects.toBeProblem('forbidden');
    await expect(tove.updateUser({ id: maren, companyId: skerrow })).rejects.toBeProblem('notFound');
    expect(await tove.updateUser({ id: maren, role: 'viewer' })).toMatchObject({ role: 'viewer' });
  });

  it('cannot fill a mailbox by inviting any number of its addresses, and staff can go on inviting', async () => {
    const tove = await person(fixture, 'companyAdministrator', northmere);
    const account = (n: number) =>
      ({
        name: 'New',
        email: `victim+${n}@example.test`,
        role: 'viewer',
        companyId: northmere,
        password: null,
      }) as const;
    await tove.createUser(account(0));
    fixture.wait(10 * 60_000);
    await tove.createUser(account(1));
    const { db } = fixture.database;
    const invitation = (await db.selectFrom('letter').selectAll().orderBy('createdAt', 'desc').execute())[0]!;
    const { ids, clock } = fixture.application.ports;
    const others = Array.from({ length: 198 }, () => ({ ...invitation, id: ids.next(clock.now()) }));
    await db.insertInto('letter').values(others).execute();
    await expect(tove.createUser(account(200))).rejects.toMatchObject({
      code: 'tooManyRequests',
      details: { retryAfterSeconds: 50 * 60 },
    });
    expect((await tove.getUsers({})).filter(({ email }) => email.startsWith('victim+'))).toHaveLength(2);
    await fixture.as('wren').createUser(account(200));
    fixture.wait(60 * 60_000);
    await tove.createUser(account(201));
  });

  it('accepts no address of a domain by which people of another organisation sign in', async () => {
    const tove = await person(fixture, 'companyAdministrator', northmere);
    await fixture.as('wren').createIdentityProvider({
      name: 'Skerrow',
      companyId: skerrow,
      issuer: 'https://id.skerrow.example',
      clientId: 'holdfast',
      clientSecret: 'secret',
      domains: ['skerrow.example'],
      trustsAddresses: true,
      createsAccounts: true,
      defaultRole: 'inspector',
      roleClaim: '',
      roles: [],
      trustsSecondFactor: false,
      sessionDays: 1,
      enabled: true,
    });
    const account = { name: 'Anouk', role: 'inspector', companyId: northmere, password: null } as const;
    const taken = { ...account, email: 'anouk@Skerrow.example' };
    await expect(tove.createUser(taken)).rejects.toBeProblem('badInput');
    const { id } = await tove.createUser({ ...account, email: 'anouk@northmere.example' });
    await expect(tove.updateUser({ id, email: taken.email })).rejects.toBeProblem('badInput');
    expect(await fixture.as('wren').updateUser({ id, email: taken.email })).toMatchObject({ id });
  });

  it.each([
    ['moves to another company', { companyId: skerrow }],
    ['becomes an administrator of every company', { role: 'administrator' }],
  ] as const)('cannot sign in as someone whose password it set, once that account %s', async (_how, change) => {
    const tove = await person(fixture, 'companyAdministrator', northmere);
    const credentials = { email: 'sixten@example.test', password: 'known to Tove alone' };
    const { id } = await tove.createUser({
      ...credentials,
      name: 'Sixten',
      role: 'inspector',
      companyId: northmere,
    });
    const stranger = callsOf(fixture.application, null);
    const signIn = async (): Promise<boolean> => (await stranger.signIn(credentials)).success;
    expect(await signIn()).toBe(true);
    const tokens = fixture.database.db.selectFrom('token').select('revokedAt').where('userId', '=', id);
    await fixture.as('wren').updateUser({ id, ...change });
    expect(await signIn()).toBe(false);
    expect((await tokens.execute()).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    expect(fixture.letters.map(({ email }) => email)).toEqual([credentials.email]);
  });

  it('changes no account of another company and none of a system administrator', async () => {
    const tove = await person(fixture, 'companyAdministrator', northmere);
    const own = await person(fixture, 'administrator', northmere);
    for (const [id, code] of [
      [fixture.actor('anouk').userId, 'notFound'],
      [fixture.actor('wren').userId, 'notFound'],
      [own.userId, 'forbidden'],
    ] as const) {
      const password = 'another long password';
      await expect(tove.updateUser({ id, name: 'Taken over' })).rejects.toBeProblem(code);
      await expect(tove.setUserPassword({ id, password })).rejects.toBeProblem(code);
      await expect(tove.disableUser({ id })).rejects.toBeProblem(code);
      await expect(tove.enableUser({ id })).rejects.toBeProblem(code);
      await expect(tove.endUserSessions({ id })).rejects.toBeProblem(code);
      await expect(tove.removeUserSecondFactors({ id })).rejects.toBeProblem(code);
      await expect(tove.inviteUser({ id })).rejects.toBeProblem(code);
    }
  });

  it('sees and changes the particulars and installations of its company, and nothing that belongs to every company', async () => {
    await fixture.build.installation({ name: 'Haaf A' }, { company: 'skerrow' });
    const tove = await person(fixture, 'companyAdministrator', northmere);
    expect((await tove.getCompanies({})).map(({ id }) => id)).toEqual([northmere]);
    expect(await tove.updateCompany({ id: northmere, address: 'Quay 3' })).toMatchObject({ address: 'Quay 3' });
    await expect(tove.updateCompany({ id: skerrow, address: 'Quay 3' })).rejects.toBeProblem('notFound');
    const { id } = await tove.createInstallation({ companyId: northmere, name: 'Tarn' });
    expect((await tove.getAdminInstallations({})).map((one) => one.id)).toEqual([id]);
    await expect(tove.createInstallation({ companyId: skerrow, name: 'Haaf B' })).rejects.toBeProblem('notFound');
    const template = await fixture.build.fieldsTemplate();
    await expect(tove.updateCompany({ id: northmere, installationFieldsTemplateId: template.id })).rejects.toBeProblem(
      'forbidden',
    );
    await expect(tove.createItemType({ name: 'Winch' })).rejects.toBeProblem('forbidden');
    await expect(tove.getReports({})).rejects.toBeProblem('forbidden');
  });

  it('needs a company: without one the role cannot be assigned and would allow nothing', async () => {
    await expect(person(fixture, 'companyAdministrator', null)).rejects.toBeProblem('companyNeeded');
    const actor = { userId: 'x', name: 'x', role: 'companyAdministrator', companyId: null, tokenId: 'x' } as const;
    await expect(callsOf(fixture.application, actor).getUsers({})).rejects.toBeProblem('forbidden');
    const tove = await person(fixture, 'companyAdministrator', northmere);
    await expect(fixture.as('wren').updateUser({ id: tove.userId, companyId: null })).rejects.toBeProblem(
      'companyNeeded',
    );
  });
});

onEachDatabase('A report author', (fixture) => {
  const report = { title: 'Findings', frx: FRX, inspectionId: null, reportTypeId: REPORT_TYPES.company.id };

  it('creates and changes the reports of the own company, reads those for every company, and sees none of another', async () => {
    const wren = fixture.as('wren');
    const shared = await wren.createReport({ ...report, title: 'For all', companyId: null });
    const foreign = await wren.createReport({ ...report, title: 'Foreign', companyId: skerrow });
    const elin = await person(fixture, 'reportAuthor', northmere);
    const own = await elin.createReport({ ...report, companyId: northmere });
    expect((await elin.getReports({})).map(({ title }) => title)).toEqual(['Findings', 'For all']);
    expect(await elin.updateReport({ id: own.id, title: 'Results' })).toMatchObject({ title: 'Results' });
    expect((await elin.getReportTemplate({ id: shared.id })).filename).toBe('For all.frx');
    for (const { id } of [shared, foreign]) {
      await expect(elin.updateReport({ id, title: 'Mine' })).rejects.toBeProblem('notFound');
      await expect(elin.replaceReportTemplate({ id, frx: FRX })).rejects.toBeProblem('notFound');
      await expect(elin.restoreReportVersion({ id, version: 1 })).rejects.toBeProblem('notFound');
      await expect(elin.deleteReport({ id })).rejects.toBeProblem('notFound');
    }
    await expect(elin.getReportTemplate({ id: foreign.id })).rejects.toBeProblem('notFound');
    await expect(elin.createReport({ ...report, companyId: null })).rejects.toBeProblem('notFound');
    await expect(elin.createReport({ ...report, companyId: skerrow })).rejects.toBeProblem('notFound');
    expect(await elin.deleteReport({ id: own.id })).toBe(null);
  });

  it('cannot record or administer; for staff it applies to every company', async () => {
    const { drops, item } = await fixture.build.itemInInspection();
    const elin = await person(fixture, 'reportAuthor', northmere);
    const at = { installationInspectionId: drops.id, itemId: item.id };
    await expect(elin.setCondition({ ...at, conditionId: null })).rejects.toBeProblem('forbidden');
    await expect(elin.getUsers({})).rejects.toBeProblem('forbidden');
    const staff = await person(fixture, 'reportAuthor', null);
    expect((await staff.getCompanies({})).length).toBe(2);
    expect(await staff.createReport({ ...report, companyId: null })).toMatchObject({ companyId: null });
  });
});
