import { Problem } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { removeExpired } from '../removeExpired.ts';
import { onEachDatabase, testVault } from '../testing/index.ts';
import { settleLetter, claimLetter } from './letters.ts';
import { writeRequestedLinks } from './requestedLinks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HELD = 5 * MINUTE;
const MAREN = { email: 'maren@example.test' };

onEachDatabase('A queued letter', (fixture) => {
  /** Letters of this test; the fixture has sent those of other tests. */
  const queue = async (): Promise<void> => {
    fixture.application.ports.mail.wake = () => undefined;
    await fixture.as('maren').requestPasswordReset(MAREN);
    await writeRequestedLinks(fixture.application);
  };
  const take = () => claimLetter(fixture.application, HELD);
  const rows = () => fixture.database.db.selectFrom('letter').selectAll().execute();
  const settle = (id: string, delivery: Parameters<typeof settleLetter>[2]) =>
    settleLetter(fixture.database.db, id, delivery);

  it('is stored with its secret encrypted, and is claimed with the decrypted secret', async () => {
    await queue();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, email: 'maren@example.test', name: 'Maren Thorskild' });
    expect(row!.secret).toMatch(new RegExp(`^sealed first for letter ${row!.id}: `));
    const letter = (await take())!;
    expect(letter.attempts).toBe(1);
    expect(row!.secret).toMatch(new RegExp(`: ${letter.secret}$`));
    const reset = { secret: letter.secret, newPassword: 'a long new password' };
    expect((await fixture.as('maren').resetPassword(reset)).changed).toBe(true);
  });

  it('is claimed once, until the lease of the server that claimed it has expired', async () => {
    await queue();
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter((letter) => letter !== null)).toHaveLength(1);
    fixture.wait(HELD - 1);
    expect(await take()).toBeNull();
    fixture.wait(1);
    expect(await take()).toMatchObject({ attempts: 2 });
  });

  it('has no secret once it was sent or given up, and shows its outcome', async () => {
    await queue();
    const { id } = (await take())!;
    await settle(id, { state: 'waiting', reason: 'greylisted', dueAt: fixture.application.ports.clock.now() + MINUTE });
    expect(await take()).toBeNull();
    fixture.wait(MINUTE);
    expect(await take()).toMatchObject({ id, attempts: 2 });
    await settle(id, { state: 'sent', reason: null });
    expect(await rows()).toMatchObject([{ id, secret: null, state: 'sent' }]);
    const shown = await fixture.as('wren').getLetters({});
    expect(shown).toMatchObject([{ id, kind: 'passwordReset', to: 'maren@example.test', state: 'sent', attempts: 2 }]);
  });

  it('is not sent after its link has ended, or when no key of the server opens it', async () => {
    await queue();
    fixture.wait(HOUR);
    expect(await take()).toBeNull();
    expect(await rows()).toMatchObject([{ state: 'failed', reason: 'The link in it has expired.', secret: null }]);
    await queue();
    const { ports } = fixture.application;
    expect(
      await claimLetter({ ...fixture.application, ports: { ...ports, vault: testVault('other') } }, HELD),
    ).toBeNull();
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  it('is queued with the account or not at all', async () => {
    fixture.application.ports.mail.wake = () => undefined;
    const invited = { name: 'Idun Vik', email: 'idun@example.test', role: 'inspector' as const, companyId: null };
    const { companyId } = fixture.actor('maren');
    await fixture.as('wren').createUser({ ...invited, companyId, password: null });
    const refused = fixture.as('wren').createUser({ ...invited, companyId, password: null });
    await expect(refused).rejects.toBeInstanceOf(Problem);
    expect(await rows()).toMatchObject([{ kind: 'invitation', invitedBy: 'Wren Castellane', email: invited.email }]);
  });

  it('names an inviting person only while it waits, and an erased one not at all', async () => {
    fixture.application.ports.mail.wake = () => undefined;
    const { companyId, userId } = fixture.actor('wren');
    const second = { name: 'Signe Dahl', email: 'signe@example.test', role: 'administrator' as const, companyId };
    await fixture.as('wren').createUser({ ...second, password: 'a password of tests' });
    const invite = (name: string, email: string) =>
      fixture.as('wren').createUser({ ...second, name, email, password: null });
    await invite('Idun Vik', 'idun@example.test');
    await settle((await take())!.id, { state: 'sent', reason: null });
    await invite('Ylva Strand', 'ylva@example.test');
    expect((await rows()).map(({ invitedBy }) => invitedBy)).toEqual(['', 'Wren Castellane']);
    await fixture.as('wren').eraseUser({ id: userId });
    expect((await take())!.invitedBy).toBe(`Former user ${userId.slice(-4)}`);
  });

  it('is deleted with its addressee, and after 30 days', async () => {
    await queue();
    await fixture.as('wren').eraseUser({ id: fixture.actor('maren').userId });
    expect(await rows()).toEqual([]);
    await fixture.as('idris').requestPasswordReset({ email: 'idris@example.test' });
    fixture.wait(30 * DAY);
    await removeExpired(fixture.application);
    expect(await rows()).toHaveLength(1);
    fixture.wait(1);
    await removeExpired(fixture.application);
    expect(await rows()).toEqual([]);
  });
});
