import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../../lib/adminCalls.ts';

/** The name of whoever has an id, once it is known; null for nobody, and until then. Asks only when there is an id. */
export function usePersonName(id: string | null): string | null {
  const { data: users } = useQuery({ ...adminQuery('load the users', 'getUsers', {}), enabled: id !== null });
  return users?.find((user) => user.id === id)?.name ?? null;
}
