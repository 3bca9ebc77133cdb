import { CONDITIONS } from '@holdfast/contract';
import { issueToken } from '@holdfast/core';
import { countingHandlers, onEachDatabase, TEST_NOW } from '@holdfast/core/testing';
import { expect, it } from 'vitest';
import { buildCheckedServer } from './testing/checkedServer.ts';

onEachDatabase('a request for setCondition', (fixture) => {
  it('is dispatched once, and its handler runs once', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const counts = { dispatched: [] as string[], ran: [] as string[] };
    const app = buildCheckedServer({
      application: {
        ...fixture.application,
        handlers: countingHandlers(fixture.application.handlers, {
          dispatched: (operation) => counts.dispatched.push(operation),
          ran: (operation) => counts.ran.push(operation),
        }),
      },
      version: '0.0.0',
      web: null,
      logger: false,
      ready: () => Promise.resolve(true),
    });
    const token = await issueToken(fixture.database.db, fixture.application.ports, {
      id: fixture.application.ports.ids.next(TEST_NOW),
      userId: fixture.actor('maren').userId,
      device: 'test',
      now: TEST_NOW,
    });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/set-condition',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': '0190aaaa-0000-7000-8000-00000000beef' },
      payload: { installationInspectionId: drops.id, itemId: item.id, conditionId: CONDITIONS.defective.id },
    });
    await app.close();
    expect(answer.json()).toMatchObject({ conditionId: CONDITIONS.defective.id });
    expect(counts).toEqual({ dispatched: ['setCondition'], ran: ['setCondition'] });
  });
});
