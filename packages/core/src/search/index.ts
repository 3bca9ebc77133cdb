/** Search of records by their names. */
import { findAdministered, findRecords } from './search.ts';

/** The operations of this feature. */
export const searchHandlers = [findRecords, findAdministered];
