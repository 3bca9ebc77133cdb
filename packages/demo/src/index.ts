/** A believable fleet, made by calling operations. */
import { makeCompanies } from './companies.ts';
import type { FleetOptions } from './fleet.ts';
import { makeLibrary } from './library.ts';
import { Stopped, storyOf } from './story.ts';
import { tellTarn } from './tarnStory.ts';

export type { Call, FleetOptions } from './fleet.ts';
export { ADMINISTRATOR, DEMO_PASSWORD, DEMO_SIGN_INS, PEOPLE, type Person } from './people.ts';

/** About how many calls the fleet takes; what is shown as progress. */
const CALLS = 9_000;

/** Makes the fleet, in the order of its story. What an earlier making has made already stays as it is. */
export async function makeFleet(options: FleetOptions): Promise<void> {
  const story = storyOf(options, CALLS);
  try {
    const library = await makeLibrary(story);
    const { installations } = await makeCompanies(story, library);
    await tellTarn(story, { installationId: installations.get('Northmere Tarn')!, library, items: new Map() });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}
