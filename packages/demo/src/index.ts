/** A realistic fleet, created by calling operations. */
import { identify, type InstallationName, makeAccounts, makeInstallations } from './companies.ts';
import { makeDerrickDefaults, makeSurveyQuestions } from './defaultItems.ts';
import type { FleetOptions } from './fleet.ts';
import { type Library, makeLibrary } from './library.ts';
import { otherChapters } from './otherStories.ts';
import { addReferences } from './references.ts';
import { makeReports } from './reports.ts';
import { Stopped, type Story, storyOf } from './story.ts';
import { makeStress, STRESS_CALLS } from './stress.ts';
import type { Site } from './survey.ts';
import { tarnChapters } from './tarn/story.ts';

export type { Call, FleetOptions } from './fleet.ts';
export { DEMO_REPORTS } from './reports.ts';
export { ADMINISTRATOR, DEMO_PASSWORD, DEMO_SIGN_INS } from './people.ts';

/** Approximate number of calls for the fleet, for the displayed progress. */
const CALLS = 14_100;

/** Creates the fleet in the order of its story, accounts first. Records of an earlier, interrupted run are kept. */
export async function makeFleet(options: FleetOptions): Promise<void> {
  const story = storyOf(options, options.stress ? CALLS + STRESS_CALLS : CALLS);
  try {
    const companies = await makeAccounts(story);
    options.onAccounts?.();
    const library = await makeContents(story, companies, options.templateOf);
    if (options.stress) await makeStress(story, library, companies.get('NMD')!);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}

/** Creates everything except the accounts: the part of the fleet that every demo has. */
async function makeContents(
  story: Story,
  companies: ReadonlyMap<string, string>,
  templateOf: FleetOptions['templateOf'],
): Promise<Library> {
  const library = await makeLibrary(story);
  await addReferences(story, library);
  await makeDerrickDefaults(story, library);
  const installations = await makeInstallations(story, library, companies);
  const siteOf = (name: InstallationName): Site => ({
    installationId: installations.get(name)!,
    library,
    items: new Map(),
  });
  const chapters = [...tarnChapters(story, siteOf('Northmere Tarn')), ...otherChapters(story, siteOf)];
  for (const chapter of chapters.toSorted((a, b) => a.day - b.day)) await chapter.run();
  await makeSurveyQuestions(story, library);
  await makeReports(story, library, templateOf);
  // Ids depend on the position of a call, and the starters contain those of the library, so later additions are made at the end.
  await identify(story, companies);
  return library;
}
