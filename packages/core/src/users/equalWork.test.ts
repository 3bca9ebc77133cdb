/** Calls that name an address do the same work whether it has an account or not, so that their time does not show it. */
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dispatch } from '../calls/dispatch.ts';
import { openTestFixture, type TestFixture } from '../testing/index.ts';

let fixture: TestFixture & { close(): Promise<void> };
beforeEach(async () => {
  fixture = await openTestFixture('sqlite');
  fixture.application.ports.mail.wake = () => undefined;
});
afterEach(() => fixture.close());

/** Makes a call from a network. @returns the statements before its answer */
async function statementsOf(operation: string, input: object, address: string): Promise<string[]> {
  const { db } = fixture.database;
  const sent: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      sent.push(db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const recorded = db.withPlugin(recorder);
  const caller = { address, device: '' };
  const application = { ...fixture.application, read: recorded, write: recorded };
  await dispatch(application, { operation, input, actor: null, caller });
  return sent;
}

it('makes the same statements before its answer for an address without an account, and for a disabled one', async () => {
  const known = await statementsOf('requestPasswordReset', { email: 'maren@example.test' }, '192.0.2.1');
  const unknown = await statementsOf('requestPasswordReset', { email: 'unknown@example.test' }, '192.0.2.2');
  await fixture.as('wren').disableUser({ id: fixture.actor('idris').userId });
  const disabled = await statementsOf('requestPasswordReset', { email: 'idris@example.test' }, '192.0.2.3');
  expect(known.filter((statement) => statement.includes('"letter"'))).toHaveLength(1);
  expect(known.filter((statement) => statement.includes('"passwordReset"'))).toEqual([]);
  expect(unknown).toEqual(known);
  expect(disabled).toEqual(known);
});

it('makes the same statements for a wrong password of an address without an account', async () => {
  const wrong = { password: 'a wrong password' };
  const known = await statementsOf('signIn', { ...wrong, email: 'maren@example.test' }, '192.0.2.1');
  expect(known.length).toBeGreaterThan(5);
  expect(await statementsOf('signIn', { ...wrong, email: 'unknown@example.test' }, '192.0.2.2')).toEqual(known);
});
