// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { provided } from '../../lib/testing/providers.ts';
import { fetching, signedInPage } from '../../lib/testing/signedInPage.ts';
import { useConflictAuthor } from './people.ts';

signedInPage();

it('a conflict names the other user who saved, and the signed-in user as being elsewhere', async () => {
  const known = cached();
  known.put('getUsers', {}, [
    { id: 'maren', name: 'Maren Thorskild' },
    { id: 'idun', name: 'Idun Harstad' },
  ]);
  const author = await mounted((id: string | null) => useConflictAuthor(id), 'idun', provided(known.cache));
  expect(author.now).toBe('Idun Harstad');
  await author.render('maren');
  expect(author.now).toBe('You, in another window or on another device,');
  await author.render('wren');
  expect(author.now).toBeNull();
  await author.render(null);
  expect(author.now).toBeNull();
  expect(fetching).not.toHaveBeenCalled();
});
