/** Gives every property test the same seed, so that a run can be repeated. `HOLDFAST_SEED` draws other cases. */
import fc from 'fast-check';

const SEED = 20_260_115;

fc.configureGlobal({ seed: Number(process.env['HOLDFAST_SEED'] ?? SEED) });
