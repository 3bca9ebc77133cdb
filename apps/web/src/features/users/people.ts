import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { adminQuery } from '../../lib/calls/adminCalls.ts';
import { ViewerContext } from '../../lib/navigation/views.ts';
import { t } from '../../lib/texts/index.ts';

/** Returns the name of the user with an id, once it is loaded; null before, and without an id. Requests only with an id. */
export function usePersonName(id: string | null): string | null {
  const { data: users } = useQuery({ ...adminQuery('load the users', 'getUsers', {}), enabled: id !== null });
  return users?.find((user) => user.id === id)?.name ?? null;
}

/**
 * Returns who saved the other version of a conflict: the name of a user, or the words for the signed-in user in another window.
 * @param id the user who saved it; null: unknown
 */
export function useConflictAuthor(id: string | null): string | null {
  const isOwn = useContext(ViewerContext) === id;
  const name = usePersonName(isOwn ? null : id);
  return isOwn ? t('conflict.yourself') : name;
}
