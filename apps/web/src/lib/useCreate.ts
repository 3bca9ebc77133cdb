import { useNavigate } from 'react-router';
import { type AdminWrites, useAdminWrites } from './adminCalls.ts';

/** Creates a record of a list and opens its editor. `make` resolves to the address of the editor. */
export function useCreate(make: (write: AdminWrites['write']) => Promise<string>): { isBusy: boolean; run(): void } {
  const navigate = useNavigate();
  const { isBusy, write, attempt } = useAdminWrites();
  return {
    isBusy,
    run: () =>
      void attempt(async () => {
        await navigate(await make(write));
      }),
  };
}
