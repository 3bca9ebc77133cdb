import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../../lib/calls/adminCalls.ts';

/** Returns the name of the user with an id, once it is loaded; null before, and without an id. Requests only with an id. */
export function usePersonName(id: string | null): string | null {
  const { data: users } = useQuery({ ...adminQuery('load the users', 'getUsers', {}), enabled: id !== null });
  return users?.find((user) => user.id === id)?.name ?? null;
}
