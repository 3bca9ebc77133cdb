import { expect, it } from 'vitest';
import { verifyAudit } from '../auditLog.ts';
import { CAST, COMPANIES, onEachDatabase } from '../testing/index.ts';
import { eraseNames } from './eraseNames.ts';
import { linkAccount } from './singleSignOn/providers.ts';

onEachDatabase('The erasure of a person', (fixture) => {
  it('keeps what was recorded and removes name and address from everything that is stored', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const { userId } = fixture.actor('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    await fixture.as('maren').addNoteToInstallationInspectionItem({ ...where, content: 'Corroded' });
    await fixture.as('idris').addNoteToInstallationInspectionItem({ ...where, content: 'Seen' });
    await fixture.as('maren').signIn({ email: 'maren@example.test', password: 'maren-password' });
    await fixture.as('wren').updateUser({ id: userId, role: 'viewer' });
    await fixture.as('maren').requestPasswordReset({ email: 'maren@example.test' });
    const link = { providerId: 'provider', subject: 'n-1', userId };
    await linkAccount(fixture.database.db, link, fixture.application.ports.clock.now());

    const erased = await fixture.as('wren').eraseUser({ id: userId });
    const name = `Former user ${userId.slice(-4)}`;
    expect(erased).toMatchObject({
      name,
      email: `${userId}@erased.invalid`,
      disabled: true,
      erased: true,
      sessions: 0,
    });
    const others = (await fixture.as('wren').getUsers({})).filter(({ id }) => id !== userId);
    expect(new Set(others.map((other) => other.erased))).toEqual(new Set([false]));
    expect(await eraseNames(fixture.application)).toBe(1);
    expect(await eraseNames(fixture.application)).toBe(0);

    const { db } = fixture.database;
    for (const table of ['externalIdentity', 'passwordReset'] as const)
      expect(await db.selectFrom(table).selectAll().where('userId', '=', userId).execute(), table).toEqual([]);
    for (const table of ['user', 'person', 'change', 'auditEntry', 'savedAnswer', 'token', 'passwordReset'] as const) {
      const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
      expect(rows, table).not.toContain(CAST.maren.name);
      expect(rows, table).not.toContain('maren@example.test');
    }
    const history = await fixture.as('idris').getAuditLogsForInstallationInspectionAndItem(where);
    expect(JSON.stringify(history)).toContain(name);
    expect(JSON.stringify(history)).toContain(CAST.idris.name);
    expect(await verifyAudit(db)).toMatchObject({ problem: null });
    const { entries } = await fixture.as('wren').getAuditEntries({});
    expect(entries[0]).toMatchObject({ action: 'eraseNames', subject: name });
    expect(entries.filter((entry) => entry.userId === userId).map(({ userName }) => userName)).toContain(name);
    expect(
      (await fixture.as('maren').signIn({ email: 'maren@example.test', password: 'maren-password' })).success,
    ).toBe(false);
  });

  it.each(['0', 'name', 'user', 'Type', 'a', 'ids'])(
    'called %s leaves the audit log readable and correct',
    async (name) => {
      const wren = fixture.as('wren');
      const { id } = await wren.createUser({
        name,
        email: 'o@example.test',
        role: 'viewer',
        companyId: null,
        password: null,
      });
      await wren.updateUser({ id, role: 'inspector' });
      await wren.signIn({ email: 'o@example.test', password: 'wrong' });
      const company = await wren.createCompany({ name: 'Rig 0' });
      await wren.eraseUser({ id });
      const before = (await wren.getAuditEntries({})).entries;
      expect(await eraseNames(fixture.application)).toBe(1);

      const { entries } = await wren.getAuditEntries({});
      expect(await verifyAudit(fixture.database.db)).toMatchObject({ problem: null });
      expect(entries[0]).toMatchObject({ action: 'eraseNames' });
      const kept = entries.slice(1);
      expect(kept.map(({ action, ids, changeCount }) => ({ action, ids, changeCount }))).toEqual(
        before.map(({ action, ids, changeCount }) => ({ action, ids, changeCount })),
      );
      const columns = ({ changes }: (typeof before)[number]) =>
        changes.map(({ table, values }) => [table, Object.keys(values)]);
      expect(kept.map(columns)).toEqual(before.map(columns));
      const made = kept.find(({ action }) => action === 'createUser')!;
      expect(made).toMatchObject({ subject: `Former user ${id.slice(-4)}` });
      expect(made.changes.flatMap(({ values }) => Object.values(values).flat())).not.toContain(name);
      expect(kept.find(({ action }) => action === 'createCompany')).toMatchObject({ subject: company.name });
    },
  );

  it('is refused for the last administrator and for an unknown account', async () => {
    const wren = fixture.as('wren');
    await expect(wren.eraseUser({ id: fixture.actor('wren').userId })).rejects.toBeProblem('lastAdministrator');
    await expect(wren.eraseUser({ id: COMPANIES.skerrow })).rejects.toBeProblem('notFound');
  });
});
