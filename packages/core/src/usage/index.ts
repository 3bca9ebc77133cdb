/** Limits of requests, uploads, prints and storage, and their use. */
import { getUsage } from './getUsage.ts';

export { mustHaveSpace, spaceMustLast } from './space.ts';
export { type Meter, openMeter } from './meter.ts';
export { removeOldUsage } from './queries.ts';

/** The operations of this feature. */
export const usageHandlers = [getUsage];
