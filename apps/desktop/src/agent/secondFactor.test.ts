import { LoginResult } from '@holdfast/contract';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, type TestAgent, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function signIn(agent: TestAgent, code?: string): Promise<LoginResult> {
  const answer = await agent.fetch('/users/me/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'idris@example.test', password: PASSWORD, ...(code === undefined ? {} : { code }) }),
  });
  return LoginResult.parse(await answer.json());
}

describe('an account with a second factor on a desktop', () => {
  it(
    'signs in with a code while its server answers, and with the password alone while it does not',
    { timeout: 60_000 },
    async () => {
      const call = await world.server.as('idris');
      const { offer } = await call('beginTotp', { currentPassword: PASSWORD });
      const { challengeId, secret } = offer!;
      const app = new TOTP({ secret });
      const now = Date.now();
      const { recoveryCodes } = await call('confirmTotp', {
        challengeId,
        name: 'Phone',
        code: app.generate({ timestamp: now - 30_000 }),
      });
      const agent = await world.agent();
      expect(await signIn(agent)).toMatchObject({
        success: false,
        details: null,
        secondFactor: { kinds: ['totp'], passkey: null },
      });
      expect(await signIn(agent, '000000')).toMatchObject({ success: false, secondFactor: { kinds: ['totp'] } });
      expect(await signIn(agent, app.generate({ timestamp: now }))).toMatchObject({ success: true });
      expect((await signIn(agent, recoveryCodes![0])).success).toBe(true);
      await world.server.stop();
      expect((await signIn(agent)).success).toBe(true);
      await world.server.start();
      // The desktop keeps the password while it asks for the code.
      expect((await signIn(agent)).secondFactor).toBeDefined();
      await world.server.stop();
      expect((await signIn(agent)).success).toBe(true);
      await world.server.start();
    },
  );
});
