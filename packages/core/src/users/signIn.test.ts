import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

onEachDatabase('A sign-in with an idempotency key', (fixture) => {
  it('leaves neither its token nor a quick hash of the password behind', async () => {
    const key = { idempotencyKey: 'key-of-one-sign-in' };
    const credentials = { email: 'maren@example.test', password: 'maren-password' };
    const first = await fixture.as('maren').signIn(credentials, key);
    const second = await fixture.as('maren').signIn(credentials, key);
    expect(first.success && second.success).toBe(true);
    expect(second.details!.token).not.toBe(first.details!.token);
    expect(await fixture.database.db.selectFrom('savedAnswer').selectAll().execute()).toEqual([]);
  });
});
