import { uuidV7 } from '@holdfast/sync';

/** The companies of the cast. */
export const COMPANIES = {
  northmere: uuidV7(1_000, new Uint8Array(10).fill(1)),
  skerrow: uuidV7(2_000, new Uint8Array(10).fill(2)),
} as const;
