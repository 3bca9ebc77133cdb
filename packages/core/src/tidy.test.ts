import { CONDITIONS } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from './testing/index.ts';
import { tidy } from './tidy.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onEachDatabase('What has served its time', (house) => {
  it('keeps the answer of a repeated call for 48 hours and no longer', async () => {
    const { item, drops } = await house.build.itemInInspection();
    const input = { installationInspectionId: drops.id, itemId: item.id, conditionId: CONDITIONS.defective.id };
    await house.as('maren').setCondition(input, { idempotencyKey: 'key-of-one-tap' });
    house.wait(2 * DAY_MS);
    expect(await tidy(house.house)).toMatchObject({ savedAnswers: 0 });
    house.wait(1);
    expect(await tidy(house.house)).toMatchObject({ savedAnswers: 1 });
  });

  it('forgets sessions a month after they ended, and none that still counts', async () => {
    const email = 'maren@example.test';
    await house.as('wren').signIn({ email, password: 'maren-password' });
    const { id } = (await house.as('maren').getSessions({}))[0]!;
    await house.database.db
      .updateTable('token')
      .set({ revokedAt: house.house.ports.clock.now() })
      .where('id', '=', id)
      .execute();
    await house.as('wren').signIn({ email, password: 'maren-password' });
    house.wait(30 * DAY_MS + 1);
    expect(await tidy(house.house)).toMatchObject({ tokens: 1 });
    expect(await house.as('maren').getSessions({})).toHaveLength(1);
  });
});
