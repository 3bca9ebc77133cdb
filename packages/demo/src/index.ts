/** A believable fleet, made by calling operations. */
import type { FleetOptions } from './fleet.ts';

export type { Call, FleetOptions } from './fleet.ts';
export { ADMINISTRATOR, DEMO_PASSWORD, DEMO_SIGN_INS, PEOPLE, type Person } from './people.ts';

/** Makes the fleet, in the order of its story. */
export async function makeFleet({ onProgress }: FleetOptions): Promise<void> {
  onProgress(1);
}
