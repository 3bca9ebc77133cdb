/** Sweeps: the tagged items of an inspection that an RFID reader found. */
import { deleteSweep, getSweep, getSweeps, getSweepTargets, identifyTags, saveSweep } from './sweepOperations.ts';

/** The operations of this feature. */
export const sweepHandlers = [getSweepTargets, identifyTags, getSweeps, getSweep, saveSweep, deleteSweep];

export { linesOf, sweepsOf } from './queries.ts';
