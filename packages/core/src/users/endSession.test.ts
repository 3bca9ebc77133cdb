import { Problem } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';
import { authenticate } from './index.ts';

async function signIn(fixture: TestFixture, who: 'maren' | 'idris'): Promise<{ token: string; id: string }> {
  const { details } = await fixture.as(who).signIn({ email: `${who}@example.test`, password: `${who}-password` });
  const actor = await authenticate(fixture.application, details!.token);
  return { token: details!.token, id: actor!.tokenId };
}

onEachDatabase('A session that is ended by its owner', (fixture) => {
  it('counts no more, while the other sessions of the account stay', async () => {
    const lost = await signIn(fixture, 'maren');
    const kept = await signIn(fixture, 'maren');
    await fixture.as('maren').endSession({ id: lost.id });
    expect(await authenticate(fixture.application, lost.token)).toBeNull();
    expect(await authenticate(fixture.application, kept.token)).not.toBeNull();
    expect((await fixture.as('maren').getSessions({})).map(({ id }) => id)).toEqual([kept.id]);
  });

  it('is not found a second time', async () => {
    const { id } = await signIn(fixture, 'maren');
    await fixture.as('maren').endSession({ id });
    await expect(fixture.as('maren').endSession({ id })).rejects.toThrow(new Problem('notFound').message);
  });

  it('cannot be one of another user', async () => {
    const foreign = await signIn(fixture, 'idris');
    await expect(fixture.as('maren').endSession({ id: foreign.id })).rejects.toThrow(new Problem('notFound').message);
    expect(await authenticate(fixture.application, foreign.token)).not.toBeNull();
  });
});
