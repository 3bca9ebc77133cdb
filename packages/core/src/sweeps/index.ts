/** Sweeps: the tagged items of an inspection that an RFID reader found. */
import {
  deleteSweep,
  getSweep,
  getSweeps,
  getSweepTargets,
  identifyTags,
  restoreSweep,
  saveSweep,
} from './sweepOperations.ts';

/** The operations of this feature. */
export const sweepHandlers = [getSweepTargets, identifyTags, getSweeps, getSweep, saveSweep, deleteSweep, restoreSweep];

export { linesOf, sweepsOf } from './queries.ts';
