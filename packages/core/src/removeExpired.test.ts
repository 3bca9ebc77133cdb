import { CONDITIONS } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from './testing/index.ts';
import { removeExpired } from './removeExpired.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onEachDatabase('The removal of expired records', (fixture) => {
  it('keeps the answer of a repeated call for 48 hours and no longer', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const input = { installationInspectionId: drops.id, itemId: item.id, conditionId: CONDITIONS.defective.id };
    await fixture.as('maren').setCondition(input, { idempotencyKey: 'key-of-one-tap' });
    fixture.wait(2 * DAY_MS);
    expect(await removeExpired(fixture.application)).toMatchObject({ savedAnswers: 0 });
    fixture.wait(1);
    expect(await removeExpired(fixture.application)).toMatchObject({ savedAnswers: 1 });
  });

  it('keeps no answer longer, for any key chosen by the caller', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const input = { installationInspectionId: drops.id, itemId: item.id, conditionId: CONDITIONS.defective.id };
    await fixture.as('maren').setCondition(input, { idempotencyKey: 'demo-of-one-tap' });
    fixture.wait(2 * DAY_MS + 1);
    expect(await removeExpired(fixture.application)).toMatchObject({ savedAnswers: 1 });
    const reserved = fixture.as('maren').setCondition(input, { idempotencyKey: ' demo-of-one-tap' });
    await expect(reserved).rejects.toBeProblem('badInput');
  });

  it('removes sessions a month after they ended, and none that is valid', async () => {
    const email = 'maren@example.test';
    await fixture.as('wren').signIn({ email, password: 'maren-password' });
    const { id } = (await fixture.as('maren').getSessions({}))[0]!;
    await fixture.database.db
      .updateTable('token')
      .set({ revokedAt: fixture.application.ports.clock.now() })
      .where('id', '=', id)
      .execute();
    await fixture.as('wren').signIn({ email, password: 'maren-password' });
    fixture.wait(30 * DAY_MS + 1);
    expect(await removeExpired(fixture.application)).toMatchObject({ tokens: 1 });
    expect(await fixture.as('maren').getSessions({})).toHaveLength(1);
  });
});
