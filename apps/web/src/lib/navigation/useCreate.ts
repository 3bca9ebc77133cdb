import { useLocation, useNavigate } from 'react-router';
import { type AdminWrites, useAdminWrites } from '../calls/adminCalls.ts';

/** State of the router's entry of a record that has just been created: its editor selects the proposed name. */
const NEW_RECORD = { isNew: true };

/** Returns true on the screen of a record that has just been created. */
export function useIsNewRecord(): boolean {
  const state = useLocation().state as Partial<typeof NEW_RECORD> | null;
  return state?.isNew === true;
}

/** Creates a record of a list and opens its editor. `make` resolves to the address of the editor. */
export function useCreate(make: (write: AdminWrites['write']) => Promise<string>): { isBusy: boolean; run(): void } {
  const navigate = useNavigate();
  const { isBusy, write, attempt } = useAdminWrites();
  return {
    isBusy,
    run: () =>
      void attempt(async () => {
        await navigate(await make(write), { state: NEW_RECORD });
      }),
  };
}
